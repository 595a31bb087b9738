// The clock of a test account. With its first move the account leaves every public page and count.
import type { Statement, Tx } from "../db/db.ts";

const MOVE: Statement = {
  name: "save-clock-move",
  text: `UPDATE agents SET clock_offset_ms = clock_offset_ms + $2, clock_moved = true
    WHERE agent_id = $1 AND clock_offset_ms + $2 <= $3
    RETURNING clock_offset_ms AS "clockOffsetMs"`,
};

const HIDE_STONES: Statement = {
  name: "hide-gravestones",
  text: "UPDATE gravestones SET is_public = false WHERE agent_id = $1 AND is_public",
};

const HIDE_SPECIES: Statement = {
  name: "hide-species",
  text: "UPDATE species SET is_public = false WHERE agent_id = $1 AND is_public",
};

/** How far the clock is ahead now, or undefined when it would have gone too far. */
export async function saveClockMove(
  tx: Tx,
  agentId: string,
  byMs: number,
  mostMs: number,
): Promise<number | undefined> {
  const [row] = await tx.queryOld<{ clockOffsetMs: number }>(MOVE, [agentId, byMs, mostMs]);
  if (row === undefined) return undefined;
  await tx.queryOld(HIDE_STONES, [agentId]);
  await tx.queryOld(HIDE_SPECIES, [agentId]);
  return row.clockOffsetMs;
}
