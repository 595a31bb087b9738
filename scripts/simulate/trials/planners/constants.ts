// Short scripts for blind runs: a few stays away that are tried one after the other, or an interval that is halved.
import type { Timing } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import type { HomeCreature, TrialHouse } from "@denkeeper/trials/house.ts";
import { eachVisit, hoursAfter, type TrialKeeper } from "../keepers/keeper.ts";

/** What it keeps of a creature, besides what it has learnt. */
interface Times {
  fedAt: Instant;
  cleanedAt: Instant;
}

interface Script<Learnt> {
  readonly fresh: () => Learnt;
  /** How long it stays away at least and at most before it feeds. */
  readonly stay: (learnt: Learnt) => readonly [least: Hours, most: Hours];
  readonly learn: (learnt: Learnt, timing: Timing, hours: Hours) => void;
}

function scripted<Learnt>({ fresh, stay, learn }: Script<Learnt>): TrialKeeper["play"] {
  return async ({ house }) => {
    const known = new Map<string, { readonly times: Times; readonly learnt: Learnt }>();
    await eachVisit(house, async ({ now, creatures }) => {
      const nexts: Instant[] = [];
      for (const creature of creatures) {
        const { id } = creature;
        const own = known.get(id) ?? { times: { fedAt: now, cleanedAt: now }, learnt: fresh() };
        known.set(id, own);
        const { times, learnt } = own;
        await tend(house, creature, times, now);
        const hours = (now - times.fedAt) / HOUR_MS;
        const isTime = hours >= stay(learnt)[0] - 0.01 && creature.mood !== "sleeping";
        const fed = isTime ? await house.care(id, "feed") : undefined;
        if (fed?.ok === true && fed.value.timing !== null) {
          learn(learnt, fed.value.timing, hours);
          times.fedAt = now;
        }
        const at = hoursAfter(times.fedAt, stay(learnt)[1]);
        nexts.push(at <= now ? hoursAfter(now, 1) : at);
      }
      return nexts.length === 0 ? hoursAfter(now, 6) : Math.min(...nexts);
    });
  };
}

async function tend(house: TrialHouse, { id, stats }: HomeCreature, times: Times, now: Instant): Promise<void> {
  if ((stats.health ?? 100) < 70) await house.care(id, "medicine");
  if (now - times.cleanedAt > 22 * HOUR_MS && (await house.care(id, "clean")).ok) times.cleanedAt = now;
  if ((stats.happiness ?? 100) < 50) await house.care(id, "play");
}

/** Goes one step up when food was early, and one down when it was late. */
export function ladder(...steps: readonly (readonly [least: Hours, most: Hours])[]): TrialKeeper["play"] {
  const last = steps.length - 1;
  return scripted({
    fresh: () => ({ step: 0 }),
    stay: ({ step }) => steps[step] ?? [0, 0],
    learn: (learnt, timing) => {
      if (timing === "early") learnt.step = Math.min(last, learnt.step + 1);
      else if (timing !== "on_time") learnt.step = Math.max(0, learnt.step - 1);
    },
  });
}

/** Halves, by its logarithm, what the window can be, taking every hour for one awake. */
export const halving = scripted({
  fresh: () => ({ least: 3, most: 24 }),
  stay: ({ least, most }) => {
    const hours = most / least <= 4 / 3 ? least : Math.sqrt(least * most);
    return [hours, hours];
  },
  learn: (learnt, timing, hours) => {
    const { least, most } = learnt;
    if (timing === "early") learnt.least = Math.max(least, Math.min(2 * hours, 24));
    else if (timing === "on_time") {
      learnt.least = Math.max(least, Math.min(hours, most));
      learnt.most = Math.min(most, Math.max(2 * hours, learnt.least));
    } else learnt.most = Math.max(3, Math.min(most, hours));
    if (learnt.most < learnt.least) learnt.least = Math.max(3, 0.75 * learnt.most);
  },
});
