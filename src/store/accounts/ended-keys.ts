// Ends the keys of an account and remembers their hashes, so a call with one of them is told what happened.
import { finder, type RowFrom } from "../db/calls.ts";
import type { Tx } from "../db/db.ts";
import { FOUND, array, bytea, int8, statement, text, uuid } from "../db/statement.ts";

const END = ["agent_keys", "sitter_keys"].map((table) =>
  statement({
    name: `end-${table.replace("_", "-")}`,
    params: { agentIds: array(uuid), at: int8, reason: text },
    row: FOUND,
    text: `WITH ended AS (DELETE FROM ${table} WHERE agent_id = ANY($agentIds::uuid[]) RETURNING *)
      INSERT INTO ended_keys (agent_id, key_hash, ended_at, reason)
      SELECT agent_id, key_hash, $at::bigint, $reason::text FROM ended WHERE expires_at IS NULL OR expires_at > $at
      RETURNING true`,
  }),
);

/** How many keys of these accounts are dead with the commit. Behind `lockAccount`. */
export async function endKeys(tx: Tx, agentIds: readonly string[], at: number, reason: string): Promise<number> {
  let ended = 0;
  for (const end of END) ended += (await tx.query(end, { agentIds, at, reason })).length;
  return ended;
}

export const findEndedKey = finder({
  name: "find-ended-key",
  params: { agentId: uuid, keyHash: bytea },
  row: { endedAt: int8, reason: text },
  text: `SELECT ended_at AS "endedAt", reason FROM ended_keys WHERE agent_id = $agentId AND key_hash = $keyHash`,
});

export type EndedKey = RowFrom<typeof findEndedKey>;
