// Converts a creature to a row and back. Rows are JSON in both directions. One statement can therefore load a whole house, or
// save a creature with everything that belongs to the change.
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

/** A recent care action, stored with its creature. */
export interface RecentCare {
  readonly action: CareAction;
  readonly item: PrivateText | null;
  readonly notes: PrivateText | null;
  readonly timing: Timing | null;
  readonly at: number;
  /** The sitter's name; null for the keeper. Absent in rows that were saved before this field existed. */
  readonly sitter?: string | null;
}

/**
 * A creature as it was stored. Outages since then have not been applied, so the rules do not accept this type.
 * `presentInRealTime` (src/model/life/present-creature.ts) applies them.
 */
type AsStoredFields<Some extends Creature> = {
  readonly [Field in keyof Some]: Field extends "asStored" ? true : Some[Field];
};

export interface CreatureKey {
  readonly agentId: string;
  readonly creatureId: string;
  readonly version: number;
}

/** The stored state of a creature apart from its life. */
export interface HouseRecord {
  readonly agentId: string;
  readonly version: number;
  readonly seenStage: Stage;
  readonly recentCare: readonly RecentCare[];
  /** Null before the first care, and for creatures from before memories were introduced. */
  readonly memory: Memory<PrivateText> | null;
  readonly imagePrompt: string | null;
  readonly imageUrl: string | null;
  /** Real time of the earliest possible death or stage change; null if there is none. */
  readonly nextEventAt: RealInstant | null;
}

export interface StoredCreature<Some extends Creature = Creature> extends HouseRecord {
  readonly creature: AsStoredFields<Some>;
}

interface Column<Value> {
  /** True if the column never changes after adoption. */
  readonly isFixed: boolean;
  readonly valueOf: (stored: StoredCreature) => Value;
}

const column =
  (isFixed: boolean) =>
  <Value>(valueOf: (stored: StoredCreature) => Value): Column<Value> => ({ isFixed, valueOf });
const fixed = column(true);
const changing = column(false);

/** The columns of `creatures` with their values. `fromRow` reads each column back. */
const COLUMNS = {
  agent_id: fixed((stored) => stored.agentId),
  creature_id: fixed(({ creature }) => creature.id),
  version: changing((stored) => stored.version),
  name: fixed(({ creature }) => creature.name),
  image_prompt: fixed((stored) => stored.imagePrompt),
  image_url: changing((stored) => stored.imageUrl),
  zone: fixed(({ creature }) => creature.zone),
  personality: changing(({ creature }) => creature.personality),
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
  hatched_at: changing(({ creature }) => creature.hatchedAt),
  stage: changing(({ creature }) => creature.stage),
  baby_at: changing(({ creature }) => creature.stageInstants.baby),
  child_at: changing(({ creature }) => creature.stageInstants.child),
  teen_at: changing(({ creature }) => creature.stageInstants.teen),
  adult_at: changing(({ creature }) => creature.stageInstants.adult),
  path: changing(({ creature }) => creature.path),
  seen_stage: changing((stored) => stored.seenStage),
  died_at: changing(({ creature }) => creature.death?.at ?? null),
  death_cause: changing(({ creature }) => creature.death?.cause ?? null),
  released_at: changing(({ creature }) => creature.releasedAt),
  released_in_distress: changing(({ creature }) => creature.releasedInDistress),
  taken_back_at: changing(({ creature }) => creature.takenBackAt ?? null),
  /** `stillMs`, the time for which the creature's age stood still. The column was named when death was the only cause. */
  dead_ms: changing(({ creature }) => creature.stillMs),
  resurrections: changing(({ creature }) => creature.resurrections),
  restorations: changing(({ creature }) => (creature.restorations === 0 ? null : creature.restorations)),
  pauses: changing(({ creature }) => (creature.pauses.length === 0 ? null : creature.pauses)),
  as_of: changing(({ creature }) => creature.asOf),
  hunger: changing(({ creature }) => creature.stats.hunger),
  happiness: changing(({ creature }) => creature.stats.happiness),
  health: changing(({ creature }) => creature.stats.health),
  trust: changing(({ creature }) => creature.stats.trust),
  discipline: changing(({ creature }) => creature.stats.discipline),
  last_fed_at: changing(({ creature }) => creature.lastFedAt),
  feeding_ms: changing(({ creature }) => creature.feedingMs),
  last_played_at: changing(({ creature }) => creature.lastPlayedAt),
  last_cleaned_at: changing(({ creature }) => creature.lastCleanedAt),
  last_checked_at: changing(({ creature }) => creature.lastCheckedAt),
  last_care_at: changing(({ creature }) => creature.lastCareAt),
  last_care_action: changing(({ creature }) => creature.lastCareAction),
  rhythm_since: changing(({ creature }) => creature.rhythmSince),
  played_this_cycle: changing(({ creature }) => creature.playedThisCycle),
  rhythm_average_hours: changing(({ creature }) => creature.rhythm.averageHours),
  rhythm_weight: changing(({ creature }) => creature.rhythm.weight),
  /** Null in rows that the version before this column wrote. */
  rhythm_intervals: changing(({ creature }): number | null => creature.rhythm.intervals),
  consistency: changing(({ creature }) => creature.consistency),
  responsiveness: changing(({ creature }) => creature.responsiveness),
  scored: changing(({ creature }) => creature.scored),
  streak: changing(({ creature }) => creature.streak),
  missed_this_cycle: changing(({ creature }) => creature.missedThisCycle),
  missed_feedings: changing(({ creature }) => creature.missedFeedings),
  feedings: changing(({ creature }) => creature.feedings),
  care_actions: changing(({ creature }) => creature.careActions),
  recent_actions: changing(({ creature }) => creature.recentActions),
  was_critical: changing(({ creature }) => creature.wasCritical),
  was_critical_by_clock: changing(({ creature }) => creature.wasCriticalByClock),
  starving_since: changing(({ creature }) => creature.starvingSince),
  critical_since: changing(({ creature }) => creature.criticalSince),
  rescued: changing(({ creature }) => creature.rescued),
  milestones: changing(({ creature }) => creature.milestones),
  recent_care: changing((stored) => stored.recentCare),
  memory: changing((stored) => stored.memory),
  next_event_at: changing((stored) => stored.nextEventAt),
};

