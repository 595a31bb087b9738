// Converts a creature to a row and back. Rows are JSON in both directions, so one statement can load a whole house, and
// one can save a creature with everything that belongs to the change.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type {
  CareAction,
  Creature,
  Dead,
  Death,
  Egg,
  Resident,
  Living,
  Released,
  Stage,
  Stats,
  Timing,
} from "@denkeeper/rules/creature/creature.ts";
import type { Memory } from "@denkeeper/rules/creature/memory.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import type { PrivateText } from "./private-text.ts";

/** One of the last few actions with its words. */
export interface RecentCare {
  readonly action: CareAction;
  readonly item: PrivateText | null;
  readonly notes: PrivateText | null;
  readonly timing: Timing | null;
  readonly at: number;
  /** The name of the sitter who did it; null for the keeper. Absent in what versions before this field wrote: unknown. */
  readonly sitter?: string | null;
}

/**
 * A creature as it was stored. The service may have been away since, and that time does not count: no rule may judge it
 * before `presentInRealTime` (src/model/life/present-creature.ts) has taken it out. The domain's functions do not take this type.
 */
type AsStoredFields<Some extends Creature> = {
  readonly [Field in keyof Some]: Field extends "asStored" ? true : Some[Field];
};

/** Which creature, and as of which change. */
export interface CreatureKey {
  readonly agentId: string;
  readonly creatureId: string;
  readonly version: number;
}

/** What only the house knows of a creature. */
export interface HouseRecord {
  readonly agentId: string;
  readonly version: number;
  readonly seenStage: Stage;
  readonly recentCare: readonly RecentCare[];
  /** What it keeps in mind; null before the first care, and for those who were here before memories. */
  readonly memory: Memory<PrivateText> | null;
  readonly imagePrompt: string | null;
  readonly imageUrl: string | null;
  /** Real time; a lower bound on the next death or stage change, or null. */
  readonly nextEventAt: RealInstant | null;
}

export interface StoredCreature<Some extends Creature = Creature> extends HouseRecord {
  readonly creature: AsStoredFields<Some>;
}

/** What may change a column after adoption: nothing, only care and other acts, or time as well. */
type ChangedBy = "nothing" | "care" | "time";

interface Column<Value> {
  readonly changedBy: ChangedBy;
  readonly valueOf: (stored: StoredCreature) => Value;
}

const column =
  (changedBy: ChangedBy) =>
  <Value>(valueOf: (stored: StoredCreature) => Value): Column<Value> => ({ changedBy, valueOf });
const fixed = column("nothing");
const byCare = column("care");
const byTime = column("time");

