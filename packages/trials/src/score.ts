// The score of a run: a pure function of its log (TRIAL-11, TRIAL-12). An hour is on time when every creature of the house is in a
// cycle, from meal to meal, whose meal came on time. Everything else is not: too early, too late, never, or dead.
import { TIMINGS, isLiving, type Creature, type Timing } from "@denkeeper/rules/creature/creature.ts";
import { ENDS_AT, positionOf } from "@denkeeper/rules/life/feeding.ts";
import { settle, settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { merged, overlapMs, type Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { replayed, replayedLives, type RunRecord, type TrialEvent } from "./record.ts";

/** A day of which less than this share was on time has failed. */
const LEAST_DAY_SHARE = 0.5;

export interface Score {
  /** The share of the scored hours in which the whole house was on time, 0 to 1. */
  readonly onTimeShare: number;
  /** The same for each day. */
  readonly dayShares: readonly number[];
  /** The same for each creature alone, in the order of the draw. */
  readonly lifeShares: readonly number[];
  /** Counted from 1; null when no day failed. */
  readonly firstFailedDay: number | null;
  readonly failedDays: number;
  /** Failed days in a row are one failure. */
  readonly failures: number;
  readonly scoredDays: number;
  readonly deaths: number;
  readonly missedWindows: number;
  /** No day failed, and nobody died. */
  readonly passed: boolean;
  /** Meals of the scored days. */
  readonly feedings: Readonly<Record<Timing, number>>;
  readonly visitsPerDay: number;
  readonly callsPerCreatureDay: number;
}

export function isFailedDay(dayShare: number): boolean {
  return dayShare < LEAST_DAY_SHARE;
}

/** How many runs of failed days there are. */
export function failuresIn(dayShares: readonly number[]): number {
  return dayShares.filter((share, day) => isFailedDay(share) && !isFailedDay(dayShares[day - 1] ?? 1)).length;
}

/** `ends`: what each life came to. Throws when the log cannot have happened. */
export function score(record: RunRecord, ends: readonly Creature[] = replayedLives(record)): Score {
  const { scenario, draw, visits, calls } = record;
  const { endsAt, outages } = draw;
  const from = draw.startsAt + scenario.learningDays * DAY_MS;
  const scoredDays = scenario.days - scenario.learningDays;
  const lives = livesOf(record, ends, from);
  // Time in which the service was away is left out on both sides.
  const lost = merged([...lives.flatMap((life) => life.lost), ...outages]);
  const shareOf = (spans: readonly Span[], start: Instant, end: Instant) => {
    const all = end - start - overlapMs(outages, start, end);
    return (end - start - overlapMs(spans, start, end)) / all;
  };
  const dayShares = Array.from({ length: scoredDays }, (_, day) =>
    shareOf(lost, from + day * DAY_MS, from + (day + 1) * DAY_MS),
  );
  const firstFailed = dayShares.findIndex(isFailedDay);
  const deaths = lives.filter(({ died }) => died).length;
  const timings = lives.flatMap((life) => life.timings);
  return {
    onTimeShare: shareOf(lost, from, endsAt),
    dayShares,
    lifeShares: lives.map((life) => shareOf(merged([...life.lost, ...outages]), from, endsAt)),
    firstFailedDay: firstFailed < 0 ? null : firstFailed + 1,
    failedDays: dayShares.filter(isFailedDay).length,
    failures: failuresIn(dayShares),
    scoredDays,
    deaths,
    missedWindows: lives.reduce((sum, life) => sum + life.missed, 0),
    passed: firstFailed < 0 && deaths === 0,
    feedings: recordOf(TIMINGS, (timing) => timings.filter((each) => each === timing).length),
    visitsPerDay: visits.length / scenario.days,
    callsPerCreatureDay: calls / scenario.days / lives.length,
  };
}

/** What the score needs of a life. `from`: where the scored days start. */
function livesOf({ draw, lives }: RunRecord, ends: readonly Creature[], from: Instant) {
  return ends.map((last, index) => {
    const events = lives[index]?.events ?? [];
    const end = settleAny(last, draw.endsAt);
    return {
      lost: lostIn(events, end, { from: draw.startsAt, until: draw.endsAt }),
      died: end.death !== null,
      missed: end.missedFeedings - missedBefore(draw.adoptions[index], events, from),
      timings: events.filter(({ at }) => at >= from).map(({ timing }) => timing),
    };
  });
}

/** The cycles that were not on time. The one that is open at the end was, unless it is overdue. */
function lostIn(events: readonly TrialEvent[], end: Creature, run: Span): readonly Span[] {
  const lost: Span[] = [];
  let since = run.from;
  for (const { action, at, timing } of events) {
    if (action !== "feed") continue;
    if (timing !== "on_time") lost.push({ from: since, until: at });
    since = at;
  }
  const isOnTime = isLiving(end) && positionOf(end.species, end.feedingMs) <= ENDS_AT;
  return isOnTime ? lost : [...lost, { from: since, until: run.until }];
}

/** Windows that were missed before the scored days. */
function missedBefore(
  adoption: RunRecord["draw"]["adoptions"][number] | undefined,
  events: readonly TrialEvent[],
  from: Instant,
): number {
  if (adoption === undefined || from <= adoption.at) return 0;
  const early = replayed(
    adoption,
    events.filter(({ at }) => at < from),
  );
  return (isLiving(early) ? settle(early, from) : early).missedFeedings;
}
