// What is archived of the log: which days, in which objects, and where the archived part of each life ends. Days of which
// `log_days` knows are cold: their partitions are gone, in the same transaction.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { command, counter, inTransaction, lister, valueFinder } from "../db/calls.ts";
import type { Db, Tx } from "../db/db.ts";
import {
  array,
  int2,
  int4,
  int8,
  json,
  jsonb,
  nullable,
  statement,
  text,
  unread,
  uuid,
  type RowOf,
} from "../db/statement.ts";
import { STORED_LOG_ROW, logRowFrom, type LogRow } from "./care-log.ts";
import { creatureFromRow, type CreatureRow, type StoredCreature } from "./creature-row.ts";

/** What was recorded before is in objects alone; 0 when nothing is. */
export const findLogBorder = counter({
  name: "find-log-border",
  params: {},
  row: { border: int8 },
  text: `SELECT coalesce(max(day) + ${DAY_MS}, 0) AS border FROM log_days`,
});

/** The beginning of the first day that has a partition. */
export const findOldestLogDay = valueFinder({
  name: "find-oldest-log-day",
  params: {},
  row: { day: int8 },
  text: `SELECT (1000 * extract(epoch FROM to_date(right(c.relname::text, 8), 'YYYYMMDD')))::bigint AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'care_log'::regclass ORDER BY c.relname LIMIT 1`,
});

const OF_DAY = `FROM care_log WHERE recorded_at >= $day AND recorded_at < $day::bigint + ${DAY_MS}`;

const NEXT_ROWS = statement({
  name: "list-log-day",
  params: { day: int8, after: uuid, limit: int8 },
  row: STORED_LOG_ROW,
  text: `SELECT * ${OF_DAY} AND agent_id > $after ORDER BY agent_id LIMIT $limit`,
});

/** Rows of a day and of the agents after one, in the order of agents. The last agent may be cut off by the limit. */
export async function listLogDay(db: Db, day: number, after: string, limit: number): Promise<readonly LogRow[]> {
  return (await db.query(NEXT_ROWS, { day, after, limit })).map(logRowFrom);
}

const RANGE_ROWS = statement({
  name: "list-log-range",
  params: { day: int8, first: uuid, last: uuid },
  row: STORED_LOG_ROW,
  text: `SELECT * ${OF_DAY} AND agent_id >= $first AND agent_id <= $last`,
});

export async function listLogRange(db: Db, day: number, first: string, last: string): Promise<readonly LogRow[]> {
  return (await db.query(RANGE_ROWS, { day, first, last })).map(logRowFrom);
}

export const findLogDayCount = counter({
  name: "count-log-day",
  params: { day: int8 },
  row: { total: int8 },
  text: `SELECT count(*) AS total ${OF_DAY}`,
});

/** The columns of `log_objects`. */
const OBJECT = {
  day: int8,
  first_agent: uuid,
  last_agent: uuid,
  name: text,
  sha256: text,
  rows_sha256: text,
  entries: int4,
  differing: int4,
  bytes: int4,
  rules_version: int2,
};

export type LogObject = RowOf<typeof OBJECT>;

/** The objects of a day in the order of agents, those that begin after an agent. */
export const listLogObjects = lister({
  name: "list-log-objects",
  params: { day: int8, after: uuid, limit: int8 },
  row: OBJECT,
  text: "SELECT * FROM log_objects WHERE day = $day AND first_agent > $after ORDER BY first_agent LIMIT $limit",
});

/** Up to which agent a day has been written. */
export const findLastArchivedAgent = valueFinder({
  name: "find-last-log-object",
  params: { day: int8 },
  row: { last_agent: uuid },
  text: "SELECT last_agent FROM log_objects WHERE day = $day ORDER BY first_agent DESC LIMIT 1",
});

const OBJECT_OF = statement({
  name: "find-log-object",
  params: { day: int8, agentId: uuid },
  row: OBJECT,
  text: `SELECT * FROM log_objects WHERE day = $day AND first_agent <= $agentId ORDER BY first_agent DESC LIMIT 1`,
});

/** The object that has what an agent's creatures did on a day, if any did something. */
export async function findLogObject(db: Db, day: number, agentId: string): Promise<LogObject | undefined> {
  const [row] = await db.query(OBJECT_OF, { day, agentId });
  return row !== undefined && row.last_agent >= agentId ? row : undefined;
}

