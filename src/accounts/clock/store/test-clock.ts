// Moves the clock of a test account. The first move removes the account from all public pages and counts.
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const MOVE = sql.statement({
  name: "save-clock-move",
  params: { agentId: sql.uuid, byMs: sql.int8, mostMs: sql.int8 },
  row: { clockOffsetMs: sql.int8 },
  text: `UPDATE agents SET clock_offset_ms = clock_offset_ms + $byMs, clock_moved = true
    WHERE agent_id = $agentId AND clock_offset_ms + $byMs <= $mostMs
    RETURNING clock_offset_ms AS "clockOffsetMs"`,
});

const HIDE_STONES = sql.statement({
  name: "hide-gravestones",
  params: { agentId: sql.uuid },
  row: {},
  text: "UPDATE gravestones SET is_public = false WHERE agent_id = $agentId AND is_public",
});

const HIDE_SPECIES = sql.statement({
  name: "hide-species",
  params: { agentId: sql.uuid },
  row: {},
  text: "UPDATE species SET is_public = false WHERE agent_id = $agentId AND is_public",
});

/** Returns the new clock offset, or undefined if it would exceed `mostMs`. */
export async function saveClockMove(
  tx: Tx,
  agentId: string,
  byMs: number,
  mostMs: number,
): Promise<number | undefined> {
  const [row] = await tx.query(MOVE, { agentId, byMs, mostMs });
  if (row === undefined) return undefined;
  await tx.query(HIDE_STONES, { agentId });
  await tx.query(HIDE_SPECIES, { agentId });
  return row.clockOffsetMs;
}
