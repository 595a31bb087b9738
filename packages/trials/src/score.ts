// The score of a run: a pure function of its log (TRIAL-11, TRIAL-12). An hour is on time when every creature of the house is in a
// cycle, from meal to meal, whose meal came on time. Everything else is not: too early, too late, never, or dead.
import type { Adoption } from "@denkeeper/rules/care/adoption.ts";
import { TIMINGS, isLiving, type Creature, type Timing } from "@denkeeper/rules/creature/creature.ts";
import { ENDS_AT, positionOf } from "@denkeeper/rules/life/feeding.ts";
import { settle, settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { merged, overlapMs, type Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { relayGrade, servedIn, type RelayGrade } from "./relay/grade.ts";
import type { Scenario } from "./scenario.ts";
import { replayed, replayedLives, type RunRecord, type TrialEvent } from "./record.ts";

/** A day of which less than this share was on time has failed. */
export const LEAST_DAY_SHARE = 0.5;
/** RELAY-5: the same, of right servings. */
export const LEAST_RIGHT_SHARE = 0.75;

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
  /** Where the scenario tells it: the share of the scored hours before the last visit was used. */
  readonly shareWhileVisitsLasted?: number;
  /** Where letters order what is served: then the share of a day is that of its right servings. */
  readonly grade?: RelayGrade;
}

/** Which share of a day is the least that does not fail. */
export function leastDayShare({ letters }: Pick<Scenario, "letters">): number {
  return letters === undefined ? LEAST_DAY_SHARE : LEAST_RIGHT_SHARE;
}

export function isFailedDay(dayShare: number, least = LEAST_DAY_SHARE): boolean {
  return dayShare < least;
}

/** How many runs of failed days there are. */
export function failuresIn(dayShares: readonly number[], least = LEAST_DAY_SHARE): number {
  const isFailed = (share: number) => isFailedDay(share, least);
  return dayShares.filter((share, day) => isFailed(share) && !isFailed(dayShares[day - 1] ?? 1)).length;
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
  const grade = draw.relay === undefined ? undefined : relayGrade(draw.relay, servedIn(record));
  const dayShares =
    grade?.dayShares ??
    Array.from({ length: scoredDays }, (_, day) => shareOf(lost, from + day * DAY_MS, from + (day + 1) * DAY_MS));
  const least = leastDayShare(scenario);
  const firstFailed = dayShares.findIndex((share) => isFailedDay(share, least));
  const deaths = lives.filter(({ died }) => died).length;
  const timings = lives.flatMap((life) => life.timings);
  const lastVisit = visits.length < scenario.visits ? endsAt : (visits.at(-1) ?? from);
  return {
    onTimeShare: shareOf(lost, from, endsAt),
    dayShares,
    lifeShares: lives.map((life) => shareOf(merged([...life.lost, ...outages]), Math.max(from, life.countsAt), endsAt)),
    firstFailedDay: firstFailed < 0 ? null : firstFailed + 1,
    failedDays: dayShares.filter((share) => isFailedDay(share, least)).length,
    failures: failuresIn(dayShares, least),
    scoredDays,
    deaths,
    missedWindows: lives.reduce((sum, life) => sum + life.missed, 0),
    passed: firstFailed < 0 && deaths === 0,
    feedings: recordOf(TIMINGS, (timing) => timings.filter((each) => each === timing).length),
    visitsPerDay: visits.length / scenario.days,
    callsPerCreatureDay: calls / scenario.days / lives.length,
    ...(scenario.tellsVisits === undefined
      ? {}
      : { shareWhileVisitsLasted: shareOf(lost, from, Math.max(lastVisit, from + DAY_MS)) }),
    ...(grade === undefined ? {} : { grade }),
  };
}

/** What the score needs of a life. `from`: where the scored days start. */
function livesOf({ scenario, draw, lives }: RunRecord, ends: readonly Creature[], from: Instant) {
  const { graceHours = 0, countsFrom } = scenario;
  return draw.adoptions.map((adoption, index) => {
    const [last, { events }] = [ends[index], lives[index] ?? { events: [] }];
    if (last === undefined) throw new Error(`a life is missing: ${adoption.id}`);
    const end = settleAny(last, draw.endsAt);
    const countsAt = adoption.at + graceHours * HOUR_MS;
    const judged = countsFrom === undefined ? events : judgedFrom(countsFrom, adoption, events);
    const lost = lostIn(judged, end, { from: adoption.at, until: draw.endsAt });
    return {
      countsAt,
      lost: lost.flatMap(({ from: since, until }) =>
        until <= countsAt ? [] : [{ from: Math.max(since, countsAt), until }],
      ),
      died: end.death !== null,
      missed: end.missedFeedings - missedBefore(adoption, events, from),
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

/** The events, where meals before this part of the feeding window are early. */
function judgedFrom(part: number, adoption: Adoption, events: readonly TrialEvent[]): readonly TrialEvent[] {
  const judged: TrialEvent[] = [];
  replayed(adoption, events, (before, event) => {
    const then = isLiving(before) ? settle(before, event.at) : before;
    const isSoon = event.timing !== null && isLiving(then) && positionOf(then.species, then.feedingMs) < part;
    judged.push(isSoon ? { ...event, timing: "early" } : event);
  });
  return judged;
}

/** Windows that were missed before the scored days. */
function missedBefore(adoption: Adoption, events: readonly TrialEvent[], from: Instant): number {
  if (from <= adoption.at) return 0;
  const early = replayed(
    adoption,
    events.filter(({ at }) => at < from),
  );
  return (isLiving(early) ? settle(early, from) : early).missedFeedings;
}
