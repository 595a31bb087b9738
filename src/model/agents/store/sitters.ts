// Stores sitter keys. The statement that checks a key also reads its scope (callers.ts).
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { command, counter, inTransaction, valueLister } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

export interface Sitter {
  readonly id: string;
  readonly name: string;
  readonly creatureIds: readonly string[];
  readonly actions: readonly CareAction[];
  readonly createdAt: RealInstant;
  readonly expiresAt: RealInstant;
  readonly firstUsedAt: number | null;
}

/** SQL: the columns of `sitter_keys` (as `k`) as one `Sitter` object. */
export const SITTER_JSON = `json_build_object('id', k.sitter_id, 'name', k.name, 'creatureIds', k.creature_ids,
  'actions', k.actions, 'createdAt', k.created_at, 'expiresAt', k.expires_at, 'firstUsedAt', k.first_used_at)`;

const DELETE_EXPIRED = sql.statement({
  name: "delete-expired-sitters",
  params: { agentId: sql.uuid, now: sql.int8 },
  row: {},
  text: "DELETE FROM sitter_keys WHERE agent_id = $agentId AND expires_at <= $now",
});
const INSERT = sql.statement({
  name: "insert-sitter-key",
  params: {
    agentId: sql.uuid,
    keyHash: sql.bytea,
    id: sql.uuid,
    name: sql.text,
    creatureIds: sql.array(sql.uuid),
    actions: sql.array(sql.text),
    createdAt: sql.int8,
    expiresAt: sql.int8,
    most: sql.int8,
  },
  row: sql.FOUND,
  text: `INSERT INTO sitter_keys (agent_id, key_hash, sitter_id, name, creature_ids, actions, created_at, expires_at)
    SELECT a.agent_id, $keyHash, $id, $name, $creatureIds::uuid[], $actions::text[], $createdAt::bigint,
      $expiresAt::bigint
    FROM agents a WHERE a.agent_id = $agentId AND (SELECT count(*) FROM sitter_keys WHERE agent_id = $agentId) < $most
    RETURNING true`,
});

/**
 * Deletes expired keys, then inserts the new one unless `most` keys remain. Returns whether it was inserted. Call after
 * `lockAccount`.
 */
export async function insertSitter(
  tx: Tx,
  { agentId, keyHash, most }: { readonly agentId: string; readonly keyHash: Buffer; readonly most: number },
  sitter: Omit<Sitter, "firstUsedAt">,
): Promise<boolean> {
  const { id, name, creatureIds, actions, createdAt, expiresAt } = sitter;
  await tx.query(DELETE_EXPIRED, { agentId, now: createdAt });
  const rows = await tx.query(INSERT, { agentId, keyHash, id, name, creatureIds, actions, createdAt, expiresAt, most });
  return rows.length === 1;
}

/** Lists the sitters with a valid key, oldest first. */
export const listSitters = valueLister({
  name: "list-sitters",
  params: { agentId: sql.uuid, now: sql.int8 },
  row: { sitter: sql.json<Sitter>() },
  text: `SELECT ${SITTER_JSON} AS sitter FROM sitter_keys k
    WHERE agent_id = $agentId AND expires_at > $now ORDER BY sitter_id`,
});

export const findSitterCount = counter({
  name: "count-sitters",
  params: { agentId: sql.uuid, now: sql.int8 },
  row: { count: sql.int8 },
  text: "SELECT count(*) AS count FROM sitter_keys WHERE agent_id = $agentId AND expires_at > $now",
});

/** Ends a sitter's key. Returns the sitter's name, or undefined if there was no such key. */
export const deleteSitter = inTransaction.valueFinder({
  name: "delete-sitter",
  params: { agentId: sql.uuid, sitterId: sql.uuid, now: sql.int8 },
  row: { name: sql.text },
  text: "DELETE FROM sitter_keys WHERE agent_id = $agentId AND sitter_id = $sitterId AND expires_at > $now RETURNING name",
});

export const deleteAllSitters = inTransaction.command({
  name: "delete-all-sitters",
  params: { agentId: sql.uuid },
  text: "DELETE FROM sitter_keys WHERE agent_id = $agentId",
});

/** Records the first use of a sitter key. From then on, the answer that issued the key is not replayed. */
export const saveSitterFirstUse = command({
  name: "mark-sitter-used",
  params: { agentId: sql.uuid, keyHash: sql.bytea, at: sql.int8 },
  text: `UPDATE sitter_keys SET first_used_at = $at
    WHERE agent_id = $agentId AND key_hash = $keyHash AND first_used_at IS NULL`,
});

/** Records which sitter made a log entry. Returns false if the sitter's key was deleted. The entry must then be rolled back. */
export const insertSitterCare = inTransaction.asker({
  name: "insert-sitter-care",
  params: { agentId: sql.uuid, sitterId: sql.uuid, creatureId: sql.uuid, entryId: sql.uuid },
  row: sql.FOUND,
  text: `INSERT INTO sitter_care (agent_id, creature_id, entry_id, sitter_id, name)
    SELECT k.agent_id, $creatureId, $entryId, k.sitter_id, k.name
    FROM (SELECT * FROM sitter_keys WHERE agent_id = $agentId AND sitter_id = $sitterId FOR SHARE) k
    RETURNING true`,
});

const LIST_CARE = sql.statement({
  name: "list-sitter-care",
  params: { agentId: sql.uuid, creatureId: sql.uuid, entryIds: sql.array(sql.uuid) },
  row: { entryId: sql.uuid, name: sql.text },
  text: `SELECT entry_id AS "entryId", name FROM sitter_care
    WHERE agent_id = $agentId AND creature_id = $creatureId AND entry_id = ANY($entryIds::uuid[])`,
});

/** Returns sitters' names by log entry. Entries without a name were made by the keeper. */
export async function listSitterCare(
  db: Db,
  agentId: string,
  creatureId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db.query(LIST_CARE, { agentId, creatureId, entryIds });
  return new Map(rows.map(({ entryId, name }) => [entryId, name]));
}
