// The feeding windows of one life, from its log: which were met, by whom, and which passed unfed. A window counts at the
// instant that decides it: the feeding, or the instant at which it was missed (FEED-6). Whoever gives up a window that waits
// for food, by a release or a boarding, has not met it.
import { boardableMs } from "../care/boarding.ts";
import type { CareAction, Timing } from "../creature/creature.ts";
import {
  ENDS_AT,
  MISSED_AT,
  OPENS_AT,
  feedingLegs,
  feedingMsAt,
  instantsFromPosition,
  positionOf,
  windowMs,
} from "../life/feeding.ts";
import type { SpeciesNature } from "../species/species.ts";
import { DAY_MS, MINUTE_MS } from "../time/durations.ts";
import { isAsleepAt, sleepStretches, sleeperOf } from "../time/sleep.ts";
import { mergeSpans, type Span } from "../time/span.ts";
import type { Instant, Millis, RealInstant } from "../time/units.ts";

/** An entry of a life's log, as an export has it. */
export interface LoggedEntry {
  readonly version: number;
  readonly kind: string;
  readonly at: Instant;
  readonly recorded_at: RealInstant;
  readonly until: Instant | null;
  readonly action: CareAction | null;
  readonly timing: Timing | null;
  /** Who cared, if it was not the keeper. */
  readonly sitter?: string | null;
}

/** A creature and its log. */
export interface LoggedLife {
  readonly creature: {
    readonly id: string;
    readonly zone: string;
    readonly species: Pick<SpeciesNature, "feedingWindowHours">;
  };
  readonly entries: readonly LoggedEntry[];
}

export interface DecidedWindow {
  readonly at: Instant;
  /** An early meal meets no window. Whether it counts as one that was not met depends on how many there are (RECORD-1). */
  readonly outcome: "on_time" | "early" | "late" | "missed" | "by_others";
}

/** What the windows of one life depend on beside its own log. */
export interface HouseSpans {
  /** Outages of the service, merged: they count from the last entry on, since earlier ones are in the log. */
  readonly outages: readonly Span[];
  /** When the keeper itself cared for any creature, or hatched one; in order. */
  readonly comings: readonly Instant[];
  /** Boarding beyond the leave of the house (`boardingBeyondLeave`). */
  readonly excess: readonly Span[];
}

/** What the log of one life says about its keeper. */
export interface LifeRecord {
  readonly windows: readonly DecidedWindow[];
  /** Releases that were not taken back. */
  readonly released: readonly Instant[];
  /** When the creature was alive and its time counted. */
  readonly present: readonly Span[];
  readonly boarded: readonly Span[];
  /** LEAVE-2: when it was on leave between the runs of a schedule. */
  readonly onLeave: readonly Span[];
}

/** From a feeding, hatching or resurrection to the feeding, death or release that ended it. */
interface LoggedCycle {
  readonly start: Instant;
  end: LoggedEntry | null;
  /** Whether the meal that ended it was the one before, sent again. */
  isRepeated: boolean;
}

interface RecordedPause extends Span {
  readonly kind: string;
}

/** RECORD-1: a meal that soon after the last one is the same, sent again. */
const SAME_MEAL_MS = 10 * MINUTE_MS;
/** RECORD-6: whoever comes back within so long was not gone for good, and the released one waited so long for it. */
const BACK_WITHIN_MS = 7 * DAY_MS;
const WAITS_MS = 2 * DAY_MS;

/** The log in the order of the life: of one change an outage comes first, and a death or a leave last. */
function inOrder(entries: readonly LoggedEntry[]): readonly LoggedEntry[] {
  const rank = ({ kind }: LoggedEntry) => (kind === "amnesty" ? 0 : kind === "death" || kind === "leave" ? 2 : 1);
  return entries.toSorted((a, b) => a.version - b.version || rank(a) - rank(b) || a.at - b.at);
}

/** A life on its way through its log. */
export class LifeReader {
  readonly creature: LoggedLife["creature"];
  readonly cycles: LoggedCycle[] = [];
  pauses: RecordedPause[] = [];
  lastAt: Instant = 0;
  #mealAt: Instant = -Infinity;

  constructor({ creature, entries }: LoggedLife) {
    this.creature = creature;
    for (const entry of inOrder(entries)) this.#read(entry);
  }

