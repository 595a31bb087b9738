// The log of a life: care that keepers see, and the other events that a replay needs. Rows are written with the change
// they tell of (store/creatures.ts).
import type { CareAction, Creature, Effectiveness, ItemCategory, Stats, Timing } from "../domain/creature.ts";
import type { Db, Statement } from "./db.ts";

export type LogKind = "care" | "adopt" | "hatch" | "check" | "death" | "release" | "resurrect";

/** The columns of `care_log`. */
export interface LogRow {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly recorded_at: number;
  readonly entry_id: string;
  readonly kind: LogKind;
  readonly version: number;
  readonly at: number;
  readonly action: CareAction | null;
  readonly item: string | null;
  readonly is_task: boolean | null;
  readonly category: ItemCategory | null;
  readonly score: number | null;
  readonly notes: string | null;
  readonly timing: Timing | null;
  readonly effectiveness: Effectiveness | null;
  readonly unchecked_since: number | null;
  readonly family: string;
  readonly species_slug: string;
  readonly hunger_before: number | null;
  readonly hunger_after: number | null;
  readonly happiness_before: number | null;
  readonly happiness_after: number | null;
  readonly health_before: number | null;
  readonly health_after: number | null;
  readonly trust_before: number | null;
  readonly trust_after: number | null;
  readonly discipline_before: number | null;
  readonly discipline_after: number | null;
}

export interface LogEvent {
  readonly kind: LogKind;
  readonly entryId: string;
  readonly recordedAt: number;
  readonly at: number;
  /** Where a social creature had been unchecked for over three hours: since when. */
  readonly uncheckedSince?: number | null;
  readonly care?: {
    readonly action: CareAction;
    readonly item: string | null;
    readonly isTask: boolean;
    readonly category: ItemCategory | null;
    readonly score: number | null;
    readonly notes: string | null;
    readonly timing: Timing | null;
    readonly effectiveness: Effectiveness;
    readonly before: Stats;
    readonly after: Stats;
  };
}

export function logRow(agentId: string, creature: Creature, version: number, event: LogEvent): LogRow {
  const { care } = event;
  return {
    agent_id: agentId,
    creature_id: creature.id,
    recorded_at: event.recordedAt,
    entry_id: event.entryId,
    kind: event.kind,
    version,
    at: event.at,
    action: care?.action ?? null,
    item: care?.item ?? null,
    is_task: care?.isTask ?? null,
    category: care?.category ?? null,
    score: care?.score ?? null,
    notes: care?.notes ?? null,
    timing: care?.timing ?? null,
    effectiveness: care?.effectiveness ?? null,
    unchecked_since: event.uncheckedSince ?? null,
    family: creature.species.family,
    species_slug: creature.species.slug,
    hunger_before: care?.before.hunger ?? null,
    hunger_after: care?.after.hunger ?? null,
    happiness_before: care?.before.happiness ?? null,
    happiness_after: care?.after.happiness ?? null,
    health_before: care?.before.health ?? null,
    health_after: care?.after.health ?? null,
    trust_before: care?.before.trust ?? null,
    trust_after: care?.after.trust ?? null,
    discipline_before: care?.before.discipline ?? null,
    discipline_after: care?.after.discipline ?? null,
  };
}

const LIST_CARE: Statement = {
  name: "list-care",
  text: `SELECT * FROM care_log WHERE agent_id = $1 AND creature_id = $2 AND recorded_at >= $3 AND kind = 'care'
    ORDER BY recorded_at DESC, version DESC LIMIT $4 OFFSET $5`,
};

/** Care entries of a creature that was adopted at `since` (real time), newest first. */
export async function listCare(
  db: Db,
  {
    agentId,
    creatureId,
    since,
    limit,
    offset,
  }: { agentId: string; creatureId: string; since: number; limit: number; offset: number },
): Promise<readonly LogRow[]> {
  return db.query<LogRow>(LIST_CARE, [agentId, creatureId, since, limit, offset]);
}

const LIST_EVENTS: Statement = {
  name: "list-log",
  text: `SELECT * FROM care_log WHERE agent_id = $1 AND creature_id = $2
    ORDER BY version, recorded_at, kind = 'death'`,
};

/** Everything that happened in a life, in order: what a replay starts from. */
export async function listLog(db: Db, agentId: string, creatureId: string): Promise<readonly LogRow[]> {
  return db.query<LogRow>(LIST_EVENTS, [agentId, creatureId]);
}

const MAKE_DAY: Statement = { name: "make-care-log-day", text: "SELECT make_care_log_day($1)" };
const DAY_MS = 86_400_000;

/** Makes the partitions from the day of `now` to `days` days ahead. */
export async function makeLogDays(db: Db, now: number, days: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = 0; day <= days; day++) await db.query(MAKE_DAY, [today + day * DAY_MS]);
}
