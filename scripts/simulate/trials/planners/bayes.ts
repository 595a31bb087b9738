// The best script for blind runs: it keeps every window that fits what it has seen, and feeds when most of them agree. It knows
// the rules, and that nights follow from the id.
import type { Living, Timing } from "@denkeeper/rules/creature/creature.ts";
import { OPENS_AT, instantOfFeedingMs, windowMs } from "@denkeeper/rules/life/feeding.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import { eachVisit, type TrialKeeper } from "../keepers/keeper.ts";
import { awakeAt, livingAt, nextVisit, tend, type Band } from "./bands.ts";

/** Every window that a foundling can have. */
const WINDOWS: readonly Hours[] = Array.from({ length: 211 }, (_, index) => 3 + index / 10);

interface Known {
  windows: readonly Hours[];
  fedAt: Instant;
}

/** `joins`: feeds whoever may be fed already with the others. */
export function bayes(joins: boolean): TrialKeeper["play"] {
  return async ({ house, insight }) => {
    const part = insight.scenario.countsFrom ?? OPENS_AT;
    const known = new Map<string, Known>();
    await eachVisit(house, async ({ now, creatures }) => {
      const bands: Band[] = [];
      for (const { id } of creatures) {
        const creature = livingAt(insight, now).find((each) => each.id === id);
        if (creature === undefined) continue;
        const own = known.get(id) ?? { windows: WINDOWS, fedAt: creature.adoptedAt };
        known.set(id, own);
        let band = likeliest(creature, own, part, now);
        if (band.isAwakeAt(now) && now >= (joins ? band.from - MINUTE_MS : band.until - 20 * MINUTE_MS)) {
          await tend(house, creature, now);
          const fed = await house.care(id, "feed");
          if (fed.ok && fed.value.success && fed.value.timing !== null) {
            learn(creature, own, now, fed.value.timing);
            band = likeliest(creature, own, part, now);
          }
        }
        bands.push(band.until > now ? band : { ...band, from: now + HOUR_MS, until: now + HOUR_MS + 2 * MINUTE_MS });
      }
      return nextVisit(bands, now);
    });
  };
}

/** When a creature with this window would be at this part of it. */
function instantAt(creature: Living, window: Hours, fedAt: Instant, part: number): Instant {
  const species = { ...creature.species, feedingWindowHours: window };
  const fed = { ...creature, species, lastFedAt: fedAt, feedingMs: 0, asOf: fedAt };
  return instantOfFeedingMs(fed, sleeperOf(creature), part * windowMs(species));
}

function learn(creature: Living, own: Known, now: Instant, timing: Timing): void {
  const fits = own.windows.filter((window) => {
    const [opens, ends] = [OPENS_AT, 1].map((part) => instantAt(creature, window, own.fedAt, part));
    if (opens === undefined || ends === undefined) return false;
    if (timing === "early") return now < opens;
    return timing === "on_time" ? opens <= now && now <= ends : now > ends;
  });
  own.windows = fits.length > 0 ? fits : WINDOWS;
  own.fedAt = now;
}

/** The moments in which food counts for most windows. Windows are log-uniform: each weighs 1 / window. */
function likeliest(creature: Living, { windows, fedAt }: Known, part: number, now: Instant): Band {
  const spans = windows.map((window) => ({
    from: instantAt(creature, window, fedAt, part),
    until: instantAt(creature, window, fedAt, 1) - 2 * MINUTE_MS,
    weight: 1 / window,
  }));
  const isAwakeAt = awakeAt(creature);
  const end = Math.max(...spans.map(({ until }) => until)) + 2 * MINUTE_MS;
  const step = Math.max(5 * MINUTE_MS, (end - fedAt) / 160);
  let [best, from, until] = [0, 0, 0];
  for (let at = Math.max(fedAt + 30 * MINUTE_MS, now - 12 * HOUR_MS); at <= end + step; at += step) {
    if (!isAwakeAt(at)) continue;
    const good = spans.reduce((sum, span) => sum + (span.from <= at && at <= span.until ? span.weight : 0), 0);
    if (good > best + 1e-9) [best, from, until] = [good, at, at];
    else if (good > 0.999 * best) until = at;
  }
  return { from, until: until + 2 * MINUTE_MS, isAwakeAt };
}
