// How reliably an agent keeps its house, from the logs of its creatures alone: whoever has the logs gets the same numbers
// as the API. Days are those of UTC.
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { merged, overlapMs, type Span } from "../time/span.ts";
import { onRealTime, type Instant, type Millis, type RealInstant } from "../time/units.ts";
import { independentWindows, wilson } from "./interval.ts";
import { isOwn, lifeRecord, type DecidedWindow, type LoggedEntry, type LoggedLife } from "./windows.ts";

export const RECENT_DAYS = 30;

/** The clocks of our processes may differ by so much; a clock that is further ahead was moved. */
const CLOCKS_DIFFER_MS = 60_000;

export interface WindowCounts {
  /** Windows that came due: those below. */
  readonly expected: number;
  readonly on_time: number;
  readonly late: number;
  readonly missed: number;
  /** Met by a sitter. */
  readonly by_others: number;
}

export interface TrackRecordDay extends WindowCounts {
  /** The instant at which it starts. */
  readonly start: Instant;
}

export interface TrackRecordPeriod extends WindowCounts {
  readonly since: Instant;
  /** Days on which a creature was there to be kept. */
  readonly days: number;
  /** Windows that the agent met: on time or late. */
  readonly actual: number;
  /** Feedings before a window, which meet none. */
  readonly early: number;
  /** on_time / (on_time + late + missed). Null without such a window. */
  readonly on_time_share: number | null;
  /** Where the true share is, with 95% confidence. */
  readonly on_time_low: number | null;
  readonly on_time_high: number | null;
  /** How many independent windows the interval is based on. */
  readonly independent_windows: number;
  /** Days with a missed window. */
  readonly failures: number;
  readonly mean_days_between_failures: number | null;
  /** The most days in a row without a missed window. */
  readonly longest_run_days: number;
  /** The longest time between two visits of the agent, as far as it counted for a creature. Null before the first. */
  readonly longest_gap_hours: number | null;
}

export interface TrackRecord {
  readonly at: Instant;
  readonly last_30_days: TrackRecordPeriod;
  readonly all_time: TrackRecordPeriod;
  /** The last 30 days, oldest first. */
  readonly days: readonly TrackRecordDay[];
  /** Hours in which creatures were boarded, in the last 30 days. */
  readonly boarded_hours: number;
}

export interface TrackRecordOptions {
  readonly now: RealInstant;
  /** What was recorded before is left out. */
  readonly since: RealInstant;
  /** Outages of the service, merged. */
  readonly outages: readonly Span[];
}

/** Of windows decided at the same instant, failures come first: the order of creatures must not matter. */
const RANK: Readonly<Record<DecidedWindow["outcome"], number>> = { missed: 0, late: 1, on_time: 2, by_others: 3 };

/** What all lives of a house come to. */
interface HouseRecord {
  readonly now: Instant;
  /** In the order in which they were decided. */
  readonly windows: readonly DecidedWindow[];
  readonly early: readonly Instant[];
  readonly boarded: readonly Span[];
  /** When a creature was there whose time counted. */
  readonly present: readonly Span[];
  /** Care by the agent itself, in order. */
  readonly visits: readonly Instant[];
}

export function trackRecord(lives: readonly LoggedLife[], options: TrackRecordOptions): TrackRecord {
  const house = houseRecord(lives, options);
  const since = onRealTime(options.since);
  const today = dayOf(house.now);
  const first = today - (RECENT_DAYS - 1) * DAY_MS;
  const recent = Map.groupBy(
    house.windows.filter(({ at }) => at >= first),
    ({ at }) => dayOf(at),
  );
  return {
    at: house.now,
    last_30_days: periodOf(house, Math.max(first, since)),
    all_time: periodOf(house, since),
    days: Array.from({ length: RECENT_DAYS }, (_, index) => {
      const start = first + index * DAY_MS;
      return { start, ...countsOf(recent.get(start) ?? []) };
    }),
    boarded_hours: rounded(overlapMs(house.boarded, first, house.now) / HOUR_MS, 2),
  };
}