  boarded(now: Instant): readonly Span[] {
    return this.#spans("board", now);
  }

  onLeave(now: Instant): readonly Span[] {
    return this.#spans("leave", now);
  }

  #spans(of: string, now: Instant): readonly Span[] {
    const found = this.pauses.filter(({ kind }) => kind === of);
    return mergeSpans(found).map(({ from, until }) => ({ from, until: Math.min(until, now) }));
  }

  #read(entry: LoggedEntry): void {
    const { kind, at, until } = entry;
    const cycle = this.cycles.at(-1);
    const isMeal = kind === "care" && entry.action === "feed";
    if ((isMeal || kind === "death" || kind === "release") && cycle?.end === null) {
      cycle.end = entry;
      cycle.isRepeated = isMeal && this.#repeats(entry);
    }
    if (isMeal || kind === "hatch" || kind === "resurrect") {
      this.cycles.push({ start: at, end: null, isRepeated: false });
    }
    // As if the release or the death had never been.
    if ((kind === "take_back" || kind === "restore") && cycle !== undefined) cycle.end = null;
    // A creature rests until it is called back or released, or its keeper is suspended.
    if (kind === "return" || kind === "release" || kind === "suspend") {
      this.pauses = this.pauses.map((pause) => ({ ...pause, until: Math.min(pause.until, Math.max(at, pause.from)) }));
    }
    if (until !== null) this.pauses.push({ kind, from: at, until });
    this.lastAt = Math.max(this.lastAt, at);
  }

  /** What repeats a meal, and a sitter's early one, is no meal of the record: the next is not measured by it. */
  #repeats({ at, timing, sitter }: LoggedEntry): boolean {
    const repeats = timing === "early" && at - this.#mealAt < SAME_MEAL_MS;
    if (!repeats && (timing !== "early" || isOwn(sitter))) this.#mealAt = at;
    return repeats;
  }
}

/** RECORD-7: the boarding of a house that is more than a single creature could have had (BOARD-2), from all boarded spans. */
export function boardingBeyondLeave(boarded: readonly Span[]): readonly Span[] {
  const leave: (Span & { kind: "boarding" })[] = [];
  return mergeSpans(boarded).flatMap(({ from, until }) => {
    const border = Math.min(until, from + Math.max(0, boardableMs({ pauses: leave }, from)));
    if (border > from) leave.push({ kind: "boarding", from, until: border });
    return border < until ? [{ from: border, until }] : [];
  });
}

export function lifeRecord(life: LifeReader, house: HouseSpans, now: Instant): LifeRecord {
  const { creature, cycles, lastAt } = life;
  const unwritten = house.outages.map(({ from, until }) => ({ from: Math.max(from, lastAt), until }));
  const paused = mergeSpans([...life.pauses, ...unwritten]);
  const clock = feedingClock(creature, paused);
  const boarded = life.boarded(now);
  const windows = cycles.flatMap((cycle) => windowsOf(cycle, { clock, paused, boarded, house, now }));
  const beyond = boarded.flatMap((span) => missedBeyondLeave(span, house.excess, windowMs(creature.species)));
  return {
    windows: [...windows, ...beyond],
    released: cycles.flatMap(({ end }) => (end?.kind === "release" ? [end.at] : [])),
    present: mergeSpans(
      cycles.flatMap(({ start, end }) => outsideSpans(paused, { from: start, until: end?.at ?? now })),
    ),
    boarded,
    onLeave: life.onLeave(now),
  };
}

export function isOwn(sitter: LoggedEntry["sitter"]): boolean {
  return sitter === undefined || sitter === null;
}

const missedAt = (at: Instant): DecidedWindow => ({ at, outcome: "missed" });

/** RECORD-7: each window's length of boarding beyond leave is a window that was not met. */
function missedBeyondLeave({ from, until }: Span, excess: readonly Span[], window: Millis): readonly DecidedWindow[] {
  return excess.flatMap((span) => {
    const start = Math.max(span.from, from);
    const missed = Math.floor(Math.max(0, Math.min(span.until, until) - start) / window);
    return Array.from({ length: missed }, (_, index) => missedAt(start + (index + 1) * window));
  });
}

