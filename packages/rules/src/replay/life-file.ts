// Reads the lines of a life file, which the service exports for a keeper, and verifies them by the rules.
import {
  CARE_ACTIONS,
  ITEM_CATEGORIES,
  type CareAction,
  type Creature,
  type Effectiveness,
  type ItemCategory,
  type Timing,
} from "../creature/creature.ts";
import { LIFE_EVENTS, beginReplay, replayEvent, replayedAt, type LifeEvent, type ReplayState } from "./replay.ts";
import { RULES_VERSION } from "./rules-version.ts";
import { DESIGN_RANGES } from "../species/design.ts";
import type { SpeciesNature } from "../species/species.ts";
import { visibleStats, type VisibleStats } from "../creature/visibility.ts";
import { canonical } from "../time/canonical.ts";
import { isZone } from "../time/zone.ts";
import type { Instant } from "../time/units.ts";

export const LIFE_FILE_FORMAT = 1;

/** Instants are milliseconds since 1970 in all lines. */
export interface HeadLine {
  readonly type: "life";
  readonly format: number;
  readonly rules_version: number;
  readonly exported_at: number;
  readonly service: string;
}

export interface CreatureLine {
  readonly type: "creature";
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly species: SpeciesNature;
  readonly species_untrusted?: true;
}

export interface EntryLine {
  readonly type: "entry";
  readonly id: string;
  readonly version: number;
  readonly kind: LifeEvent["kind"];
  readonly at: Instant;
  readonly recorded_at: number;
  readonly rules_version: number;
  readonly until: Instant | null;
  readonly unchecked_since: number | null;
  readonly action: CareAction | null;
  readonly item: string | null;
  readonly is_task: boolean;
  readonly category: ItemCategory | null;
  readonly score: number | null;
  readonly notes: string | null;
  readonly timing: Timing | null;
  readonly effectiveness: Effectiveness | null;
  readonly before: VisibleStats | null;
  readonly after: VisibleStats | null;
  /** The username of the sitter that gave the care. Its item and notes are then marked as untrusted. */
  readonly sitter?: string;
  readonly untrusted?: true;
}

/** The final state with visible stats. Hidden facts are only in the digest, which can be compared but not read. */
export type StateLine = ReturnType<typeof stateLine>;

/** Computes the digest of a text. Passed by the caller, because the rules import no cryptography. */
type Digest = (text: string) => string;

/** Builds the final line. `settled` is the creature at the last recorded instant. */
export function stateLine(settled: Creature, version: number, at: Instant, digest: Digest) {
  return {
    type: "state" as const,
    version,
    at,
    last_checked_at: settled.lastCheckedAt,
    stage: settled.stage,
    stage_instants: settled.stageInstants,
    path: settled.path,
    death: settled.death,
    released_at: settled.releasedAt,
    resurrections: settled.resurrections,
    stats: visibleStats(settled.species.mechanic, settled.stats).stats,
    consistency: settled.consistency,
    feedings: settled.feedings,
    missed_feedings: settled.missedFeedings,
    care_actions: settled.careActions,
    digest: digest(canonical(settled)),
  };
}

/** The lines that have been read so far. */
export interface ReadProgress {
  readonly head: HeadLine | null;
  readonly creature: CreatureLine | null;
  readonly life: ReplayState | null;
  readonly entries: number;
  readonly version: number;
  readonly state: StateLine | null;
}

export const READ_START: ReadProgress = {
  head: null,
  creature: null,
  life: null,
  entries: 0,
  version: 0,
  state: null,
};

/** The reason that a line is invalid or contradicts the rules. */
interface LineFault {
  readonly fault: string;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(line: unknown): line is Fields {
  return typeof line === "object" && line !== null;
}

interface LifeFileLines {
  readonly life: HeadLine;
  readonly creature: CreatureLine;
  readonly entry: EntryLine;
  readonly state: StateLine;
}

/** Trusts the types of a line's fields. The functions below validate those that the rules use. */
function isLine<Type extends keyof LifeFileLines>(line: Fields, type: Type): line is Fields & LifeFileLines[Type] {
  return line["type"] === type;
}

/** Reads one more line, or returns its fault. Lines of unknown types are ignored. */
export function readLine(reading: ReadProgress, line: unknown, digest: Digest): ReadProgress | LineFault {
  if (!isFields(line)) return { fault: "the line is not a JSON object" };
  if (isLine(line, "life")) return withHead(reading, line);
  if (isLine(line, "creature")) return withCreature(reading, line);
  if (isLine(line, "entry")) return withEntry(reading, line);
  return isLine(line, "state") ? withState(reading, line, digest) : reading;
}

/** Returns why a file is incomplete, or null for a complete file. */
export function faultAtEnd({ head, life, state }: ReadProgress): string | null {
  if (head === null || life === null) return "the file has no header or no adoption";
  return state === null ? "the final state is missing" : null;
}

function withHead(reading: ReadProgress, head: HeadLine): ReadProgress | LineFault {
  if (reading.head !== null) return { fault: "the file has more than one header" };
  if (head.format !== LIFE_FILE_FORMAT)
    return { fault: `the file has format ${head.format}; this version reads format ${LIFE_FILE_FORMAT}` };
  if (head.rules_version !== RULES_VERSION)
    return { fault: `the file uses rules version ${head.rules_version}; this version knows ${RULES_VERSION}` };
  return { ...reading, head };
}

function withCreature(reading: ReadProgress, line: CreatureLine): ReadProgress | LineFault {
  if (reading.head === null || reading.creature !== null)
    return { fault: "the file must have exactly one creature, after the header" };
  const { id, name, zone, species } = line;
  if (typeof id !== "string" || typeof name !== "string" || typeof zone !== "string" || !isZone(zone)) {
    return { fault: "the creature has no valid id, name or time zone" };
  }
  const numbers: Fields = isFields(species) ? { ...species } : {};
  // SPECIES-2: built-in species also stay within the ranges of designed species.
  for (const [field, { min, max }] of Object.entries(DESIGN_RANGES)) {
    const value = numbers[field];
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      return { fault: `${field} is ${String(value)}, but must be from ${min} to ${max}` };
    }
  }
  if (!Array.isArray(numbers["innateTraits"])) return { fault: "the species has no list of innate traits" };
  return { ...reading, creature: line };
}

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value < 8.64e15;
}