export type CreatureRow = {
  readonly [Name in keyof typeof COLUMNS]: ReturnType<(typeof COLUMNS)[Name]["valueOf"]>;
};

const ENTRIES: readonly (readonly [string, Column<unknown>])[] = Object.entries(COLUMNS);

/** The columns that the save function updates (save-function.ts). */
export const CHANGING = ENTRIES.flatMap(([name, { isFixed }]) => (isFixed ? [] : [name]));

/** The values of a row in the order of `COLUMNS`. Column names would be more than half of the data. */
export type CreatureValues = readonly unknown[];

/** Returns SQL for the `CreatureValues` of a row. `table` is the alias of `creatures`. */
export function creatureValues(table: string): string {
  return `json_build_array(${ENTRIES.map(([name]) => `${table}.${name}`).join(", ")})`;
}

/** Makes `CreatureValues` readable by column name, like a row. */
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
  // Copying `COLUMNS` gives the row the shape of a literal. An object built column by column takes twice as long to serialize.
  const row: Record<string, unknown> = { ...COLUMNS };
  for (const [name, { valueOf }] of ENTRIES) row[name] = valueOf(stored);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the loop sets every column, which the compiler cannot verify
  return row as CreatureRow;
}

/** The content of a row, which may be inconsistent. */
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

/** Returns a reader that throws if a row is inconsistent or not of one of these kinds. */
function reader<Kind extends keyof CreatureTypes>(...kinds: readonly Kind[]) {
  const accepted: readonly (string | undefined)[] = kinds;
  const isAccepted = (read: ReadCreature): read is ReadCreature & StoredCreature<CreatureTypes[Kind]> =>
    accepted.includes(kindOf(read.creature));
  return (row: CreatureRow): StoredCreature<CreatureTypes[Kind]> => {
    const read: ReadCreature = fromRow(row);
    if (isAccepted(read)) return read;
    throw new Error(`the row of creature ${row.creature_id} is inconsistent or of another kind`);
  };
}

export const livingFromRow = reader("living");
export const keptFromRow = reader("egg", "living");
export function residentFromValues(values: CreatureValues): StoredCreature<Resident> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the prototype defines every column, which the compiler cannot see
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

/** Builds the object as one literal, because filling it column by column takes five times as long. */
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

/** Returns the previous values of the columns that a change alters. */
export function changedColumns(before: StoredCreature, after: Omit<StoredCreature, "version">): Partial<CreatureRow> {
  const now = { ...after, version: before.version };
  return Object.fromEntries(
    ENTRIES.map(([name, { valueOf }]) => ({ name, was: valueOf(before), is: valueOf(now) }))
      .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
      .map(({ name, was }) => [name, was]),
  );
}