const HEAD = {
  agent_id: uuid,
  creature_id: uuid,
  day: int8,
  entries: int4,
  chain: int2,
  state: nullable(text),
};

export type LogHead = RowOf<typeof HEAD>;

const HEADS_BEFORE = statement({
  name: "list-log-heads-before",
  params: { day: int8, agents: array(uuid), creatures: array(uuid) },
  row: HEAD,
  text: `SELECT DISTINCT ON (agent_id, creature_id) * FROM log_heads
    WHERE day < $day AND agent_id = ANY ($agents) AND creature_id = ANY ($creatures)
    ORDER BY agent_id, creature_id, day DESC`,
});

/** Where these lives stood before a day, as far as they were archived. */
export async function listLogHeadsBefore(
  db: Db,
  day: number,
  agents: readonly string[],
  creatures: readonly string[],
): Promise<readonly LogHead[]> {
  return db.query(HEADS_BEFORE, { day, agents, creatures });
}

const COLD_HEADS = statement({
  name: "list-heads-before-border",
  params: { agentId: uuid, creatureId: nullable(uuid), border: int8 },
  row: { creature_id: uuid, day: int8, entries: int4 },
  text: `SELECT DISTINCT ON (creature_id) creature_id, day, entries FROM log_heads
    WHERE agent_id = $agentId AND ($creatureId::uuid IS NULL OR creature_id = $creatureId)
      AND day < $border
    ORDER BY creature_id, day DESC`,
});

export type ColdHead = RowOf<typeof COLD_HEADS.row>;

/** The last cold line of each creature of an agent, or of one of them. */
export async function listColdHeads(db: Db, agentId: string, creatureId?: string): Promise<readonly ColdHead[]> {
  const border = await findLogBorder(db, {});
  return border === 0 ? [] : db.query(COLD_HEADS, { agentId, creatureId: creatureId ?? null, border });
}

