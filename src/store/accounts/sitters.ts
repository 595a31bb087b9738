// Sitters: keys to a part of a house, for a while. What such a key may do is read with it, by the statement that checks it
// (store/callers.ts).
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { Db, Statement, Tx } from "../db/db.ts";

export interface Sitter {
  readonly id: string;
  readonly name: string;
  readonly creatureIds: readonly string[];
  readonly actions: readonly CareAction[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly firstUsedAt: number | null;
}

/** The columns of `sitter_keys` (as `k`) under the names of `Sitter`, as one value. */
export const SITTER_JSON = `json_build_object('id', k.sitter_id, 'name', k.name, 'creatureIds', k.creature_ids,
  'actions', k.actions, 'createdAt', k.created_at, 'expiresAt', k.expires_at, 'firstUsedAt', k.first_used_at)`;

const DELETE_EXPIRED: Statement = {
  name: "delete-expired-sitters",
  text: "DELETE FROM sitter_keys WHERE agent_id = $1 AND expires_at <= $2",
};
const INSERT: Statement = {
  name: "insert-sitter",
  text: `INSERT INTO sitter_keys (agent_id, key_hash, sitter_id, name, creature_ids, actions, created_at, expires_at)
    SELECT $1, $2, $3, $4, $5::uuid[], $6::text[], $7::bigint, $8::bigint
    WHERE (SELECT count(*) FROM sitter_keys WHERE agent_id = $1) < $9
    RETURNING true`,
};

/** Whether there was room for one more: `most` at a time. Those whose time is over make room. Behind `lockAccount`. */
export async function insertSitter(
  tx: Tx,
  agentId: string,
  keyHash: Buffer,
  sitter: Omit<Sitter, "firstUsedAt">,
  most: number,
): Promise<boolean> {
  const { id, name, creatureIds, actions, createdAt, expiresAt } = sitter;
  await tx.queryOld(DELETE_EXPIRED, [agentId, createdAt]);
  const rows = await tx.queryOld(INSERT, [agentId, keyHash, id, name, creatureIds, actions, createdAt, expiresAt, most]);
  return rows.length === 1;
}

const LIST: Statement = {
  name: "list-sitters",
  text: `SELECT ${SITTER_JSON} AS sitter FROM sitter_keys k WHERE agent_id = $1 AND expires_at > $2 ORDER BY sitter_id`,
};

/** Those whose key is good, the oldest first. */
export async function listSitters(db: Db, agentId: string, now: number): Promise<readonly Sitter[]> {
  const rows = await db.queryOld<{ sitter: Sitter }>(LIST, [agentId, now]);
  return rows.map(({ sitter }) => sitter);
}

const COUNT: Statement = {
  name: "count-sitters",
  text: "SELECT count(*) AS count FROM sitter_keys WHERE agent_id = $1 AND expires_at > $2",
};

/** How many have a key that is good. */
export async function findSitterCount(db: Db, agentId: string, now: number): Promise<number> {
  const [row] = await db.queryOld<{ count: number }>(COUNT, [agentId, now]);
  return row?.count ?? 0;
}

const DELETE: Statement = {
  name: "delete-sitter",
  text: "DELETE FROM sitter_keys WHERE agent_id = $1 AND sitter_id = $2 AND expires_at > $3 RETURNING name",
};

/** The name of the sitter whose key is dead with the commit, or undefined when there was none. */
export async function deleteSitter(
  tx: Tx,
  agentId: string,
  sitterId: string,
  now: number,
): Promise<string | undefined> {
  const [row] = await tx.queryOld<{ name: string }>(DELETE, [agentId, sitterId, now]);
  return row?.name;
}

const DELETE_ALL: Statement = { name: "delete-all-sitters", text: "DELETE FROM sitter_keys WHERE agent_id = $1" };

export async function deleteAllSitters(tx: Tx, agentId: string): Promise<void> {
  await tx.queryOld(DELETE_ALL, [agentId]);
}

const MARK_USED: Statement = {
  name: "mark-sitter-used",
  text: "UPDATE sitter_keys SET first_used_at = $3 WHERE agent_id = $1 AND key_hash = $2 AND first_used_at IS NULL",
};

/** Notes that a sitter has its key. From here on the answer that brought it is not replayed. */
export async function saveSitterFirstUse(db: Db, agentId: string, keyHash: Buffer, at: number): Promise<void> {
  await db.queryOld(MARK_USED, [agentId, keyHash, at]);
}

const INSERT_CARE: Statement = {
  name: "insert-sitter-care",
  text: `INSERT INTO sitter_care (agent_id, creature_id, entry_id, sitter_id, name)
    SELECT k.agent_id, $3, $4, k.sitter_id, k.name
    FROM (SELECT * FROM sitter_keys WHERE agent_id = $1 AND sitter_id = $2 FOR SHARE) k
    RETURNING true`,
};

/** Writes down who made an entry of the log. Whether the key was still good: with a revoked one the entry must not be. */
export async function insertSitterCare(
  tx: Tx,
  agentId: string,
  sitterId: string,
  creatureId: string,
  entryId: string,
): Promise<boolean> {
  const rows = await tx.queryOld(INSERT_CARE, [agentId, sitterId, creatureId, entryId]);
  return rows.length === 1;
}

const LIST_CARE: Statement = {
  name: "list-sitter-care",
  text: `SELECT entry_id AS "entryId", name FROM sitter_care
    WHERE agent_id = $1 AND creature_id = $2 AND entry_id = ANY($3::uuid[])`,
};

/** Who made which of these entries of the log; those that are missing the keeper made. */
export async function listSitterCare(
  db: Db,
  agentId: string,
  creatureId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db.queryOld<{ entryId: string; name: string }>(LIST_CARE, [agentId, creatureId, entryIds]);
  return new Map(rows.map(({ entryId, name }) => [entryId, name]));
}
