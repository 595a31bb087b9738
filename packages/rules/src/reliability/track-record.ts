// Computes an agent's track record (RECORD rules) from its creatures' logs and the public outages alone, so that anyone with the
// logs obtains the API's numbers.
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { mergeSpans, overlapMs, type Span } from "../time/span.ts";
import { asHouseInstant, type Instant, type Millis, type RealInstant } from "../time/units.ts";
import { independentWindows, wilson } from "./interval.ts";
import {
  LifeReader,
  boardingBeyondLimit,
  isOwn,
  lifeRecord,
  type DecidedWindow,
  type LoggedEntry,
  type LoggedLife,
} from "./windows.ts";

const RECENT_DAYS = 30;

/** The maximum clock difference between the service's processes. A house clock that is farther ahead was moved. */
const CLOCKS_DIFFER_MS = 60_000;

interface WindowCounts {
  /** The sum of on_time, late, missed, and by_others. */
  readonly expected: number;
  readonly on_time: number;
  readonly late: number;
  readonly missed: number;
  /** Windows met by a sitter. */
  readonly by_others: number;
  /** The agent's own early feedings without repeats. They meet no window. */
  readonly early: number;
}

/** A UTC day. */
export interface TrackRecordDay extends WindowCounts {
  readonly start: Instant;
}

export interface TrackRecordPeriod extends WindowCounts {
  readonly since: Instant;
  /** UTC days on which the house had a creature whose time counted. */
  readonly days: number;
  /** Windows that the agent met, on time or late. */
  readonly actual: number;
  /** Early feedings beyond a tenth of on_time + late + missed. Each counts as an unmet window. */
  readonly early_counted: number;
  /** Creatures released and not taken back. */
  readonly releases: number;
  /** on_time / (on_time + late + missed + early_counted), or null without such a window. */
  readonly on_time_share: number | null;
  /** on_time_share with weighted windows (RECORD-8). */
  readonly weighted_share: number | null;
  /** The 95% confidence interval of on_time_share. */
  readonly on_time_low: number | null;
  readonly on_time_high: number | null;
  /** The number of independent windows that determines the interval. */
  readonly independent_windows: number;
  /** Days with a missed window. */
  readonly failures: number;
  readonly mean_days_between_failures: number | null;
  /** The largest number of consecutive days without a missed window. */
  readonly longest_run_days: number;
  /** The longest time without a visit by the agent itself in which time counted for a creature. Null if it made no visit. */
  readonly longest_gap_hours: number | null;
}

export interface TrackRecord {
  readonly at: Instant;
  readonly last_30_days: TrackRecordPeriod;
  readonly all_time: TrackRecordPeriod;
  /** Windows of on_time_share that were decided in the last 24 hours, and the number of them that were not met on time. */
  readonly last_24_hours: { readonly due: number; readonly unmet: number };
  /** The last 30 days, oldest first. */
  readonly days: readonly TrackRecordDay[];
  /** Hours of boarding in the last 30 days, summed over all creatures. */
  readonly boarded_hours: number;
  /** LEAVE-2: hours with at least one creature on leave in the last `LEAVE_SHOWN_HOURS`. */
  readonly leave_hours: number;
}

interface TrackRecordOptions {
  readonly now: RealInstant;
  /** Entries recorded earlier are ignored. */
  readonly since: RealInstant;
  /** Outages of the service, merged. */
  readonly outages: readonly Span[];
}

/** Orders windows that were decided at the same instant, so that the order of creatures does not matter. */
const RANK: Readonly<Record<DecidedWindow["outcome"], number>> = {
  missed: 0,
  late: 1,
  early: 2,
  on_time: 3,
  by_others: 4,
};

/** One week. */
export const LEAVE_SHOWN_HOURS = 168;

/** RECORD-1: one early meal per this number of windows is free. */
const WINDOWS_FOR_AN_EARLY_MEAL = 10;

interface WeighedWindow extends DecidedWindow {
  /** RECORD-8: the hours in which the house expects one meal. Keeping many creatures for a few good days therefore gains nothing. */
  readonly weight: number;
}

