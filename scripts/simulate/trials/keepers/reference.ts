// The reference keeper: it knows the rules and the whole state, but not what will go wrong. It comes as seldom as it can and still
// feeds everybody on time.
import { isLiving, type Living, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import { isCurledUp, playsOnlyTasks, wantsPlayFirst } from "@denkeeper/rules/creature/mechanics.ts";
import { dueAt } from "@denkeeper/rules/foresight/derived-events.ts";
import { CLEAN_AFTER_MS } from "@denkeeper/rules/life/advice.ts";
import { ENDS_AT, OPENS_AT, instantOfFeedingMs, windowMs } from "@denkeeper/rules/life/feeding.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { planner } from "../planners/planner.ts";
import { eachVisit, type Insight, type TrialKeeper, type Play } from "./keeper.ts";

const MARGIN_MS = MINUTE_MS;
/** It comes up to this much before the last moment when it can feed more creatures then. */
const EARLIER_MS = 2 * HOUR_MS;
const STEP_MS = HOUR_MS / 4;
const MEDICINE_BELOW = 50;
const MOST_CARE = 60;

/** Where a meal counts later than on time, or the house is shut at times, it plans for that, too. */
export const reference: TrialKeeper["play"] = async (play) => {
  const { countsFrom, closures } = play.insight.scenario;
  await (countsFrom === undefined && closures === undefined ? byState : planner())(play);
};

const byState: TrialKeeper["play"] = async (play) =>
  eachVisit(play.house, async ({ now, creatures }) => {
    for (const { id } of creatures) await careFor(play, id, now);
    return nextVisit(play.insight, now);
  });

function livingAt({ creatures }: Insight, now: Instant): readonly Living[] {
  return creatures
    .filter(isLiving)
    .map((creature) => settle(creature, now))
    .filter(isLiving);
}

async function careFor({ house, insight }: Play, id: string, now: Instant): Promise<void> {
  for (let count = 0; count < MOST_CARE; count++) {
    const creature = livingAt(insight, now).find((each) => each.id === id);
    const action = creature === undefined ? null : needOf(creature, now);
    if (creature === undefined || action === null) return;
    // Repeated care may be given twice where an answer was lost: look first.
    const cared = await house.care(id, action, playsOnlyTasks(creature.species.mechanic));
    if (!cared.ok && cared.failure === "away") return;
  }
}

function needOf(creature: Living, now: Instant): CareAction | null {
  const { species, stats } = creature;
  const { mechanic } = species;
  if (isAsleepAt(sleeperOf(creature), now)) return null;
  if (isCurledUp(mechanic, stats.trust)) return "reflect";
  if (stats.health < MEDICINE_BELOW) return "medicine";
  if (now - creature.lastCleanedAt >= CLEAN_AFTER_MS) return "clean";
  if (creature.feedingMs < OPENS_AT * windowMs(species)) return null;
  return wantsPlayFirst(mechanic) && !creature.playedThisCycle ? "play" : "feed";
}

interface Band {
  readonly opensAt: Instant;
  readonly endsAt: Instant;
  readonly isAwakeAt: (at: Instant) => boolean;
}

function bandOf(creature: Living): Band {
  const sleeper = sleeperOf(creature);
  return {
    opensAt: dueAt(creature),
    endsAt: instantOfFeedingMs(creature, sleeper, ENDS_AT * windowMs(creature.species)),
    isAwakeAt: (at) => !isAsleepAt(sleeper, at),
  };
}

/** The last moment for whoever's band ends first, or a little earlier when it can feed more of them then. */
function nextVisit(insight: Insight, now: Instant): Instant | null {
  const bands = livingAt(insight, now)
    .map(bandOf)
    .toSorted((a, b) => a.endsAt - b.endsAt);
  const [first] = bands;
  if (first === undefined) return null;
  const feeds = ({ opensAt, isAwakeAt }: Band, at: Instant) => opensAt <= at && isAwakeAt(at);
  const fed = (at: Instant) => (feeds(first, at) ? bands.filter((band) => feeds(band, at)).length : 0);
  const last = Math.max(now + MARGIN_MS, first.endsAt - MARGIN_MS);
  let [best, most] = [last, fed(last)];
  for (let at = last - STEP_MS; at > Math.max(now, last - EARLIER_MS); at -= STEP_MS) {
    const count = fed(at);
    if (count > most) [best, most] = [at, count];
  }
  return best;
}
