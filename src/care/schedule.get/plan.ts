// Builds the schedule of a house for answers and calendar.
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../../platform/clock.ts";
import type { z } from "zod";
import { LATE_TRUST, MISSED_HEALTH, MISSED_TRUST } from "@denkeeper/rules/care/care.ts";
import { bandOf, isDue, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import { trustLossFactor } from "@denkeeper/rules/creature/mechanics.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { houseNowAfter, type HouseNow } from "../views/steps.ts";
import { checkInView, speciesView, visitView } from "../views/views.ts";
import type { bestTime, scheduled } from "./contract.ts";

type ScheduledCreature = z.input<typeof scheduled>;

export interface SchedulePlan {
  /** The time of the house. */
  readonly now: Instant;
  readonly house: HouseNow;
  readonly creatures: readonly ScheduledCreature[];
  readonly bestTime: z.input<typeof bestTime> | null;
}

export function planOf(
  agent: Pick<Agent, "clockOffsetMs">,
  creatures: readonly PresentCreature[],
  realNow: RealInstant,
): SchedulePlan {
  const now = houseTime(agent, realNow);
  const house = houseNowAfter(creatures, now);
  return {
    now,
    house,
    creatures: house.residents.map(entryOf).toSorted((a, b) => (a.check_in.at < b.check_in.at ? -1 : 1)),
    bestTime: bestTimeOf(house),
  };
}

function bestTimeOf({ visit }: HouseNow): SchedulePlan["bestTime"] {
  if (visit === null) return null;
  const { at, hours_from_now } = visitView(visit);
  return { at, hours_from_now, creature_ids: [...visit.serves] };
}

function entryOf(seen: ResidentNow): ScheduledCreature {
  const { id, name, species, stage } = seen.creature;
  const creature = { id, name, ...speciesView(species), stage };
  if (seen.kind === "egg") {
    const check_in = { at: iso(seen.now), hours_from_now: 0, reason: "It is an egg. A status call hatches it." };
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