/** The combined logs of all lives in a house. */
interface HouseWindows {
  readonly now: Instant;
  /** Windows in the order in which they were decided. */
  readonly windows: readonly WeighedWindow[];
  readonly released: readonly Instant[];
  readonly boarded: readonly Span[];
  readonly onLeave: readonly Span[];
  /** Spans in which the house had a creature whose time counted, merged. */
  readonly present: readonly Span[];
  /** Instants of care by the agent itself, in order. */
  readonly visits: readonly Instant[];
}

export function trackRecord(lives: readonly LoggedLife[], options: TrackRecordOptions): TrackRecord {
  const house = houseRecord(lives, options);
  const since = asHouseInstant(options.since);
  const today = dayOf(house.now);
  const first = today - (RECENT_DAYS - 1) * DAY_MS;
  const recent = Map.groupBy(
    house.windows.filter(({ at }) => at >= first),
    ({ at }) => dayOf(at),
  );
  const lastDay = countedIn(house, Math.max(first, since)).filter(({ at }) => at > house.now - DAY_MS);
  return {
    at: house.now,
    last_30_days: periodOf(house, Math.max(first, since)),
    all_time: periodOf(house, since),
    last_24_hours: { due: lastDay.length, unmet: lastDay.filter(({ outcome }) => outcome !== "on_time").length },
    days: Array.from({ length: RECENT_DAYS }, (_, index) => {
      const start = first + index * DAY_MS;
      return { start, ...countsOf(recent.get(start) ?? []) };
    }),
    boarded_hours: rounded(overlapMs(house.boarded, first, house.now) / HOUR_MS, 2),
    leave_hours: rounded(overlapMs(house.onLeave, house.now - LEAVE_SHOWN_HOURS * HOUR_MS, house.now) / HOUR_MS, 2),
  };
}