/** The parts of a span that are outside of these merged ones. */
function outsideSpans(spans: readonly Span[], { from, until }: Span): readonly Span[] {
  const parts: Span[] = [];
  let start = from;
  for (const span of spans) {
    if (span.until <= start) continue;
    if (span.from >= until) break;
    if (span.from > start) parts.push({ from: start, until: span.from });
    start = span.until;
  }
  return start < until ? [...parts, { from: start, until }] : parts;
}

/** The feeding clock of a life that was last fed at some instant. */
interface FeedingClock {
  readonly missesBetween: (fedAt: Instant, until: Instant) => readonly Instant[];
  readonly positionAt: (fedAt: Instant, at: Instant) => number;
  readonly isAsleepAt: (at: Instant) => boolean;
}

function feedingClock(creature: LoggedLife["creature"], paused: readonly Span[]): FeedingClock {
  const { species } = creature;
  const sleeper = sleeperOf(creature);
  const follow = (fedAt: Instant, end: Instant) => {
    const misses: Instant[] = [];
    let feedingMs: Millis = 0;
    for (const { from, until } of outsideSpans(paused, { from: fedAt, until: end })) {
      const legs = feedingLegs({ species, feedingMs }, sleepStretches(sleeper, from, until));
      misses.push(...instantsFromPosition(species, legs, until, MISSED_AT));
      feedingMs = feedingMsAt(legs, until);
    }
    return { misses, position: positionOf(species, feedingMs) };
  };
  return {
    // Most cycles end long before: the feeding clock never runs ahead of time.
    missesBetween: (fedAt, until) => (until - fedAt < MISSED_AT * windowMs(species) ? [] : follow(fedAt, until).misses),
    positionAt: (fedAt, at) => follow(fedAt, at).position,
    isAsleepAt: (at) => isAsleepAt(sleeper, at),
  };
}

interface WindowContext {
  readonly clock: FeedingClock;
  readonly paused: readonly Span[];
  /** Boardings that RECORD-7 judges. */
  readonly boarded: readonly Span[];
  readonly house: HouseSpans;
  readonly now: Instant;
}

/** The windows from one feeding to the next. */
function windowsOf(cycle: LoggedCycle, judging: WindowContext): readonly DecidedWindow[] {
  const { clock, boarded, house, now } = judging;
  const { start, end } = cycle;
  const until = end?.kind === "release" ? waitsUntil(end.at, house) : (end?.at ?? now);
  const misses = clock.missesBetween(start, until);
  // Boarded after its window had ended, and before that counted as missed: the keeper came, and did not feed.
  const putOff = boarded.find(({ from }) => {
    if (from <= start || from >= (end?.at ?? now)) return false;
    const position = clock.positionAt(start, from);
    return position > ENDS_AT && position < MISSED_AT;
  });
  if (putOff !== undefined) return [putOff.from, ...misses.slice(1)].map(missedAt);
  if (end?.kind === "care") {
    return [...misses.map(missedAt), ...(cycle.isRepeated ? [] : metBy(end))];
  }
  if (misses.length > 0 || end === null) return misses.map(missedAt);
  // RECORD-2: every death leaves a window unmet.
  return end.kind === "death" || isAbandoned(start, end.at, until, clock) ? [missedAt(until)] : [];
}

/** CONS-2: an early feeding meets no window, and of a missed one the windows before it count. */
function metBy({ at, timing, sitter }: LoggedEntry): readonly DecidedWindow[] {
  if (timing === null || timing === "missed_window") return [];
  if (isOwn(sitter)) return [{ at, outcome: timing }];
  return timing === "early" ? [] : [{ at, outcome: "by_others" }];
}

/** RECORD-6: whether a creature was released that could have been fed, or whose meal was late when its keeper came back. */
function isAbandoned(start: Instant, at: Instant, until: Instant, clock: FeedingClock): boolean {
  if (clock.positionAt(start, at) >= OPENS_AT && !clock.isAsleepAt(at)) return true;
  return until > at && clock.positionAt(start, until) > ENDS_AT;
}

/** RECORD-6: a released creature waits until its keeper comes back to anybody. Those who stay away have left. */
function waitsUntil(at: Instant, { comings }: HouseSpans): Instant {
  const back = comings.find((coming) => coming > at) ?? Infinity;
  return back > at + BACK_WITHIN_MS ? at : Math.min(back, at + WAITS_MS);
}
