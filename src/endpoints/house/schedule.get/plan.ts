// The schedule of a house as it is shown. What a calendar gets is made from the same.
import { iso } from "../../../clock.ts";
import type { z } from "zod";
import { LATE_TRUST, MISSED_HEALTH, MISSED_TRUST } from "../../../domain/care.ts";
import { HOUR_MS } from "../../../domain/creature.ts";
import type { CreatureNow, LivingNow } from "../../../domain/life.ts";
import { creatureAt } from "../../../domain/life.ts";
import { bandOf, bestVisit } from "../../../domain/schedule.ts";
import { trustLossFactor } from "../../../domain/species/mechanics.ts";
import { houseTime } from "../../../house/notice.ts";
import type { Agent } from "../../../store/agents.ts";
import type { PresentCreature } from "../../../store/creature-row.ts";
import { checkInView, speciesView, twoDecimals } from "../views.ts";
import type { bestTime, scheduled } from "./contract.ts";

type Scheduled = z.input<typeof scheduled>;

export interface Plan {
  /** The time of the house. */
  readonly now: number;
  readonly creatures: readonly Scheduled[];
  readonly bestTime: z.input<typeof bestTime> | null;
}

export function planOf(
  agent: Pick<Agent, "clockOffsetMs">,
  creatures: readonly PresentCreature[],
  realNow: number,
): Plan {
  const now = houseTime(agent, realNow);
  const seen = creatures.map(({ creature }) => creatureAt(creature, now)).filter(({ kind }) => kind !== "dead");
  const living = seen.filter((each) => each.kind === "living");
  const best = seen.length > living.length ? { at: now, serves: eggsOf(seen) } : bestVisit(living);
  return {
    now,
    creatures: seen.map(entryOf).toSorted((a, b) => (a.check_in.at < b.check_in.at ? -1 : 1)),
    bestTime:
      best === null
        ? null
        : {
            at: iso(best.at),
            hours_from_now: twoDecimals((best.at - now) / HOUR_MS),
            creature_ids: [...best.serves],
          },
  };
}

function eggsOf(seen: readonly CreatureNow[]): readonly string[] {
  return seen
    .filter((each) => each.kind === "egg" || (each.kind === "living" && isDue(each)))
    .map(({ creature }) => creature.id);
}

function isDue({ checkIn, clock }: LivingNow): boolean {
  return checkIn.at <= clock;
}

function entryOf(seen: CreatureNow): Scheduled {
  const { id, name, species, stage } = seen.creature;
  const creature = { id, name, ...speciesView(species), stage };
  if (seen.kind !== "living") {
    const check_in = { at: iso(seen.now), hours_from_now: 0, reason: "It is an egg: a status call hatches it." };
    const nothing = { on_time: null, missed_at: null, lateness_costs: null, dies_at: null };
    return { creature, check_in, due: true, asleep: false, ...nothing };
  }
  const { at, hours_from_now, reason } = checkInView(seen);
  const band = bandOf(seen);
  const lost = (trust: number) => trust * trustLossFactor(species);
  return {
    creature,
    check_in: { at, hours_from_now, reason },
    due: isDue(seen),
    asleep: seen.asleep,
    ...(seen.resting === null ? {} : { boards_until: iso(seen.resting.until) }),
    on_time: { opens_at: iso(band.opensAt), ends_at: iso(band.endsAt) },
    missed_at: iso(band.missedAt),
    lateness_costs: {
      late: { trust: lost(LATE_TRUST) },
      missed: { trust: lost(MISSED_TRUST), health: MISSED_HEALTH },
    },
    dies_at: iso(seen.deathClock.diesAt),
  };
}