function dayOf(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Combines the logs of a house, up to the first entry ahead of real time, at which its clock was moved (RECORD-3). */
function houseRecord(lives: readonly LoggedLife[], options: TrackRecordOptions): HouseWindows {
  const { since, now: clock, outages } = options;
  const all = lives.flatMap(({ entries }) => entries);
  const moved = all.filter(({ at, recorded_at }) => at > recorded_at + CLOCKS_DIFFER_MS);
  const movedAt = moved.reduce((first, { recorded_at }) => Math.min(first, recorded_at), Infinity);
  const counts = ({ recorded_at }: LoggedEntry) => recorded_at >= since && recorded_at < movedAt;
  const counted = all.filter(counts);
  const now = asHouseInstant(
    movedAt === Infinity ? clock : counted.reduce((last, { recorded_at }) => Math.max(last, recorded_at), since),
  );
  const readers = lives.map(({ creature, entries }) => new LifeReader({ creature, entries: entries.filter(counts) }));
  const comings = counted
    .filter(({ kind, sitter }) => kind === "hatch" || (kind === "care" && isOwn(sitter)))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  const excess = boardingBeyondLimit(readers.flatMap((life) => life.boarded(now)));
  const records = readers.map((life) => lifeRecord(life, { outages, comings, excess }, now));
  const hourly = lives.map(({ creature }) => 1 / creature.species.feedingWindowHours);
  const expected = sumsIn(
    records.flatMap(({ present }, life) => present.map((span) => ({ span, value: hourly[life] ?? 0 }))),
  );
  return {
    now,
    windows: records
      .flatMap(({ windows }, life) =>
        windows.map((window) => ({ ...window, weight: 1 / Math.max(expected(window.at), hourly[life] ?? 0) })),
      )
      .toSorted((a, b) => a.at - b.at || RANK[a.outcome] - RANK[b.outcome]),
    released: records.flatMap(({ released }) => released),
    boarded: records.flatMap(({ boarded }) => boarded),
    onLeave: mergeSpans(records.flatMap(({ onLeave }) => onLeave)),
    present: mergeSpans(records.flatMap((life) => life.present)),
    visits: counted
      .filter(({ kind, sitter }) => kind === "care" && isOwn(sitter))
      .map(({ at }) => at)
      .toSorted((a, b) => a - b),
  };
}

function countsOf(windows: readonly DecidedWindow[]): WindowCounts {
  const count = (sought: DecidedWindow["outcome"]) =>
    windows.reduce((sum, { outcome }) => (outcome === sought ? sum + 1 : sum), 0);
  const early = count("early");
  return {
    expected: windows.length - early,
    on_time: count("on_time"),
    late: count("late"),
    missed: count("missed"),
    by_others: count("by_others"),
    early,
  };
}

/** RECORD-1: returns the windows in the share: all but those that sitters met and the early meals that count nothing. */
function countedIn({ windows }: HouseWindows, since: Instant): readonly WeighedWindow[] {
  const own = windows.filter(({ at, outcome }) => at >= since && outcome !== "by_others");
  const early = own.filter(({ outcome }) => outcome === "early");
  const met = own.filter(({ outcome }) => outcome !== "early").length;
  const free = new Set(early.slice(0, Math.floor(met / WINDOWS_FOR_AN_EARLY_MEAL)));
  return own.filter((window) => !free.has(window));
}

function weightOf(windows: readonly WeighedWindow[]): number {
  return windows.reduce((sum, { weight }) => sum + weight, 0);
}

/** Returns a function that sums the values whose spans contain an instant or end at it. */
function sumsIn(values: readonly { readonly span: Span; readonly value: number }[]): (at: Instant) => number {
  const edges = values
    .flatMap(({ span, value }) => [
      { at: span.from, value },
      { at: span.until + 1, value: -value },
    ])
    .toSorted((a, b) => a.at - b.at);
  let sum = 0;
  const sums = edges.map(({ at, value }) => ({ at, sum: (sum += value) }));
  return (at) => {
    let [low, high] = [0, sums.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((sums[middle]?.at ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1]?.sum ?? 0;
  };
}

function periodOf(house: HouseWindows, since: Instant): TrackRecordPeriod {
  const windows = house.windows.filter(({ at }) => at >= since);
  const counts = countsOf(windows);
  const own = countedIn(house, since);
  const onTime = own.filter(({ outcome }) => outcome === "on_time");
  const share = own.length === 0 ? null : onTime.length / own.length;
  const days = daysOf(house.present, since);
  const missedOn = new Set(windows.filter(({ outcome }) => outcome === "missed").map(({ at }) => dayOf(at)));
  const independent = independentWindows(
    own.map(({ outcome }) => outcome === "on_time"),
    days.length,
  );
  const interval = share === null ? null : wilson(share, independent);
  const failures = missedOn.size;
  return {
    since,
    days: days.length,
    ...counts,
    actual: counts.on_time + counts.late,
    early_counted: own.filter(({ outcome }) => outcome === "early").length,
    releases: house.released.filter((at) => at >= since).length,
    on_time_share: share === null ? null : rounded(share, 4),
    weighted_share: share === null ? null : rounded(weightOf(onTime) / weightOf(own), 4),
    on_time_low: interval === null ? null : rounded(interval.low, 4),
    on_time_high: interval === null ? null : rounded(interval.high, 4),
    independent_windows: rounded(independent, 1),
    failures,
    mean_days_between_failures: failures === 0 ? null : rounded(days.length / failures, 1),
    longest_run_days: longestRun(days, missedOn),
    longest_gap_hours: longestGap(house, since),
  };
}

/** Returns the days since an instant that overlap merged spans, in order. */
function daysOf(present: readonly Span[], since: Instant): readonly Instant[] {
  const days = new Set<Instant>();
  for (const { from, until } of present) {
    for (let day = dayOf(Math.max(from, since)); day < until; day += DAY_MS) days.add(day);
  }
  return [...days];
}

/** Returns the longest run of days without a missed window. Days that are not in `days` neither lengthen nor end a run. */
function longestRun(days: readonly Instant[], missedOn: ReadonlySet<Instant>): number {
  let longest = 0;
  let run = 0;
  for (const day of days) {
    run = missedOn.has(day) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function longestGap({ present, visits, now }: HouseWindows, since: Instant): number | null {
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

/** Returns a clock that runs only within merged spans. It must be read in ascending order of instants. */
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
