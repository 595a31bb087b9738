// Reads the feeding windows of a life from its log: which were met, by whom, and which were missed (RECORD rules).
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

/** An entry of a life's log, as exported. */
export interface LoggedEntry {
  readonly version: number;
  readonly kind: string;
  readonly at: Instant;
  readonly recorded_at: RealInstant;
  readonly until: Instant | null;
  readonly action: CareAction | null;
  readonly timing: Timing | null;
  /** Absent or null for care by the keeper. */
  readonly sitter?: string | null;
}

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
  /** RECORD-1: `early` meets no window. It counts nothing or as an unmet window. */
  readonly outcome: "on_time" | "early" | "late" | "missed" | "by_others";
}

/** Facts about a house that affect the windows of each life. */
export interface HouseSpans {
  /** Outages of the service, merged. Only the time after a life's last entry is used, because its log has the earlier ones. */
  readonly outages: readonly Span[];
  /** Instants at which the keeper itself hatched a creature or cared for one, in order. */
  readonly comings: readonly Instant[];
  /** Boarding beyond the house's limit (`boardingBeyondLimit`). */
  readonly excess: readonly Span[];
}

interface LifeRecord {
  readonly windows: readonly DecidedWindow[];
  /** Releases that were not taken back. */
  readonly released: readonly Instant[];
  /** Spans in which the creature was alive and its time counted, merged. */
  readonly present: readonly Span[];
  readonly boarded: readonly Span[];
  /** LEAVE-2: leave between the runs of a schedule. */
  readonly onLeave: readonly Span[];
}

/** A cycle from a feeding, hatching, or resurrection to the feeding, death, or release that ended it. */
interface LoggedCycle {
  readonly start: Instant;
  end: LoggedEntry | null;
  /** True if the meal that ended the cycle was a repeat of the previous meal. */
  isRepeated: boolean;
}

/** RECORD-1: an early meal within this time after the previous meal is a repeat. */
const SAME_MEAL_MS = 10 * MINUTE_MS;
/** RECORD-6: if the keeper comes within this time after a release, the release may count as missed windows. */
const BACK_WITHIN_MS = 7 * DAY_MS;
/** RECORD-6: the longest time for which a released creature's feeding clock runs on. */
const WAITS_MS = 2 * DAY_MS;

/** Orders entries by version. Entries of one version begin with outages and end with a death or leave. */
function inOrder(entries: readonly LoggedEntry[]): readonly LoggedEntry[] {
  const rank = ({ kind }: LoggedEntry) => (kind === "amnesty" ? 0 : kind === "death" || kind === "leave" ? 2 : 1);
  return entries.toSorted((a, b) => a.version - b.version || rank(a) - rank(b) || a.at - b.at);
}

/** Collects the cycles and pauses of a life from its log. */
export class LifeReader {
  readonly creature: LoggedLife["creature"];
  readonly cycles: LoggedCycle[] = [];
  pauses: (Span & { readonly kind: string })[] = [];
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

  #spans(kind: string, now: Instant): readonly Span[] {
    const spans = mergeSpans(this.pauses.filter((pause) => pause.kind === kind));
    return spans.map(({ from, until }) => ({ from, until: Math.min(until, now) }));
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
    // These entries undo the release or the death.
    if ((kind === "take_back" || kind === "restore") && cycle !== undefined) cycle.end = null;
    // These entries end any pause early.
    if (kind === "return" || kind === "release" || kind === "suspend") {
      this.pauses = this.pauses.map((pause) => ({ ...pause, until: Math.min(pause.until, Math.max(at, pause.from)) }));
    }
    if (until !== null) this.pauses.push({ kind, from: at, until });
    this.lastAt = Math.max(this.lastAt, at);
  }

  /** RECORD-1: checks whether a meal repeats the last one. Repeats and a sitter's early meals do not count as the last one. */
  #repeats({ at, timing, sitter }: LoggedEntry): boolean {
    const repeats = timing === "early" && at - this.#mealAt < SAME_MEAL_MS;
    if (!repeats && (timing !== "early" || isOwn(sitter))) this.#mealAt = at;
    return repeats;
  }
}

/** RECORD-7: returns the parts of a house's boarding beyond the limit that BOARD-2 sets for a single creature. */
export function boardingBeyondLimit(boarded: readonly Span[]): readonly Span[] {
  const allowed: (Span & { kind: "boarding" })[] = [];
  return mergeSpans(boarded).flatMap(({ from, until }) => {
    const border = Math.min(until, from + Math.max(0, boardableMs({ pauses: allowed }, from)));
    if (border > from) allowed.push({ kind: "boarding", from, until: border });
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
  const beyond = boarded.flatMap((span) => missedBeyondLimit(span, house.excess, windowMs(creature.species)));
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

/** RECORD-7: returns a missed window for each length of the feeding window in boarding beyond the limit. */
function missedBeyondLimit({ from, until }: Span, excess: readonly Span[], window: Millis): readonly DecidedWindow[] {
  return excess.flatMap((span) => {
    const start = Math.max(span.from, from);
    const missed = Math.floor(Math.max(0, Math.min(span.until, until) - start) / window);
    return Array.from({ length: missed }, (_, index) => missedAt(start + (index + 1) * window));
  });
}

/** Returns the parts of a span outside of merged spans. */
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
    // Most cycles are too short to miss a window, because the feeding clock never runs faster than time.
    missesBetween: (fedAt, until) => (until - fedAt < MISSED_AT * windowMs(species) ? [] : follow(fedAt, until).misses),
    positionAt: (fedAt, at) => follow(fedAt, at).position,
    isAsleepAt: (at) => isAsleepAt(sleeper, at),
  };
}

interface WindowContext {
  readonly clock: FeedingClock;
  readonly paused: readonly Span[];
  readonly boarded: readonly Span[];
  readonly house: HouseSpans;
  readonly now: Instant;
}

function windowsOf(cycle: LoggedCycle, { clock, boarded, house, now }: WindowContext): readonly DecidedWindow[] {
  const { start, end } = cycle;
  const until = end?.kind === "release" ? waitsUntil(end.at, house) : (end?.at ?? now);
  const misses = clock.missesBetween(start, until);
  // RECORD-7: a boarding after the end of the window, but before the miss, decides the window.
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

/** CONS-2: a feeding after a missed window meets none, because the missed windows have already counted. */
function metBy({ at, timing, sitter }: LoggedEntry): readonly DecidedWindow[] {
  if (timing === null || timing === "missed_window") return [];
  if (isOwn(sitter)) return [{ at, outcome: timing }];
  return timing === "early" ? [] : [{ at, outcome: "by_others" }];
}

/** RECORD-6: checks whether a release counts as a missed window: food was accepted then, or late when its wait ended. */
function isAbandoned(start: Instant, at: Instant, until: Instant, clock: FeedingClock): boolean {
  if (clock.positionAt(start, at) >= OPENS_AT && !clock.isAsleepAt(at)) return true;
  return until > at && clock.positionAt(start, until) > ENDS_AT;
}

/**
 * RECORD-6: returns when a released creature's feeding clock stops: when its keeper next comes to the house, but at most 48 hours
 * after the release, or at the release if the keeper does not come within a week.
 */
function waitsUntil(at: Instant, { comings }: HouseSpans): Instant {
  const back = comings.find((coming) => coming > at) ?? Infinity;
  return back > at + BACK_WITHIN_MS ? at : Math.min(back, at + WAITS_MS);
}
