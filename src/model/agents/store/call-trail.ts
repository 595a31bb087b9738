// Stores the trail of an agent's calls, which explains incidents. Rows are written in batches and trimmed in the same
// transaction, so no agent can fill the table.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { lister } from "../../../platform/database/calls.ts";
import type { Db, TransactionalDb, Tx } from "../../../platform/database/db.ts";
import { deleteOld, deletionOfOld } from "../../../platform/database/old-rows.ts";
import { insertAccountEvent, lockAccount } from "../../events/store/account-events.ts";
import * as sql from "../../../platform/database/statement.ts";
import { saveSignsOfLife } from "../../silence/store/pulses.ts";
import { RAN_SINCE, saveCallsOfRuns } from "./runs.ts";

export const TRAIL_KEPT_MS = 14 * DAY_MS;
/** Rows that trimming leaves per agent, counted apart for refused and accepted calls, so that refusals are not displaced. */
export const TRAIL_ROWS = 200;
/** Trimming reads an agent's whole trail, so it runs only about once per this many new rows. */
const TRIMMED_EVERY = 16;

const TRAIL_ROW = {
  agent_id: sql.uuid,
  period_at: sql.int8,
  operation: sql.text,
  code: sql.text,
  creature_id: sql.uuid,
  by_sitter: sql.bool,
  status: sql.int2,
  calls: sql.int4,
  first_at: sql.int8,
  last_at: sql.int8,
  first_request_id: sql.text,
  last_request_id: sql.text,
  recorded_at: sql.int8,
};

export type TrailRow = sql.RowOf<typeof TRAIL_ROW>;

/** An unsaved row of the trail, with the real instants of its latest calls. */
export interface NewCalls extends TrailRow {
  readonly ats: readonly number[];
}

const KEY = "agent_id, period_at, operation, code, creature_id, by_sitter";

const LIST_PRESENT = sql.statement({
  name: "list-agents-not-left",
  params: { agentIds: sql.array(sql.uuid), since: sql.int8 },
  row: { agent_id: sql.uuid, runs: sql.bool },
  text: `SELECT agent_id, coalesce(${RAN_SINCE}, false) AS runs FROM agents LEFT JOIN ping_links p USING (agent_id)
    WHERE agent_id = ANY($agentIds::uuid[]) AND left_at IS NULL`,
});
const SAVE = sql.statement({
  name: "save-call-trail",
  params: { rows: sql.jsonb<readonly TrailRow[]>() },
  row: { agent_id: sql.uuid, recorded_at: sql.int8, is_new: sql.bool },
  text: `INSERT INTO call_trail AS t
    SELECT * FROM jsonb_populate_recordset(NULL::call_trail, $rows::jsonb) ORDER BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET calls = t.calls + EXCLUDED.calls,
      last_at = greatest(t.last_at, EXCLUDED.last_at), recorded_at = greatest(t.recorded_at, EXCLUDED.recorded_at),
      last_request_id = CASE WHEN EXCLUDED.last_at < t.last_at THEN t.last_request_id ELSE EXCLUDED.last_request_id END
    RETURNING agent_id, recorded_at, xmax = 0 AS is_new`,
});
const TRIM = sql.statement({
  name: "trim-call-trail",
  params: { agentIds: sql.array(sql.uuid), most: sql.int8 },
  row: {},
  text: `DELETE FROM call_trail WHERE agent_id = ANY($agentIds::uuid[]) AND (${KEY}) IN (
      SELECT ${KEY} FROM (
        SELECT ${KEY}, row_number() OVER (PARTITION BY agent_id, code = '' ORDER BY recorded_at DESC) AS place
        FROM call_trail WHERE agent_id = ANY($agentIds::uuid[])
      ) kept WHERE place > $most)`,
});

/** The code of calls that used a replaced key. */
export const OLD_KEY = "old_key";

const FIND_UNREPORTED = sql.statement({
  name: "find-old-key-untold",
  params: { agentId: sql.uuid, since: sql.int8 },
  row: sql.FOUND,
  text: `SELECT true FROM agents WHERE agent_id = $agentId AND left_at IS NULL AND NOT EXISTS (
      SELECT FROM account_events e WHERE e.agent_id = $agentId AND e.kind = '${OLD_KEY}' AND e.at > $since)`,
});

/** Records at most once a day per agent that a replaced key is still in use. Call first, because it locks accounts. */
async function saveOldKeyEvents(tx: Tx, rows: readonly TrailRow[]): Promise<void> {
  const latest = new Map(rows.filter(({ code }) => code === OLD_KEY).map((row) => [row.agent_id, row.recorded_at]));
  for (const [agentId, at] of [...latest].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await lockAccount(tx, { agentId });
    const unreported = await tx.query(FIND_UNREPORTED, { agentId, since: at - DAY_MS });
    if (unreported.length > 0) await insertAccountEvent(tx, agentId, { kind: OLD_KEY, about: null, at });
  }
}

/** Adds calls to the trails of their agents. No two of the rows may have the same primary key. */
export async function saveCallTrail(database: TransactionalDb, rows: readonly NewCalls[]): Promise<void> {
  await database.withTransaction(async (tx) => {
    const agentIds = [...new Set(rows.map(({ agent_id }) => agent_id))];
    await saveOldKeyEvents(tx, rows);
    const since = rows.reduce((least, { ats }) => Math.min(least, ...ats), Infinity);
    const listed = await tx.query(LIST_PRESENT, { agentIds, since });
    const present = new Set(listed.map(({ agent_id }) => agent_id));
    const saved = await tx.query(SAVE, { rows: rows.filter(({ agent_id }) => present.has(agent_id)) });
    const grown = Map.groupBy(
      saved.filter(({ is_new }) => is_new),
      ({ agent_id }) => agent_id,
    );
    // The milliseconds of the newest row serve as a random number.
    const isDue = (added: readonly { readonly recorded_at: number }[]) =>
      Math.max(...added.map(({ recorded_at }) => recorded_at)) % TRIMMED_EVERY < added.length;
    const trimmed = [...grown].flatMap(([id, added]) => (isDue(added) ? [id] : []));
    if (trimmed.length > 0) await tx.query(TRIM, { agentIds: trimmed, most: TRAIL_ROWS });
    const own = rows.filter(({ by_sitter, code }) => !by_sitter && code !== OLD_KEY);
    const running = listed.filter(({ runs }) => runs).map(({ agent_id }) => agent_id);
    // Rows are updated in a fixed order, so that processes do not deadlock.
    for (const agentId of running.toSorted()) {
      const ats = own.filter(({ agent_id }) => agent_id === agentId).flatMap((row) => row.ats);
      await saveCallsOfRuns(tx, { agentId, ats });
    }
    await saveSignsOfLife(tx, new Map(own.map(({ agent_id, recorded_at }) => [agent_id, recorded_at])));
  });
}

/** Lists an agent's trail, oldest first. */
export const listCallTrail = lister({
  name: "list-call-trail",
  params: { agentId: sql.uuid },
  row: TRAIL_ROW,
  text: "SELECT * FROM call_trail WHERE agent_id = $agentId ORDER BY period_at",
});

const DELETE_OLD = deletionOfOld("call_trail", KEY);

export async function deleteOldCallTrail(db: Db, before: number): Promise<void> {
  await deleteOld(db, DELETE_OLD, before);
}
