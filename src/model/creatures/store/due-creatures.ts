// Lists creatures whose next death or stage change may be due. They are read without locks. Writers check the version, so if two
// processes find the same creature, only one writes it.
import { creatureFromRow, type CreatureKey, type CreatureRow, type StoredCreature } from "./creature-row.ts";
import type { Db } from "../../../platform/database/db.ts";
import { inSlice } from "../../../platform/database/slices.ts";
import * as sql from "../../../platform/database/statement.ts";

export interface DueCreature {
  readonly key: CreatureKey;
  /** Decodes the row. Throws if it is inconsistent, which must not stop the processing of other creatures. */
  readonly stored: () => StoredCreature;
  readonly keeper: {
    readonly id: string;
    readonly username: string;
    readonly clockMoved: boolean;
    readonly clockOffsetMs: number;
  };
}

const LIST = sql.statement({
  name: "list-due-creatures",
  params: { dueBy: sql.int8, slice: sql.nullable(sql.int4), limit: sql.int8 },
  row: { row: sql.json<CreatureRow>(), username: sql.text, clockMoved: sql.bool, clockOffsetMs: sql.int8 },
  text: `SELECT row_to_json(c) AS row, a.username, a.clock_moved AS "clockMoved", a.clock_offset_ms AS "clockOffsetMs"
    FROM creatures c JOIN agents a ON a.agent_id = c.agent_id
    WHERE c.next_event_at <= $dueBy
      AND ${inSlice("c.creature_id")}
    ORDER BY c.next_event_at LIMIT $limit`,
  byNode: ["creatures", "agents"],
});

/** Lists creatures that are due by a real instant, longest due first, in one slice or in all. */
export async function listDueCreatures(
  db: Db,
  { dueBy, slice, limit }: { dueBy: number; slice: number | undefined; limit: number },
): Promise<readonly DueCreature[]> {
  const rows = await db.query(LIST, { dueBy, slice: slice ?? null, limit });
  return rows.map(({ row, username, clockMoved, clockOffsetMs }) => ({
    key: { agentId: row.agent_id, creatureId: row.creature_id, version: row.version },
    stored: () => creatureFromRow(row),
    keeper: { id: row.agent_id, username, clockMoved, clockOffsetMs },
  }));
}
