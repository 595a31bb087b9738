// Stores hashes of keys that are no longer valid, so that a call with one can be refused with the reason.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { finder } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import { deleteOld, deletionOfOld } from "../../../platform/database/old-rows.ts";
import * as sql from "../../../platform/database/statement.ts";

const END = ["agent_keys", "sitter_keys"].map((table) =>
  sql.statement({
    name: `end-${table.replace("_", "-")}`,
    params: { agentIds: sql.array(sql.uuid), at: sql.int8, reason: sql.text },
    row: sql.FOUND,
    text: `WITH ended AS (DELETE FROM ${table} WHERE agent_id = ANY($agentIds::uuid[]) RETURNING *)
      INSERT INTO ended_keys (agent_id, key_hash, ended_at, reason)
      SELECT agent_id, key_hash, $at::bigint, $reason::text FROM ended WHERE expires_at IS NULL OR expires_at > $at
      RETURNING true`,
  }),
);

/**
 * Ends all keys of these accounts, including those of sitters. Returns the number of keys that were still valid. Call after
 * `lockAccount`.
 */
export async function endKeys(tx: Tx, agentIds: readonly string[], at: number, reason: string): Promise<number> {
  let ended = 0;
  for (const end of END) ended += (await tx.query(end, { agentIds, at, reason })).length;
  return ended;
}

/** Time after which replaced keys are deleted. Each agent has at most `MOST_REPLACED` of them. */
export const REPLACED_KEPT_MS = 30 * DAY_MS;
const MOST_REPLACED = 3;

/** Wraps SQL that changes `agent_keys` and returns the ended keys, so that they are also stored as replaced at `$at`. */
export function rememberingKeys(change: string): string {
  return `WITH replaced AS (${change}), trimmed AS (
      DELETE FROM replaced_keys WHERE agent_id = $agentId AND key_hash IN (SELECT key_hash FROM replaced_keys
        WHERE agent_id = $agentId ORDER BY ended_at DESC OFFSET ${MOST_REPLACED - 1}))
    INSERT INTO replaced_keys (agent_id, key_hash, ended_at) SELECT agent_id, key_hash, $at::bigint FROM replaced`;
}

/** Finds a key that an operator ended with a reason, or that its agent replaced. */
export const findEndedKey = finder({
  name: "find-ended-key",
  params: { agentId: sql.uuid, keyHash: sql.bytea, now: sql.int8 },
  row: { endedAt: sql.int8, reason: sql.nullable(sql.text), clockOffsetMs: sql.int8 },
  text: `SELECT ended_at AS "endedAt", reason, 0::bigint AS "clockOffsetMs" FROM ended_keys
      WHERE agent_id = $agentId AND key_hash = $keyHash
    UNION ALL SELECT k.ended_at, NULL, a.clock_offset_ms FROM replaced_keys k JOIN agents a ON a.agent_id = $agentId
      WHERE k.agent_id = $agentId AND k.key_hash = $keyHash AND k.ended_at > $now - ${REPLACED_KEPT_MS}`,
});

const DELETE_OLD = deletionOfOld("replaced_keys", "agent_id, key_hash", "ended_at");

export async function deleteOldReplacedKeys(db: Db, before: number): Promise<void> {
  await deleteOld(db, DELETE_OLD, before);
}
