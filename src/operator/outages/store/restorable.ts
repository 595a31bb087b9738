// Finds deaths during an outage by their gravestones, and records that they were undone.
import type { Dead, Living } from "@denkeeper/rules/creature/creature.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import {
  deadFromRow,
  livingFromRow,
  type CreatureRow,
  type StoredCreature,
} from "../../../model/creatures/store/creature-row.ts";
import { inTransaction } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

export interface RestorableCreature {
  readonly stored: StoredCreature<Dead>;
  /** The creature before its death was recorded. */
  readonly beforeDeath: StoredCreature<Living>;
  readonly deathNumber: number;
  readonly diedAt: number;
  readonly gravestoneId: string;
}

/** Excludes accounts with a moved clock, whose gravestones are not public, and deaths by a harmful item, without `before`. */
const LIST = sql.statement({
  name: "list-restorable",
  params: { from: sql.int8, until: sql.int8, diedAt: sql.int8, gravestoneId: sql.uuid, limit: sql.int8 },
  row: {
    row: sql.json<CreatureRow>(),
    before: sql.notNull(sql.jsonb<Partial<CreatureRow>>()),
    deathNumber: sql.int4,
    diedAt: sql.int8,
    gravestoneId: sql.uuid,
  },
  text: `SELECT row_to_json(c) AS row, g.before, g.death_number AS "deathNumber", g.died_at AS "diedAt",
      g.gravestone_id AS "gravestoneId"
    FROM gravestones g JOIN creatures c ON c.agent_id = g.agent_id AND c.creature_id = g.creature_id
    WHERE g.is_public AND g.died_at >= $from AND g.died_at < $until
      AND (g.died_at, g.gravestone_id) > ($diedAt, $gravestoneId::uuid)
      AND g.resurrected_at IS NULL AND g.before IS NOT NULL AND c.died_at = g.died_at
    ORDER BY g.died_at, g.gravestone_id LIMIT $limit`,
});

const FIRST = "00000000-0000-0000-0000-000000000000";

/** Lists creatures that died in an outage and are still dead, by time of death, starting after `after`. */
export async function listRestorable(
  db: Db,
  { from, until }: Span,
  after: Pick<RestorableCreature, "diedAt" | "gravestoneId"> | undefined,
  limit: number,
): Promise<readonly RestorableCreature[]> {
  const { diedAt, gravestoneId } = after ?? { diedAt: from, gravestoneId: FIRST };
  const rows = await db.query(LIST, { from, until, diedAt, gravestoneId, limit });
  return rows.map((stone) => ({
    stored: deadFromRow(stone.row),
    beforeDeath: livingFromRow({ ...stone.row, ...stone.before }),
    deathNumber: stone.deathNumber,
    diedAt: stone.diedAt,
    gravestoneId: stone.gravestoneId,
  }));
}

export const saveStoneRestored = inTransaction.command({
  name: "save-stone-restored",
  params: { agentId: sql.uuid, creatureId: sql.uuid, deathNumber: sql.int4, at: sql.int8 },
  text: `UPDATE gravestones SET resurrected_at = $at, restored_at = $at
    WHERE agent_id = $agentId AND creature_id = $creatureId AND death_number = $deathNumber`,
});
