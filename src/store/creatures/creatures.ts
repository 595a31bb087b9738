// Saves creatures with everything that belongs to the change: log rows, a gravestone, the answer under its
// Idempotency-Key, portrait jobs, events, the watch of hooks. One statement, so nothing is saved partially; it checks the version, so
// nothing is overwritten.
import type { Dead, Kept } from "@denkeeper/rules/creature/creature.ts";
import type { CreatureRow, PresentCreature, StoredCreature } from "./creature-row.ts";
import { CHANGING, changedColumns, creatureFromRow, creatureRow, deadFromRow, keptFromRow } from "./creature-row.ts";
import type { LogEvent, LogRow, NewLogRow } from "./care-log.ts";
import { logRow, newLogRow } from "./care-log.ts";
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { bool, int4, int8, json, jsonb, statement, uuid } from "../db/statement.ts";
import { storedEventRows, lapsedEventRows, insertStoredEvents, insertLapsedEvents } from "./events.ts";
import type { GravestoneRow } from "./gravestones.ts";
import type { IdempotencyRecord } from "../idempotency/idempotency.ts";
import { idempotencyRow } from "../idempotency/idempotency.ts";
import { watchSaved } from "../hooks/watches.ts";
import type { OutboxRow } from "../jobs/outbox.ts";
import { insertJobs, portraitJobs } from "./portrait-jobs.ts";
import type { PrivateText } from "./private-text.ts";

/** A creature that changed, with the version that the change started from. */
export interface CreatureChange {
  readonly from: PresentCreature;
  /** The new state; its version is set on saving. */
  readonly to: Omit<PresentCreature, "version">;
  readonly log?: readonly LogEvent[];
  readonly gravestone?: GravestoneRow | undefined;
  readonly discovered?: DiscoveredItem | undefined;
  readonly record?: IdempotencyRecord | undefined;
}

/** The columns of `discovered_items`. */
interface DiscoveredItem {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly action: string;
  readonly item: PrivateText;
  readonly category: string;
  readonly score: number;
  readonly model: string;
  readonly discovered_at: number;
}

const COLUMNS = CHANGING.join(", ");

const CHANGE = {
  agentId: uuid,
  creatureId: uuid,
  creature: jsonb<CreatureRow>(),
  version: int4,
  log: jsonb<readonly NewLogRow[]>(),
  stones: jsonb<readonly GravestoneRow[]>(),
  discovered: jsonb<readonly DiscoveredItem[]>(),
  records: jsonb<readonly object[]>(),
  storedEvents: jsonb<readonly object[]>(),
  lapsedEvents: jsonb<readonly object[]>(),
};

const UPDATE_CREATURE = `UPDATE creatures c SET (${COLUMNS}) =
  (SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::creatures, $creature::jsonb))`;
const THIS_VERSION = "c.agent_id = $agentId AND c.creature_id = $creatureId AND c.version = $version";

/** What is written with a creature that was `saved`, whoever keeps it. */
const WITH_SAVED = `logged AS (
      INSERT INTO care_log SELECT entry.* FROM saved, jsonb_populate_recordset(NULL::care_log, $log::jsonb) entry
    ), buried AS (
      INSERT INTO gravestones SELECT stone.* FROM saved, jsonb_populate_recordset(NULL::gravestones, $stones::jsonb) stone
    ), learnt AS (
      INSERT INTO discovered_items
      SELECT item.* FROM saved, jsonb_populate_recordset(NULL::discovered_items, $discovered::jsonb) item
      ON CONFLICT (agent_id, creature_id, action, item)
      DO UPDATE SET category = EXCLUDED.category, score = EXCLUDED.score, model = EXCLUDED.model
    ), remembered AS (
      INSERT INTO idempotency SELECT record.* FROM saved, jsonb_populate_recordset(NULL::idempotency, $records::jsonb) record
    ), ${insertStoredEvents("$storedEvents")}, ${insertLapsedEvents("$lapsedEvents")}`;

const SAVE = statement({
  name: "save-creature-and-jobs",
  params: { ...CHANGE, jobs: jsonb<readonly OutboxRow[]>() },
  row: { version: int4 },
  text: `WITH saved AS (
      ${UPDATE_CREATURE} WHERE ${THIS_VERSION} RETURNING c.agent_id, c.creature_id, c.version
    ), ${insertJobs("$jobs")}, ${WITH_SAVED}, ${watchSaved()}
    SELECT version FROM saved`,
});

/** In a run there are no portraits and no hooks, and the clock must still stand where the change was decided. */
const SAVE_IN_RUN = statement({
  name: "save-run-creature",
  params: { ...CHANGE, clockAt: int8 },
  row: { version: int4 },
  text: `WITH run AS (
      SELECT agent_id FROM trial_runs WHERE agent_id = $agentId AND clock_at = $clockAt AND state = 'open'
      FOR NO KEY UPDATE
    ), saved AS (
      ${UPDATE_CREATURE} FROM run WHERE c.agent_id = run.agent_id AND ${THIS_VERSION}
      RETURNING c.agent_id, c.creature_id, c.version
    ), ${WITH_SAVED}
    SELECT version FROM saved`,
});

function listed<Row>(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row];
}

/** All rows that a change adds to the log: what had happened before comes first. */
export function logRowsOf({ from, log }: CreatureChange, version: number): readonly LogRow[] {
  const events = [...(from.unwritten ?? []), ...(log ?? [])];
  return events.map((event, ordinal) => logRow(from.agentId, from.creature, version, event, ordinal));
}

