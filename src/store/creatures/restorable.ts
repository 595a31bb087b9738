// Deaths that the service brought about by being away, found by their gravestones, and how they are taken back.
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { CreatureRow, StoredCreature } from "./creature-row.ts";
import { creatureFromRow } from "./creature-row.ts";
import type { Db, Statement, Tx } from "../db/db.ts";

export interface Restorable {
  readonly stored: StoredCreature;
  /** The creature as it was stored before the death was noticed. */
  readonly beforeDeath: StoredCreature["creature"];
  readonly deathNumber: number;
  readonly diedAt: number;
  readonly gravestoneId: string;
}

interface RestorableRow {
  readonly row: CreatureRow;
  readonly before: Partial<CreatureRow>;
  readonly deathNumber: number;
  readonly diedAt: number;
  readonly gravestoneId: string;
}

/** Accounts that moved their clock have no public stones. A harmful item is no matter of the clock: it keeps no `before`. */
const LIST: Statement = {
  name: "list-restorable",
  text: `SELECT row_to_json(c) AS row, g.before, g.death_number AS "deathNumber", g.died_at AS "diedAt",
      g.gravestone_id AS "gravestoneId"
    FROM gravestones g JOIN creatures c ON c.agent_id = g.agent_id AND c.creature_id = g.creature_id
    WHERE g.is_public AND g.died_at >= $1 AND g.died_at < $2 AND (g.died_at, g.gravestone_id) > ($3, $4::uuid)
      AND g.resurrected_at IS NULL AND g.before IS NOT NULL AND c.died_at = g.died_at
    ORDER BY g.died_at, g.gravestone_id LIMIT $5`,
};

const FIRST = "00000000-0000-0000-0000-000000000000";

/** Those who died in an outage and are dead still, in order of their deaths, after the one given. */
export async function listRestorable(
  db: Db,
  { from, until }: Span,
  after: Pick<Restorable, "diedAt" | "gravestoneId"> | undefined,
  limit: number,
): Promise<readonly Restorable[]> {
  const { diedAt, gravestoneId } = after ?? { diedAt: from, gravestoneId: FIRST };
  const rows = await db.queryOld<RestorableRow>(LIST, [from, until, diedAt, gravestoneId, limit]);
  return rows.map((stone) => ({
    stored: creatureFromRow(stone.row),
    beforeDeath: creatureFromRow({ ...stone.row, ...stone.before }).creature,
    deathNumber: stone.deathNumber,
    diedAt: stone.diedAt,
    gravestoneId: stone.gravestoneId,
  }));
}

const MARK: Statement = {
  name: "save-stone-restored",
  text: `UPDATE gravestones SET resurrected_at = $4, restored_at = $4
    WHERE agent_id = $1 AND creature_id = $2 AND death_number = $3`,
};

export async function saveStoneRestored(tx: Tx, { stored, deathNumber }: Restorable, at: number): Promise<void> {
  await tx.queryOld(MARK, [stored.agentId, stored.creature.id, deathNumber, at]);
}
