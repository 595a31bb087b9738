// Stores watches. A watch says what was reported about a creature that a hook covers, and when to observe it again. The statement
// that changes a creature also sets its watch. A house without hooks has no watches.
import { STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import { inSlice } from "../../../platform/database/slices.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import { lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";

/** SQL: matches creatures that a hook covers. `creature` is an alias with agent_id and creature_id. */
export function isHooked(creature: string, agentId = `${creature}.agent_id`): string {
  return `EXISTS (SELECT FROM hooks hook WHERE hook.agent_id = ${agentId} AND hook.confirmed_at IS NOT NULL
    AND hook.disabled_at IS NULL AND (hook.creature_id IS NULL OR hook.creature_id = ${creature}.creature_id))`;
}

const UNWATCH = sql.statement({
  name: "unwatch-unhooked",
  params: { agentId: sql.uuid },
  row: {},
  text: `DELETE FROM hook_watches WHERE agent_id = $agentId AND creature_id = ANY (ARRAY (
      SELECT creature_id FROM hook_watches watch WHERE agent_id = $agentId AND NOT ${isHooked("watch", "$agentId")}
      FOR UPDATE SKIP LOCKED))`,
});
const WATCH = sql.statement({
  name: "watch-hooked",
  params: { agentId: sql.uuid },
  row: {},
  text: `INSERT INTO hook_watches (agent_id, creature_id, next_at, watched_until, watched_seq)
    SELECT keeper.agent_id, creature.creature_id, ${STATEMENT_TIME}, ${STATEMENT_TIME}, keeper.event_seq
    FROM creatures creature JOIN agents keeper ON keeper.agent_id = $agentId
    WHERE creature.agent_id = $agentId AND creature.died_at IS NULL AND creature.released_at IS NULL
      AND ${isHooked("creature", "$agentId")}
    ON CONFLICT (agent_id, creature_id) DO NOTHING`,
});

/**
 * Makes the watches of a house match its hooks. Call after a hook was confirmed, changed, removed, or disabled. Skips watches
 * that are locked for an observation, because those end by themselves.
 */
export async function refreshHouseWatches(tx: Tx, agentId: string): Promise<void> {
  await tx.query(UNWATCH, { agentId });
  await tx.query(WATCH, { agentId });
}

export interface Watch {
  readonly agentId: string;
  readonly creatureId: string;
  /** The instant at which the watch is due; null for never. A change of the creature moves it. */
  readonly dueAt: number | null;
  /** The end of the last observation. `seq` is the last stored event that it included. */
  readonly until: Instant;
  readonly seq: number;
}

const LIST_DUE = sql.statement({
  name: "list-due-watches",
  params: { dueBy: sql.int8, slice: sql.nullable(sql.int4), limit: sql.int8 },
  row: { agentId: sql.uuid },
  text: `SELECT agent_id AS "agentId" FROM hook_watches WHERE next_at <= $dueBy AND ${inSlice("creature_id")}
    ORDER BY next_at LIMIT $limit`,
  byNode: ["hook_watches"],
});

/** Lists the agents of watches that are due by an instant, longest due first. An agent appears once for each watch. */
export async function listDueWatches(
  db: Db,
  { dueBy, slice, limit }: { dueBy: number; slice: number | undefined; limit: number },
): Promise<readonly string[]> {
  return (await db.query(LIST_DUE, { dueBy, slice: slice ?? null, limit })).map(({ agentId }) => agentId);
}

/**
 * Lists all watches of these agents without locking. If a creature changes afterward, its watch becomes due again and the
 * observation is repeated. Therefore, read the creatures after the watches, not with them.
 */
export const listWatches = lister({
  name: "list-watches",
  params: { agentIds: sql.array(sql.uuid) },
  row: {
    agentId: sql.uuid,
    creatureId: sql.uuid,
    dueAt: sql.nullable(sql.int8),
    until: sql.int8Of<Instant>(),
    seq: sql.int8,
  },
  text: `SELECT agent_id AS "agentId", creature_id AS "creatureId", next_at AS "dueAt", watched_until AS until,
      watched_seq AS seq
    FROM hook_watches WHERE agent_id = ANY ($agentIds::uuid[])`,
});

const SAVE = sql.statement({
  name: "save-looked-at-watches",
  params: {
    agentIds: sql.array(sql.uuid),
    creatureIds: sql.array(sql.uuid),
    dues: sql.array(sql.nullable(sql.int8)),
    nexts: sql.array(sql.nullable(sql.int8)),
    untils: sql.array(sql.int8),
    seqs: sql.array(sql.int8),
  },
  row: { unmoved: sql.bool },
  text: `UPDATE hook_watches w
    SET next_at = CASE WHEN w.next_at IS NOT DISTINCT FROM given.due THEN given.next ELSE w.next_at END,
      watched_until = given.until, watched_seq = given.seq
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[], $dues::bigint[], $nexts::bigint[], $untils::bigint[],
      $seqs::bigint[]) AS given (agent_id, creature_id, due, next, until, seq)
    WHERE w.agent_id = given.agent_id AND w.creature_id = given.creature_id
    RETURNING w.next_at IS NOT DISTINCT FROM given.next AS unmoved`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

export interface WatchUpdate extends Watch {
  /** Null if time alone will cause no event. */
  readonly nextAt: number | null;
}

/** Saves the reported state, and the next observation unless a change has rescheduled it. Returns the number of the latter. */
export async function saveWatches(tx: Tx, watches: readonly WatchUpdate[]): Promise<number> {
  if (watches.length === 0) return 0;
  const saved = await tx.query(SAVE, {
    agentIds: watches.map(({ agentId }) => agentId),
    creatureIds: watches.map(({ creatureId }) => creatureId),
    dues: watches.map(({ dueAt }) => dueAt),
    nexts: watches.map(({ nextAt }) => nextAt),
    untils: watches.map(({ until }) => until),
    seqs: watches.map(({ seq }) => seq),
  });
  return saved.filter(({ unmoved }) => !unmoved).length;
}

const END = sql.statement({
  name: "delete-ended-watches",
  params: { agentIds: sql.array(sql.uuid), creatureIds: sql.array(sql.uuid), dues: sql.array(sql.nullable(sql.int8)) },
  row: {},
  text: `DELETE FROM hook_watches w
    USING unnest($agentIds::uuid[], $creatureIds::uuid[], $dues::bigint[]) AS given (agent_id, creature_id, due)
    WHERE w.agent_id = given.agent_id AND w.creature_id = given.creature_id
      AND w.next_at IS NOT DISTINCT FROM given.due`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

/** Deletes watches, except those that a change has made due again. */
export async function deleteWatches(tx: Tx, watches: readonly Watch[]): Promise<void> {
  if (watches.length === 0) return;
  await tx.query(END, {
    agentIds: watches.map(({ agentId }) => agentId),
    creatureIds: watches.map(({ creatureId }) => creatureId),
    dues: watches.map(({ dueAt }) => dueAt),
  });
}
