// When food counts, for keepers that know the rules: from when to when, and the best moment to come for several creatures.
import { isLiving, type Living } from "@denkeeper/rules/creature/creature.ts";
import { isCurledUp, playsOnlyTasks, wantsPlayFirst } from "@denkeeper/rules/creature/mechanics.ts";
import { CLEAN_AFTER_MS } from "@denkeeper/rules/life/advice.ts";
import { instantOfFeedingMs, windowMs } from "@denkeeper/rules/life/feeding.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { TrialHouse } from "@denkeeper/trials/house.ts";
import type { Insight } from "../keepers/keeper.ts";

/** Food counts in it while the creature is awake. */
export interface Band extends Span {
  readonly isAwakeAt: (at: Instant) => boolean;
}

export function livingAt({ creatures }: Insight, now: Instant): readonly Living[] {
  return creatures
    .filter(isLiving)
    .map((creature) => settle(creature, now))
    .filter(isLiving);
}

export function awakeAt(creature: Living): Band["isAwakeAt"] {
  const sleeper = sleeperOf(creature);
  return (at) => !isAsleepAt(sleeper, at);
}

/** From a part of the feeding window on, to its end. */
export function bandOf(creature: Living, part: number): Band {
  const at = (share: number) => instantOfFeedingMs(creature, sleeperOf(creature), share * windowMs(creature.species));
  return { from: at(part), until: at(1), isAwakeAt: awakeAt(creature) };
}

const STEP_MS = 15 * MINUTE_MS;
/** It comes up to so much before the last moment when it can feed more creatures then. */
const EARLIER_MS = 3 * HOUR_MS;
const NOBODY_MS = 6 * HOUR_MS;

/** The last moment for whoever's band ends first, or earlier when more can be fed then. `shut`: hours in which nobody gets in. */
export function nextVisit(bands: readonly Band[], now: Instant, shut: readonly Span[] = []): Instant {
  const lasts = bands.map((band) => ({ band, last: lastIn(band, now, shut) }));
  const [first] = lasts.toSorted((a, b) => a.last - b.last);
  if (first === undefined) return now + NOBODY_MS;
  const limit = Math.max(now + MINUTE_MS, first.last);
  const feeds = ({ from, isAwakeAt }: Band, at: Instant) => from <= at && isAwakeAt(at);
  const fed = (at: Instant) => (feeds(first.band, at) ? bands.filter((band) => feeds(band, at)).length : 0);
  let [best, most] = [limit, fed(limit)];
  for (let at = limit - STEP_MS; at > Math.max(now, limit - EARLIER_MS); at -= STEP_MS) {
    const count = fed(at);
    if (count > most) [best, most] = [at, count];
  }
  return best;
}

/** The last moment of a band in which the creature is awake and the house open. */
function lastIn({ from, until, isAwakeAt }: Band, now: Instant, shut: readonly Span[]): Instant {
  let at = until - MINUTE_MS;
  while (!isAwakeAt(at) && at > from) at -= STEP_MS;
  const closed = shut.find((span) => span.from <= at && at < span.until);
  return closed !== undefined && closed.from > now ? Math.min(at, closed.from - MINUTE_MS) : at;
}

const MEDICINE_BELOW = 50;

/** All that a creature needs besides food. */
export async function tend(house: TrialHouse, creature: Living, now: Instant): Promise<void> {
  const { id, species, stats, lastCleanedAt, playedThisCycle } = creature;
  const { mechanic } = species;
  if (isCurledUp(mechanic, stats.trust)) await house.care(id, "reflect");
  if (stats.health < MEDICINE_BELOW) await house.care(id, "medicine");
  if (now - lastCleanedAt >= CLEAN_AFTER_MS) await house.care(id, "clean");
  if (wantsPlayFirst(mechanic) && !playedThisCycle) await house.care(id, "play", playsOnlyTasks(mechanic));
}
