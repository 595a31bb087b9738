// The feeding windows of one life, from its log: which were met, by whom, and which passed unfed. A window counts at the
// instant that decides it: the feeding, or the instant at which it was missed (FEED-6).
import type { CareAction, Timing } from "../creature/creature.ts";
import {
  ENDS_AT,
  MISSED_AT,
  feedingLegs,
  feedingMsAt,
  instantsFromPosition,
  positionOf,
  windowMs,
} from "../life/feeding.ts";
import type { SpeciesNature } from "../species/species.ts";
import { DAY_MS } from "../time/durations.ts";
import { sleepStretches, sleeperOf, type Sleeper } from "../time/sleep.ts";
import { merged, overlapMs, type Span } from "../time/span.ts";
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
  readonly outcome: "on_time" | "late" | "missed" | "by_others";
}

/** What the log of one life says about its keeper. */
export interface LifeRecord {
  readonly windows: readonly DecidedWindow[];
  /** Feedings of the keeper before their window. */
  readonly early: readonly Instant[];
  /** When the creature was alive and its time counted. */
  readonly present: readonly Span[];
  readonly boarded: readonly Span[];
}

/** From a feeding, hatching or resurrection to what ended it. */
interface Cycle {
  readonly start: Instant;
  end: Instant | null;
  endedBy: "feeding" | "death" | "release" | null;
  lastCareAt: Instant;
}

interface Pause extends Span {
  readonly kind: string;
}

/** DEATH-1: no creature dies of neglect sooner. */
const LEAST_NEGLECT_MS = DAY_MS;

/** The log in the order of the life: of one change an outage comes first and a death last. */
function inOrder(entries: readonly LoggedEntry[]): readonly LoggedEntry[] {
  const rank = ({ kind }: LoggedEntry) => (kind === "amnesty" ? 0 : kind === "death" ? 2 : 1);
  return entries.toSorted((a, b) => a.version - b.version || rank(a) - rank(b) || a.at - b.at);
}

/** A life on its way through its log. */
class LifeReader {
  readonly cycles: Cycle[] = [];
  readonly feedings: LoggedEntry[] = [];
  pauses: Pause[] = [];
  lastAt: Instant = 0;

  read(entry: LoggedEntry): void {
    const { kind, at, until } = entry;
    const cycle = this.cycles.at(-1);
    if (kind === "care") this.#care(entry, cycle);
    if (kind === "hatch" || kind === "resurrect") this.#begin(at);
    if (kind === "death" || kind === "release") this.#end(at, kind);
    if ((kind === "take_back" || kind === "restore") && cycle !== undefined) {
      // As if the release or the death had never been.
      cycle.end = null;
      cycle.endedBy = null;
    }
    // A creature rests until it is called back or released, or its keeper is suspended.
    if (kind === "return" || kind === "release" || kind === "suspend") {
      this.pauses = this.pauses.map((pause) => ({ ...pause, until: Math.min(pause.until, Math.max(at, pause.from)) }));
    }
    if (until !== null) this.pauses.push({ kind, from: at, until });
    this.lastAt = Math.max(this.lastAt, at);
  }

  #care(entry: LoggedEntry, cycle: Cycle | undefined): void {
    if (cycle !== undefined) cycle.lastCareAt = entry.at;
    if (entry.action !== "feed") return;
    if (cycle?.end === null) this.feedings.push(entry);
    this.#end(entry.at, "feeding");
    this.#begin(entry.at);
  }

  #begin(at: Instant): void {
    this.cycles.push({ start: at, end: null, endedBy: null, lastCareAt: at });
  }

  #end(at: Instant, endedBy: "feeding" | "death" | "release"): void {
    const cycle = this.cycles.at(-1);
    if (cycle?.end !== null) return;
    cycle.end = at;
    cycle.endedBy = endedBy;
  }
}

/** `outages` are those of the service, merged: they count from the last entry on, since earlier ones are in the log. */
export function lifeRecord({ creature, entries }: LoggedLife, outages: readonly Span[], now: Instant): LifeRecord {
  const life = new LifeReader();
  for (const entry of inOrder(entries)) life.read(entry);
  const unwritten = outages.map(({ from, until }) => ({ from: Math.max(from, life.lastAt), until }));
  const paused = merged([...life.pauses, ...unwritten]);
  const sleeper = sleeperOf(creature);
  const missed = life.cycles.flatMap((cycle) => missesIn(cycle, creature.species, sleeper, paused, now));
  const boarded = merged(life.pauses.filter(({ kind }) => kind === "board"));
  return {
    windows: [...life.feedings.flatMap(windowOf), ...missed.map((at) => ({ at, outcome: "missed" as const }))],
    early: life.feedings.filter(({ timing, sitter }) => timing === "early" && isOwn(sitter)).map(({ at }) => at),
    present: merged(life.cycles.flatMap(({ start, end }) => outside(paused, { from: start, until: end ?? now }))),
    boarded: boarded.map(({ from, until }) => ({ from, until: Math.min(until, now) })),
  };
}

export function isOwn(sitter: LoggedEntry["sitter"]): boolean {
  return sitter === undefined || sitter === null;
}

/** CONS-2: an early feeding meets no window, and of a missed one the windows before it count. */
function windowOf({ at, timing, sitter }: LoggedEntry): readonly DecidedWindow[] {
  if (timing !== "on_time" && timing !== "late") return [];
  return [{ at, outcome: isOwn(sitter) ? timing : "by_others" }];
}

/** The parts of a span that are outside of these merged ones. */
function outside(spans: readonly Span[], { from, until }: Span): readonly Span[] {
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

/** When windows were missed from one feeding to the next. A death that leaves a window unfed adds one. */
function missesIn(
  { start, end, endedBy, lastCareAt }: Cycle,
  species: LoggedLife["creature"]["species"],
  sleeper: Sleeper,
  paused: readonly Span[],
  now: Instant,
): readonly Instant[] {
  const parts = outside(paused, { from: start, until: end ?? now });
  const elapsed = parts.reduce((sum, { from, until }) => sum + (until - from), 0);
  // Most cycles end long before: the feeding clock never runs ahead of time.
  if (elapsed < MISSED_AT * windowMs(species) && endedBy !== "death") return [];
  const misses: Instant[] = [];
  let feedingMs: Millis = 0;
  for (const { from, until } of parts) {
    const legs = feedingLegs({ species, feedingMs }, sleepStretches(sleeper, from, until));
    misses.push(...instantsFromPosition(species, legs, until, MISSED_AT));
    feedingMs = feedingMsAt(legs, until);
  }
  if (endedBy !== "death" || end === null || misses.length > 0) return misses;
  const uncaredMs = end - lastCareAt - overlapMs(paused, lastCareAt, end);
  return positionOf(species, feedingMs) > ENDS_AT || uncaredMs >= LEAST_NEGLECT_MS ? [end] : [];
}
