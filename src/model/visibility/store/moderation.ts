// Stores which content operators hide and which agents they suspend.
import { asker, finder, inTransaction, type RowFrom } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Locks an agent against other acts of moderation until the end of the transaction. */
export const lockModeratedAgent = inTransaction.finder({
  name: "lock-moderated-agent",
  params: { agentId: sql.uuid },
  row: { hidden: sql.bool, suspended: sql.bool, clockOffsetMs: sql.int8 },
  text: `SELECT hidden_at IS NOT NULL AS hidden, suspended_at IS NOT NULL AS suspended,
      clock_offset_ms AS "clockOffsetMs"
    FROM agents WHERE agent_id = $agentId FOR UPDATE`,
});

export type ModeratedAgent = RowFrom<typeof lockModeratedAgent>;

/** Records when an agent was hidden; null shows it again. */
export const saveAgentHidden = inTransaction.command({
  name: "save-agent-hidden",
  params: { agentId: sql.uuid, at: sql.nullable(sql.int8) },
  text: "UPDATE agents SET hidden_at = $at WHERE agent_id = $agentId",
});

/** Records when agents were suspended; null lifts the suspension. */
export const saveSuspended = inTransaction.command({
  name: "save-agents-suspended",
  params: { agentIds: sql.array(sql.uuid), at: sql.nullable(sql.int8), reason: sql.nullable(sql.text) },
  text: "UPDATE agents SET suspended_at = $at, suspended_reason = $reason WHERE agent_id = ANY($agentIds::uuid[])",
});

/** Records when a species was hidden; null shows it again. Returns whether that changed anything. */
export const saveSpeciesHidden = inTransaction.asker({
  name: "save-species-hidden",
  params: { slug: sql.text, at: sql.nullable(sql.int8) },
  row: sql.FOUND,
  text: `UPDATE species SET hidden_at = $at WHERE slug = $slug AND (hidden_at IS NULL) <> ($at::bigint IS NULL)
    RETURNING true`,
});

const HIDE_NOTE = sql.statement({
  name: "insert-hidden-note",
  params: { agentId: sql.uuid, entryId: sql.uuid },
  row: sql.FOUND,
  text: "INSERT INTO hidden_notes (agent_id, entry_id) VALUES ($agentId, $entryId) ON CONFLICT DO NOTHING RETURNING true",
});
const SHOW_NOTE = sql.statement({
  name: "delete-hidden-note",
  params: { agentId: sql.uuid, entryId: sql.uuid },
  row: sql.FOUND,
  text: "DELETE FROM hidden_notes WHERE agent_id = $agentId AND entry_id = $entryId RETURNING true",
});

/** Hides a note or shows it again. Returns whether that changed anything. */
export async function saveNoteHidden(tx: Tx, agentId: string, entryId: string, hidden: boolean): Promise<boolean> {
  return (await tx.query(hidden ? HIDE_NOTE : SHOW_NOTE, { agentId, entryId })).length === 1;
}

export const isNote = asker({
  name: "find-note",
  params: { agentId: sql.uuid, entryId: sql.uuid },
  row: {},
  text: "SELECT FROM care_log WHERE agent_id = $agentId AND entry_id = $entryId AND notes IS NOT NULL LIMIT 1",
});

export const findModeratedAgent = finder({
  name: "find-moderated-agent",
  params: { agentId: sql.uuid },
  row: {
    username: sql.text,
    displayName: sql.text,
    createdAt: sql.int8,
    hiddenAt: sql.nullable(sql.int8),
    suspendedAt: sql.nullable(sql.int8),
    suspendedReason: sql.nullable(sql.text),
  },
  text: `SELECT username, display_name AS "displayName", created_at AS "createdAt", hidden_at AS "hiddenAt",
      suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason"
    FROM agents WHERE agent_id = $agentId`,
});