const ADOPTED = statement({
  name: "list-archived-creatures",
  params: { agents: array(uuid), creatures: array(uuid) },
  row: { row: json<CreatureRow>() },
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = ANY ($agents) AND creature_id = ANY ($creatures)`,
});

/** Creatures of several agents, whatever became of them: who they are. */
export async function listArchivedCreatures(
  db: Db,
  agents: readonly string[],
  creatures: readonly string[],
): Promise<readonly StoredCreature[]> {
  const rows = await db.query(ADOPTED, { agents, creatures });
  return rows.map(({ row }) => creatureFromRow(row));
}

const FORGET_OBJECT = statement({
  name: "delete-log-object",
  params: { day: int8, first: uuid },
  row: {},
  text: `WITH gone AS (DELETE FROM log_objects WHERE day = $day AND first_agent = $first RETURNING name)
    INSERT INTO log_replaced SELECT name FROM gone ON CONFLICT DO NOTHING`,
});
const FORGET_HEADS = statement({
  name: "delete-log-heads",
  params: { day: int8, first: uuid, last: uuid },
  row: {},
  text: "DELETE FROM log_heads WHERE day = $day AND agent_id >= $first AND agent_id <= $last",
});

/** Forgets what was written of a range, to write it again. */
export async function deleteLogObject(
  tx: Tx,
  { day, first_agent: first, last_agent: last }: Pick<LogObject, "day" | "first_agent" | "last_agent">,
): Promise<void> {
  await tx.query(FORGET_HEADS, { day, first, last });
  await tx.query(FORGET_OBJECT, { day, first });
}

/** Records an object that was verified, with where its lives stand after it. In a transaction after `deleteLogObject`. */
export const insertLogObject = inTransaction.command({
  name: "save-log-object",
  params: { object: jsonb<LogObject>(), heads: jsonb<readonly LogHead[]>() },
  text: `WITH written AS (
      INSERT INTO log_objects SELECT * FROM jsonb_populate_record(NULL::log_objects, $object::jsonb) RETURNING name
    ), wanted AS (
      DELETE FROM log_replaced r USING written w WHERE r.name = w.name
    ) INSERT INTO log_heads SELECT * FROM jsonb_populate_recordset(NULL::log_heads, $heads::jsonb)`,
});

const RENAME = statement({
  name: "replace-log-object",
  params: { day: int8, first: uuid, from: text, name: text, sha256: text, bytes: int4 },
  row: {},
  text: `WITH changed AS (
      UPDATE log_objects SET name = $name, sha256 = $sha256, bytes = $bytes
      WHERE day = $day AND first_agent = $first AND name = $from RETURNING true
    ) INSERT INTO log_replaced SELECT $from FROM changed ON CONFLICT DO NOTHING`,
});

/** Puts another object in the place of one that has more to say than it may. */
export async function replaceLogObject(
  db: Db,
  { day, first_agent: first, name: from }: LogObject,
  to: Pick<LogObject, "name" | "sha256" | "bytes">,
): Promise<void> {
  const { name, sha256, bytes } = to;
  await db.query(RENAME, { day, first, from, name, sha256, bytes });
}

/** An object that is no longer needed. */
export const findReplacedObject = valueFinder({
  name: "find-replaced-log-object",
  params: {},
  row: { name: text },
  text: "SELECT name FROM log_replaced LIMIT 1",
});

export const deleteReplacedObject = command({
  name: "delete-replaced-log-object",
  params: { name: text },
  text: "DELETE FROM log_replaced WHERE name = $name",
});

/** An agent that has left, and whose notes are in objects. */
export const findLogErasure = valueFinder({
  name: "find-log-erasure",
  params: {},
  row: { agent_id: uuid },
  text: "SELECT agent_id FROM log_erasures LIMIT 1",
});

export const deleteLogErasure = command({
  name: "delete-log-erasure",
  params: { agentId: uuid },
  text: "DELETE FROM log_erasures WHERE agent_id = $agentId",
});

/** The last lines of an agent's creatures, also of a day that is being archived. */
export const listLogHeads = lister({
  name: "list-log-heads",
  params: { agentId: uuid },
  row: { creature_id: uuid, day: int8 },
  text: "SELECT creature_id, day FROM log_heads WHERE agent_id = $agentId",
});

/** How many entries of a day are in objects. */
export const findArchivedCount = counter({
  name: "find-archived-total",
  params: { day: int8 },
  row: { total: int8 },
  text: "SELECT coalesce(sum(entries), 0)::bigint AS total FROM log_objects WHERE day = $day",
});

/** Writers of the log wait behind a drop that waits for readers: it rather gives up and comes again. */
const DROP_TIMEOUT = statement({
  name: "drop-log-day-timeout",
  params: {},
  row: {},
  text: "SET LOCAL lock_timeout = '1s'",
});
const DROP = statement({
  name: "drop-care-log-day",
  params: { day: int8 },
  row: { drop_care_log_day: unread },
  text: "SELECT drop_care_log_day($day)",
});
const SAVE_DAY = statement({
  name: "save-log-day",
  params: { day: int8, at: int8 },
  row: {},
  text: `INSERT INTO log_days (day, entries, differing, bytes, dropped_at)
    SELECT $day, coalesce(sum(entries), 0), coalesce(sum(differing), 0), coalesce(sum(bytes), 0), $at
    FROM log_objects WHERE day = $day`,
});

/** Drops the partition of a day. From then on the day is cold. */
export async function dropLogDay(tx: Tx, day: number, at: RealInstant): Promise<void> {
  await tx.query(DROP_TIMEOUT, {});
  await tx.query(SAVE_DAY, { day, at });
  await tx.query(DROP, { day });
}

const FORGET_OLD_HEADS = statement({
  name: "delete-old-log-heads",
  params: { day: int8, first: uuid, last: uuid },
  row: {},
  text: `DELETE FROM log_heads h USING log_heads newer
    WHERE h.agent_id >= $first AND h.agent_id <= $last AND h.day < $day
      AND newer.agent_id = h.agent_id AND newer.creature_id = h.creature_id AND newer.day = $day`,
});

/** Once a day is cold, lives of a range that have a line in it end there and nowhere before. */
export async function deleteOldLogHeads(
  db: Db,
  { day, first_agent: first, last_agent: last }: LogObject,
): Promise<void> {
  await db.query(FORGET_OLD_HEADS, { day, first, last });
}