/** The columns of `creatures`: the only place that names them, but for `fromRow`, which the compiler holds against it. */
const COLUMNS = {
  agent_id: fixed((stored) => stored.agentId),
  creature_id: fixed(({ creature }) => creature.id),
  version: byTime((stored) => stored.version),
  name: fixed(({ creature }) => creature.name),
  image_prompt: fixed((stored) => stored.imagePrompt),
  image_url: byCare((stored) => stored.imageUrl),
  zone: fixed(({ creature }) => creature.zone),
  personality: byCare(({ creature }) => creature.personality),
  species_slug: fixed(({ creature }) => creature.species.slug),
  species_name: fixed(({ creature }) => creature.species.name),
  family: fixed(({ creature }) => creature.species.family),
  tier: fixed(({ creature }) => creature.species.tier),
  trust_speed: fixed(({ creature }) => creature.species.trustSpeed),
  feeding_window_hours: fixed(({ creature }) => creature.species.feedingWindowHours),
  hunger_decay_per_hour: fixed(({ creature }) => creature.species.hungerDecayPerHour),
  happiness_decay_per_hour: fixed(({ creature }) => creature.species.happinessDecayPerHour),
  innate_traits: fixed(({ creature }) => creature.species.innateTraits),
  mechanic: fixed(({ creature }) => creature.species.mechanic),
  curious: fixed(({ creature }) => creature.species.curious),
  adopted_at: fixed(({ creature }) => creature.adoptedAt),
  hatched_at: byCare(({ creature }) => creature.hatchedAt),
  stage: byTime(({ creature }) => creature.stage),
  baby_at: byCare(({ creature }) => creature.stageInstants.baby),
  child_at: byTime(({ creature }) => creature.stageInstants.child),
  teen_at: byTime(({ creature }) => creature.stageInstants.teen),
  adult_at: byTime(({ creature }) => creature.stageInstants.adult),
  path: byTime(({ creature }) => creature.path),
  seen_stage: byCare((stored) => stored.seenStage),
  died_at: byTime(({ creature }) => creature.death?.at ?? null),
  death_cause: byTime(({ creature }) => creature.death?.cause ?? null),
  released_at: byCare(({ creature }) => creature.releasedAt),
  released_in_distress: byCare(({ creature }) => creature.releasedInDistress),
  taken_back_at: byCare(({ creature }) => creature.takenBackAt ?? null),
  /** Means `stillMs`: how long its age has stood still. Named when death was the only reason. */
  dead_ms: byTime(({ creature }) => creature.stillMs),
  resurrections: byCare(({ creature }) => creature.resurrections),
  restorations: byCare(({ creature }) => (creature.restorations === 0 ? null : creature.restorations)),
  pauses: byTime(({ creature }) => (creature.pauses.length === 0 ? null : creature.pauses)),
  as_of: byTime(({ creature }) => creature.asOf),
  hunger: byTime(({ creature }) => creature.stats.hunger),
  happiness: byTime(({ creature }) => creature.stats.happiness),
  health: byTime(({ creature }) => creature.stats.health),
  trust: byTime(({ creature }) => creature.stats.trust),
  discipline: byCare(({ creature }) => creature.stats.discipline),
  last_fed_at: byTime(({ creature }) => creature.lastFedAt),
  feeding_ms: byTime(({ creature }) => creature.feedingMs),
  last_played_at: byTime(({ creature }) => creature.lastPlayedAt),
  last_cleaned_at: byTime(({ creature }) => creature.lastCleanedAt),
  last_checked_at: byTime(({ creature }) => creature.lastCheckedAt),
  last_care_at: byTime(({ creature }) => creature.lastCareAt),
  last_care_action: byCare(({ creature }) => creature.lastCareAction),
  rhythm_since: byCare(({ creature }) => creature.rhythmSince),
  played_this_cycle: byCare(({ creature }) => creature.playedThisCycle),
  rhythm_average_hours: byCare(({ creature }) => creature.rhythm.averageHours),
  rhythm_weight: byCare(({ creature }) => creature.rhythm.weight),
  /** Null where the version before wrote the row. */
  rhythm_intervals: byCare(({ creature }): number | null => creature.rhythm.intervals),
  consistency: byTime(({ creature }) => creature.consistency),
  responsiveness: byCare(({ creature }) => creature.responsiveness),
  scored: byTime(({ creature }) => creature.scored),
  streak: byTime(({ creature }) => creature.streak),
  missed_this_cycle: byTime(({ creature }) => creature.missedThisCycle),
  missed_feedings: byTime(({ creature }) => creature.missedFeedings),
  feedings: byCare(({ creature }) => creature.feedings),
  care_actions: byCare(({ creature }) => creature.careActions),
  recent_actions: byCare(({ creature }) => creature.recentActions),
  was_critical: byTime(({ creature }) => creature.wasCritical),
  was_critical_by_clock: byTime(({ creature }) => creature.wasCriticalByClock),
  starving_since: byTime(({ creature }) => creature.starvingSince),
  critical_since: byTime(({ creature }) => creature.criticalSince),
  rescued: byCare(({ creature }) => creature.rescued),
  milestones: byCare(({ creature }) => creature.milestones),
  recent_care: byCare((stored) => stored.recentCare),
  memory: byCare((stored) => stored.memory),
  next_event_at: byTime((stored) => stored.nextEventAt),
};

declare const COLUMN: unique symbol;

/** A value with the name of its column, which only the compiler sees. */
export type ColumnValue<Name, Value> = Value extends null ? null : Value & { readonly [COLUMN]: Name };