/** Returns an entry's event, or undefined if the entry is invalid. */
function eventOf(entry: EntryLine): LifeEvent | undefined {
  const { kind, at, until, unchecked_since: uncheckedSince, action, category, is_task: isTask } = entry;
  const instants = [at, until ?? 0, uncheckedSince ?? 0];
  if (!LIFE_EVENTS.includes(kind) || !instants.every(isInstant) || typeof isTask !== "boolean") return undefined;
  if (action !== null && !CARE_ACTIONS.includes(action)) return undefined;
  if (category !== null && !ITEM_CATEGORIES.includes(category)) return undefined;
  if (entry.rules_version !== RULES_VERSION) return undefined;
  return { kind, at, until, uncheckedSince, action, category, isTask };
}

function withEntry(reading: ReadProgress, entry: EntryLine): ReadProgress | LineFault {
  const { creature, life, state } = reading;
  const event = eventOf(entry);
  if (creature === null || state !== null) return { fault: "an entry must follow the creature and precede the state" };
  if (event === undefined)
    return { fault: "the entry has an invalid kind, instant, action, category or rules version" };
  const { kind, version } = entry;
  if (!(version >= reading.version))
    return { fault: `version ${version} follows version ${reading.version}, but versions never decrease` };
  const read = { ...reading, entries: reading.entries + 1, version };
  if (life === null) {
    if (kind !== "adopt") return { fault: "the first entry must be the adoption" };
    return { ...read, life: beginReplay({ ...creature, at: event.at }) };
  }
  const next = replayEvent(life, event);
  if (next === null) return { fault: `the ${entryName(entry)} of version ${version} cannot have happened` };
  const fault = differenceIn(entry, next);
  if (fault !== null) return { fault: `the ${entryName(entry)} of version ${version} ${fault}` };
  return { ...read, life: next };
}

function entryName({ kind, action }: EntryLine): string {
  return kind === "care" ? `care (${action})` : kind;
}

/** Describes how an entry differs from the result of the rules, or returns null if it does not. */
function differenceIn(entry: EntryLine, { care }: ReplayState): string | null {
  if (care === null) return null;
  const { mechanic } = care.creature.species;
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ["timing", entry.timing, care.timing],
    ["effectiveness", entry.effectiveness, care.effectiveness],
    ["stats before", entry.before, visibleStats(mechanic, care.before.stats).stats],
    ["stats after", entry.after, visibleStats(mechanic, care.creature.stats).stats],
  ];
  const wrong = fields.find(([, actual, expected]) => canonical(actual) !== canonical(expected));
  if (wrong === undefined) return null;
  const [field, actual, expected] = wrong;
  return `says ${field} ${canonical(actual)}, but the rules give ${canonical(expected)}`;
}

function withState(reading: ReadProgress, state: Fields & StateLine, digest: Digest): ReadProgress | LineFault {
  const { life } = reading;
  if (life === null || reading.state !== null)
    return { fault: "the file must have exactly one state, after the entries" };
  if (!isInstant(state.at) || !isInstant(state.last_checked_at))
    return { fault: "at or last_checked_at of the state is not an instant in milliseconds" };
  if (!(state.version >= reading.version))
    return { fault: `the state has version ${state.version}, older than the last entry` };
  const settled = replayedAt(life.creature, state.last_checked_at, state.at);
  const expected = stateLine(settled, state.version, state.at, digest);
  for (const [field, value] of Object.entries(expected)) {
    const actual = state[field];
    if (canonical(actual) === canonical(value)) continue;
    if (field === "digest") return { fault: "the hidden part of the state does not match the log" };
    return { fault: `the state says ${field} is ${canonical(actual)}, but the log leads to ${canonical(value)}` };
  }
  return { ...reading, state };
}