/** The stone of a death, with what a death by the clock has changed, so that it can be taken back. */
export function stoneOf({ from, to, gravestone }: CreatureChange): GravestoneRow | undefined {
  if (gravestone === undefined || gravestone.cause === "harm") return gravestone;
  return { ...gravestone, before: changedColumns(from, to) };
}

/** The creature as it is stored now, or undefined when somebody else changed it first: read again and decide again. */
export async function saveCreature(db: Db, change: CreatureChange): Promise<PresentCreature | undefined> {
  const { from, to, discovered, record } = change;
  const { clockAt } = from;
  const version = from.version + 1;
  // Nobody sweeps the house of a run: only the move of its clock finds what has happened.
  const nextEventAt = clockAt === undefined ? to.nextEventAt : null;
  const stored: PresentCreature = { ...to, nextEventAt, version, unwritten: [] };
  const written = {
    agentId: from.agentId,
    creatureId: from.creature.id,
    creature: creatureRow(stored),
    version: from.version,
    log: logRowsOf(change, version).map(newLogRow),
    stones: listed(stoneOf(change)),
    discovered: listed(discovered),
    records: listed(record === undefined ? undefined : idempotencyRow(record)),
    storedEvents: storedEventRows(change),
    lapsedEvents: lapsedEventRows(change),
  };
  const rows = await (clockAt === undefined
    ? db.query(SAVE, { ...written, jobs: portraitJobs(change) })
    : db.query(SAVE_IN_RUN, { ...written, clockAt }));
  return rows.length === 1 ? stored : undefined;
}

const INSERT = statement({
  name: "insert-creature",
  params: { creature: jsonb<CreatureRow>(), log: jsonb<NewLogRow>() },
  row: {},
  text: `WITH entry AS (INSERT INTO care_log SELECT * FROM jsonb_populate_record(NULL::care_log, $log::jsonb))
    INSERT INTO creatures SELECT * FROM jsonb_populate_record(NULL::creatures, $creature::jsonb)`,
});

/** `adopted` is the first event of its life. */
export async function insertCreature(db: Db, stored: StoredCreature, adopted: LogEvent): Promise<void> {
  const log = newLogRow(logRow(stored.agentId, stored.creature, 1, adopted));
  await db.query(INSERT, { creature: creatureRow(stored), log });
}

const STORED = { row: json<CreatureRow>() };

const FIND = statement({
  name: "find-creature",
  params: { agentId: uuid, creatureId: uuid },
  row: STORED,
  text: "SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId AND creature_id = $creatureId",
});

/** A creature of this agent, also a dead or released one. */
export async function findCreature(db: Db, agentId: string, creatureId: string): Promise<StoredCreature | undefined> {
  const [found] = await db.query(FIND, { agentId, creatureId });
  return found === undefined ? undefined : creatureFromRow(found.row);
}

const NEWEST = statement({
  name: "find-newest-creature",
  params: { agentId: uuid },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId
    ORDER BY adopted_at DESC, creature_id DESC LIMIT 1`,
});

/** The creature that this agent adopted last, whatever became of it. */
export async function findNewestCreature(db: Db, agentId: string): Promise<StoredCreature | undefined> {
  const [found] = await db.query(NEWEST, { agentId });
  return found === undefined ? undefined : creatureFromRow(found.row);
}

const LIVING = statement({
  name: "list-living",
  params: { agentId: uuid },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = $agentId AND died_at IS NULL AND released_at IS NULL ORDER BY adopted_at DESC, creature_id DESC`,
});

/** All living creatures and eggs of an agent, newest first. */
export async function listLiving(db: Db, agentId: string): Promise<readonly StoredCreature<Kept>[]> {
  const rows = await db.query(LIVING, { agentId });
  return rows.map(({ row }) => keptFromRow(row));
}

const RETURNABLE = statement({
  name: "list-returnable",
  params: { agentId: uuid, since: int8 },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = $agentId AND died_at >= $since AND released_at IS NULL ORDER BY died_at DESC LIMIT 5`,
});

/** Creatures that died at `since` or later, newest death first: those that may still be called back. */
export async function listDeadSince(db: Db, agentId: string, since: number): Promise<readonly StoredCreature<Dead>[]> {
  const rows = await db.query(RETURNABLE, { agentId, since });
  return rows.map(({ row }) => deadFromRow(row));
}

const PAST = statement({
  name: "list-past-creatures",
  params: { agentId: uuid },
  row: { becameChild: bool, becameAdult: bool, wasLost: bool, count: int8 },
  text: `SELECT child_at IS NOT NULL AS "becameChild", adult_at IS NOT NULL AS "becameAdult",
      (died_at IS NOT NULL OR resurrections > 0 OR released_in_distress) AS "wasLost", count(*) AS count
    FROM creatures WHERE agent_id = $agentId AND (died_at IS NOT NULL OR released_at IS NOT NULL) GROUP BY 1, 2, 3`,
});

export type PastCreatures = RowOf<typeof PAST.row>;

/** What became of an agent's creatures that are dead or gone, counted by kind. */
export async function listPastCreatures(db: Db, agentId: string): Promise<readonly PastCreatures[]> {
  return db.query(PAST, { agentId });
}

const MOVE_EVENTS = statement({
  name: "move-next-events",
  params: { agentId: uuid, byMs: int8 },
  row: {},
  text: `UPDATE creatures SET next_event_at = next_event_at - $byMs
    WHERE agent_id = $agentId AND next_event_at IS NOT NULL`,
});

/** Brings the next events of a house nearer, when its clock was moved forward. */
export async function moveNextEvents(db: Db, agentId: string, byMs: number): Promise<void> {
  await db.query(MOVE_EVENTS, { agentId, byMs });
}