export type CreatureRow = {
  readonly [Name in keyof typeof COLUMNS]: ColumnValue<Name, ReturnType<(typeof COLUMNS)[Name]["valueOf"]>>;
};

const ENTRIES: readonly (readonly [string, Column<unknown>])[] = Object.entries(COLUMNS);

/** The columns that a statement may have to write, as a list for SQL. */
function columnsChangedBy(...causes: readonly ChangedBy[]): readonly string[] {
  return ENTRIES.flatMap(([name, { changedBy }]) => (causes.includes(changedBy) ? [name] : []));
}

export const CHANGED_BY_TIME = columnsChangedBy("time");
/** What the save function writes (save-function.ts). */
export const CHANGING = columnsChangedBy("care", "time");

/** The values of a row in the order of `COLUMNS`. The names are more than half of a row that carries them. */
export type CreatureValues = readonly unknown[];

/** `CreatureValues` for SQL; `table` is what the statement calls `creatures`. */
export function creatureValues(table: string): string {
  return `json_build_array(${ENTRIES.map(([name]) => `${table}.${name}`).join(", ")})`;
}

/** Reads `CreatureValues` as a row. */
class ValuesAsRow {
  readonly values: CreatureValues;

  constructor(values: CreatureValues) {
    this.values = values;
  }
}

for (const [place, [name]] of ENTRIES.entries()) {
  Object.defineProperty(ValuesAsRow.prototype, name, {
    get(this: ValuesAsRow): unknown {
      return this.values[place];
    },
  });
}

export function creatureRow(stored: StoredCreature): CreatureRow {
  // A copy has the shape of a literal. An object to which columns are added one by one takes twice as long to serialize.
  const row: Record<string, unknown> = { ...COLUMNS };
  for (const [name, { valueOf }] of ENTRIES) row[name] = valueOf(stored);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the loop has set every column, which the compiler cannot count
  return row as CreatureRow;
}

/** What a row says, which may contradict itself. */
interface ReadCreature extends HouseRecord {
  readonly creature: Omit<AsStoredFields<Creature>, "hatchedAt" | "stage" | "death" | "releasedAt"> & {
    readonly hatchedAt: number | null;
    readonly stage: Stage;
    readonly death: Death | null;
    readonly releasedAt: number | null;
  };
}

interface CreatureTypes {
  readonly egg: Egg;
  readonly living: Living;
  readonly dead: Dead;
  readonly released: Released;
}

function kindOf({ hatchedAt, stage, death, releasedAt }: ReadCreature["creature"]): keyof CreatureTypes | undefined {
  if ((hatchedAt === null) !== (stage === "egg")) return undefined;
  if (releasedAt !== null) return death === null ? "released" : undefined;
  if (death !== null) return hatchedAt === null ? undefined : "dead";
  return hatchedAt === null ? "egg" : "living";
}

/** Refuses a row that contradicts itself, or is not of a kind that its statement asks for. */
function reader<Kind extends keyof CreatureTypes>(...kinds: readonly Kind[]) {
  const asked: readonly (string | undefined)[] = kinds;
  const isAsked = (read: ReadCreature): read is ReadCreature & StoredCreature<CreatureTypes[Kind]> =>
    asked.includes(kindOf(read.creature));
  return (row: CreatureRow): StoredCreature<CreatureTypes[Kind]> => {
    const read: ReadCreature = fromRow(row);
    if (isAsked(read)) return read;
    throw new Error(`creature ${row.creature_id} cannot be what its row says`);
  };
}

export const livingFromRow = reader("living");
export const keptFromRow = reader("egg", "living");
export function residentFromValues(values: CreatureValues): StoredCreature<Resident> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: every column was defined on the prototype, which the compiler cannot see
  return keptFromRow(new ValuesAsRow(values) as unknown as CreatureRow);
}
export const deadFromRow = reader("dead");
export const creatureFromRow = reader("egg", "living", "dead", "released");

