// Finds the house of a calendar address, with the hashes of the keys that may have signed it.
import type { Resident } from "@denkeeper/rules/creature/creature.ts";
import { AGENT_COLUMNS, AGENT_ROW, type Agent } from "../../../model/agents/store/agents.ts";
import { keptFromRow, type CreatureRow, type StoredCreature } from "../../../model/creatures/store/creature-row.ts";
import type { Db } from "../../../platform/database/db.ts";
import { array, int8, json, statement, text, uuid } from "../../../platform/database/statement.ts";

export interface CalendarOwner {
  readonly agent: Agent;
  readonly creatures: readonly StoredCreature<Resident>[];
  readonly keyHashes: readonly Buffer[];
}

const FIND = statement({
  name: "find-calendar-house",
  params: { agentId: uuid, now: int8 },
  row: { ...AGENT_ROW, keyHashes: array(text), creatures: json<readonly CreatureRow[]>() },
  text: `SELECT ${AGENT_COLUMNS},
      ARRAY (SELECT encode(k.key_hash, 'hex') FROM agent_keys k
        WHERE k.agent_id = $agentId AND k.scope = 'all' AND (k.expires_at IS NULL OR k.expires_at > $now)) AS "keyHashes",
      (SELECT coalesce(json_agg(c), '[]') FROM creatures c
        WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL) AS creatures
    FROM agents a WHERE a.agent_id = $agentId`,
});

export async function findCalendarOwner(db: Db, agentId: string, now: number): Promise<CalendarOwner | undefined> {
  const [row] = await db.query(FIND, { agentId, now });
  if (row === undefined) return undefined;
  const { keyHashes, creatures } = row;
  return {
    agent: row,
    creatures: creatures.map(keptFromRow),
    keyHashes: keyHashes.map((hash) => Buffer.from(hash, "hex")),
  };
}
