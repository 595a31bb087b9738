// Watches: for each creature that a hook wants to hear of, what was reported and when to look again. A change of the
// creature sets its watch in its own statement; a house without hooks has no watches.
import { STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import { inSlice } from "../../../platform/database/slices.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import { lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";

/** Matches creatures that a hook wants to hear of; `creature` is the name of something with agent_id and creature_id. */
export function isHooked(creature: string, agentId = `${creature}.agent_id`): string {
  return `EXISTS (SELECT FROM hooks hook WHERE hook.agent_id = ${agentId} AND hook.confirmed_at IS NOT NULL
    AND hook.disabled_at IS NULL AND (hook.creature_id IS NULL OR hook.creature_id = ${creature}.creature_id))`;
}

/** SQL of the watches of hooked creatures, to be looked at now, from what was not reported yet. */
function newWatches(creatures: string): string {
  return `INSERT INTO hook_watches (agent_id, creature_id, next_at, watched_until, watched_seq)
    SELECT creature.agent_id, creature.creature_id, ${STATEMENT_TIME}, ${STATEMENT_TIME}, keeper.event_seq
    FROM ${creatures} creature JOIN agents keeper ON keeper.agent_id = creature.agent_id
    WHERE ${isHooked("creature")}`;
}

/** SQL of the CTE that has the `saved` creatures looked at. The statement sees numbers of events from before itself. */
export function watchSavedCreatures(): string {
  return `watched AS (
      ${newWatches("saved")}
      ON CONFLICT (agent_id, creature_id) DO UPDATE SET next_at = EXCLUDED.next_at
    )`;
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
 * Watches whom the hooks of a house want to hear of, and nobody else. To be called after a hook was confirmed, changed, removed
 * or disabled. It waits for no lock: a watch that is being looked at ends by itself.
 */
export async function refreshHouseWatches(tx: Tx, agentId: string): Promise<void> {
  await tx.query(UNWATCH, { agentId });
  await tx.query(WATCH, { agentId });
}

export interface Watch {
  readonly agentId: string;
  readonly creatureId: string;
  /** When it is due, if ever; a change of its creature moves this. */
  readonly dueAt: number | null;
  /** Up to where the last look went, and the last stored event of the house that it saw. */
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

/** Whose creatures are due by an instant, the longest due first; an agent once for each of them. */
export async function listDueWatches(
  db: Db,
  { dueBy, slice, limit }: { dueBy: number; slice: number | undefined; limit: number },
): Promise<readonly string[]> {
  return (await db.query(LIST_DUE, { dueBy, slice: slice ?? null, limit })).map(({ agentId }) => agentId);
}

/**
 * All watches of these agents. Nothing is locked: a change of one of their creatures moves the instant at which it is due, and
 * what was looked at before that is looked at again. So read the creatures after this, not with it.
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
  /** Null when time alone brings nothing. */
  readonly nextAt: number | null;
}

/** What was reported, and when to look again, unless that was moved meanwhile. How many were. */
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

/** But not those that a change has made due again. */
export async function deleteWatches(tx: Tx, watches: readonly Watch[]): Promise<void> {
  if (watches.length === 0) return;
  await tx.query(END, {
    agentIds: watches.map(({ agentId }) => agentId),
    creatureIds: watches.map(({ creatureId }) => creatureId),
    dues: watches.map(({ dueAt }) => dueAt),
  });
}