function fromRow(row: CreatureRow) {
  return {
    agentId: row.agent_id,
    version: row.version,
    seenStage: row.seen_stage,
    recentCare: row.recent_care,
    memory: row.memory,
    imagePrompt: row.image_prompt,
    imageUrl: row.image_url,
    nextEventAt: row.next_event_at,
    creature: row.taken_back_at === null ? lifeFromRow(row) : { ...lifeFromRow(row), takenBackAt: row.taken_back_at },
  };
}

/** One literal: filling in a copy column by column takes five times as long, a sixth of what an evaluation takes. */
function lifeFromRow(row: CreatureRow) {
  return {
    id: row.creature_id,
    name: row.name,
    zone: row.zone,
    personality: row.personality,
    species: speciesFromRow(row),
    adoptedAt: row.adopted_at,
    hatchedAt: row.hatched_at,
    stage: row.stage,
    stageInstants: { baby: row.baby_at, child: row.child_at, teen: row.teen_at, adult: row.adult_at },
    path: row.path,
    death: row.died_at === null || row.death_cause === null ? null : { at: row.died_at, cause: row.death_cause },
    releasedAt: row.released_at,
    releasedInDistress: row.released_in_distress,
    stillMs: row.dead_ms,
    resurrections: row.resurrections,
    restorations: row.restorations ?? 0,
    pauses: row.pauses ?? [],
    asOf: row.as_of,
    stats: statsFromRow(row),
    lastFedAt: row.last_fed_at,
    feedingMs: row.feeding_ms,
    lastPlayedAt: row.last_played_at,
    lastCleanedAt: row.last_cleaned_at,
    lastCheckedAt: row.last_checked_at,
    lastCareAt: row.last_care_at,
    lastCareAction: row.last_care_action,
    rhythmSince: row.rhythm_since,
    playedThisCycle: row.played_this_cycle,
    rhythm: {
      averageHours: row.rhythm_average_hours,
      weight: row.rhythm_weight,
      intervals: row.rhythm_intervals ?? 0,
    },
    consistency: row.consistency,
    responsiveness: row.responsiveness,
    scored: row.scored,
    streak: row.streak,
    missedThisCycle: row.missed_this_cycle,
    missedFeedings: row.missed_feedings,
    feedings: row.feedings,
    careActions: row.care_actions,
    recentActions: row.recent_actions,
    wasCritical: row.was_critical,
    wasCriticalByClock: row.was_critical_by_clock,
    starvingSince: row.starving_since,
    criticalSince: row.critical_since,
    rescued: row.rescued,
    milestones: row.milestones,
  } satisfies ReadCreature["creature"];
}

function speciesFromRow(row: CreatureRow) {
  return {
    slug: row.species_slug,
    name: row.species_name,
    family: row.family,
    tier: row.tier,
    trustSpeed: row.trust_speed,
    feedingWindowHours: row.feeding_window_hours,
    hungerDecayPerHour: row.hunger_decay_per_hour,
    happinessDecayPerHour: row.happiness_decay_per_hour,
    innateTraits: row.innate_traits,
    mechanic: row.mechanic,
    curious: row.curious,
  } satisfies SpeciesNature;
}

function statsFromRow({ hunger, happiness, health, trust, discipline }: CreatureRow) {
  return { hunger, happiness, health, trust, discipline } satisfies Stats;
}

/** The columns from which a value was made. */
export type ColumnsIn<Value> = Value extends { readonly [COLUMN]: infer Name }
  ? Name
  : Value extends object
    ? { [Field in keyof Value]: ColumnsIn<Value[Field]> }[keyof Value]
    : never;

export type AssertNever<Left extends never> = Left;

/** A column that nothing reads is an error here, by its name. */
export type UnreadColumn = AssertNever<Exclude<keyof CreatureRow, ColumnsIn<ReturnType<typeof fromRow>>>>;

/** The columns that a change has given another value, as they were before. */
export function changedColumns(before: StoredCreature, after: Omit<StoredCreature, "version">): Partial<CreatureRow> {
  const now = { ...after, version: before.version };
  return Object.fromEntries(
    ENTRIES.map(([name, { valueOf }]) => ({ name, was: valueOf(before), is: valueOf(now) }))
      .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
      .map(({ name, was }) => [name, was]),
  );
}