function dayOf(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Time on a moved clock never counts: the record ends with the last entry before the first that is ahead of real time. */
function houseRecord(lives: readonly LoggedLife[], { since, now: clock, outages }: TrackRecordOptions): HouseRecord {
  const all = lives.flatMap(({ entries }) => entries);
  const moved = all.filter(({ at, recorded_at }) => at > recorded_at + CLOCKS_DIFFER_MS);
  const movedAt = moved.reduce((first, { recorded_at }) => Math.min(first, recorded_at), Infinity);
  const counts = ({ recorded_at }: LoggedEntry) => recorded_at >= since && recorded_at < movedAt;
  const counted = all.filter(counts);
  const now = onRealTime(
    movedAt === Infinity ? clock : counted.reduce((last, { recorded_at }) => Math.max(last, recorded_at), since),
  );
  const records = lives.map((life) =>
    lifeRecord({ creature: life.creature, entries: life.entries.filter(counts) }, outages, now),
  );
  return {
    now,
    windows: records
      .flatMap(({ windows }) => windows)
      .toSorted((a, b) => a.at - b.at || RANK[a.outcome] - RANK[b.outcome]),
    early: records.flatMap(({ early }) => early),
    boarded: records.flatMap(({ boarded }) => boarded),
    present: merged(records.flatMap((life) => life.present)),
    visits: counted
      .filter(({ kind, sitter }) => kind === "care" && isOwn(sitter))
      .map(({ at }) => at)
      .toSorted((a, b) => a - b),
  };
}

function countsOf(windows: readonly DecidedWindow[]): WindowCounts {
  const count = (sought: DecidedWindow["outcome"]) =>
    windows.reduce((sum, { outcome }) => (outcome === sought ? sum + 1 : sum), 0);
  return {
    expected: windows.length,
    on_time: count("on_time"),
    late: count("late"),
    missed: count("missed"),
    by_others: count("by_others"),
  };
}

function periodOf(house: HouseRecord, since: Instant): TrackRecordPeriod {
  const windows = house.windows.filter(({ at }) => at >= since);
  const counts = countsOf(windows);
  const own = counts.on_time + counts.late + counts.missed;
  const days = daysOf(house.present, since);
  const missedOn = new Set(windows.filter(({ outcome }) => outcome === "missed").map(({ at }) => dayOf(at)));
  const independent = independentWindows(ownResults(windows), days.length);
  const interval = own === 0 ? null : wilson(counts.on_time / own, independent);
  const failures = missedOn.size;
  return {
    since,
    days: days.length,
    ...counts,
    actual: counts.on_time + counts.late,
    early: house.early.filter((at) => at >= since).length,
    on_time_share: own === 0 ? null : rounded(counts.on_time / own, 4),
    on_time_low: interval === null ? null : rounded(interval.low, 4),
    on_time_high: interval === null ? null : rounded(interval.high, 4),
    independent_windows: rounded(independent, 1),
    failures,
    mean_days_between_failures: failures === 0 ? null : rounded(days.length / failures, 1),
    longest_run_days: longestRun(days, missedOn),
    longest_gap_hours: longestGap(house, since),
  };
}

/** Whether each of the keeper's own windows was met on time, in order. */
function ownResults(windows: readonly DecidedWindow[]): readonly boolean[] {
  return windows.filter(({ outcome }) => outcome !== "by_others").map(({ outcome }) => outcome === "on_time");
}

/** The days since then that have some of these merged spans, in order. */
function daysOf(present: readonly Span[], since: Instant): readonly Instant[] {
  const days = new Set<Instant>();
  for (const { from, until } of present) {
    for (let day = dayOf(Math.max(from, since)); day < until; day += DAY_MS) days.add(day);
  }
  return [...days];
}

/** Days without a creature, or with all of them boarded, neither count nor end a run. */
function longestRun(days: readonly Instant[], missedOn: ReadonlySet<Instant>): number {
  let longest = 0;
  let run = 0;
  for (const day of days) {
    run = missedOn.has(day) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function longestGap({ present, visits, now }: HouseRecord, since: Instant): number | null {
  const made = visits.filter((at) => at >= since);
  if (made.length === 0) return null;
  const presentUntil = clockOf(present);
  let longest: Millis = 0;
  let last = presentUntil(since);
  for (const at of [...made, now]) {
    const passed = presentUntil(at);
    longest = Math.max(longest, passed - last);
    last = passed;
  }
  return rounded(longest / HOUR_MS, 2);
}

/** A clock that runs only within these merged spans. Ask it for instants in order. */
function clockOf(spans: readonly Span[]): (at: Instant) => Millis {
  let index = 0;
  let before: Millis = 0;
  return (at) => {
    for (let span = spans[index]; span !== undefined && span.until <= at; span = spans[++index]) {
      before += span.until - span.from;
    }
    const span = spans[index];
    return span === undefined ? before : before + Math.max(0, at - span.from);
  };
}
