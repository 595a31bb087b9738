// What operators hide and which agents they suspend.
import { asker, finder, inTransaction, type RowFrom } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import { FOUND, array, bool, int8, nullable, statement, text, uuid } from "../../../platform/database/statement.ts";

/** An agent whom nobody else can hide or suspend until this transaction ends. */
export const lockModeratedAgent = inTransaction.finder({
  name: "lock-moderated-agent",
  params: { agentId: uuid },
  row: { hidden: bool, suspended: bool, clockOffsetMs: int8 },
  text: `SELECT hidden_at IS NOT NULL AS hidden, suspended_at IS NOT NULL AS suspended,
      clock_offset_ms AS "clockOffsetMs"
    FROM agents WHERE agent_id = $agentId FOR UPDATE`,
});

export type ModeratedAgent = RowFrom<typeof lockModeratedAgent>;

/** Hides an agent since an instant; null shows it again. */
export const saveAgentHidden = inTransaction.command({
  name: "save-agent-hidden",
  params: { agentId: uuid, at: nullable(int8) },
  text: "UPDATE agents SET hidden_at = $at WHERE agent_id = $agentId",
});

/** Refuses the keys of an agent and of its runs since an instant; null lets them in again. */
export const saveSuspended = inTransaction.command({
  name: "save-agents-suspended",
  params: { agentIds: array(uuid), at: nullable(int8), reason: nullable(text) },
  text: "UPDATE agents SET suspended_at = $at, suspended_reason = $reason WHERE agent_id = ANY($agentIds::uuid[])",
});

/** Hides a species since an instant; null shows it again. Whether that changed anything. */
export const saveSpeciesHidden = inTransaction.asker({
  name: "save-species-hidden",
  params: { slug: text, at: nullable(int8) },
  row: FOUND,
  text: `UPDATE species SET hidden_at = $at WHERE slug = $slug AND (hidden_at IS NULL) <> ($at::bigint IS NULL)
    RETURNING true`,
});

const HIDE_NOTE = statement({
  name: "insert-hidden-note",
  params: { agentId: uuid, entryId: uuid },
  row: FOUND,
  text: "INSERT INTO hidden_notes (agent_id, entry_id) VALUES ($agentId, $entryId) ON CONFLICT DO NOTHING RETURNING true",
});
const SHOW_NOTE = statement({
  name: "delete-hidden-note",
  params: { agentId: uuid, entryId: uuid },
  row: FOUND,
  text: "DELETE FROM hidden_notes WHERE agent_id = $agentId AND entry_id = $entryId RETURNING true",
});

/** Hides a note or shows it again. Whether that changed anything. */
export async function saveNoteHidden(tx: Tx, agentId: string, entryId: string, hidden: boolean): Promise<boolean> {
  return (await tx.query(hidden ? HIDE_NOTE : SHOW_NOTE, { agentId, entryId })).length === 1;
}

export const isNote = asker({
  name: "find-note",
  params: { agentId: uuid, entryId: uuid },
  row: {},
  text: "SELECT FROM care_log WHERE agent_id = $agentId AND entry_id = $entryId AND notes IS NOT NULL LIMIT 1",
});

export const findModeratedAgent = finder({
  name: "find-moderated-agent",
  params: { agentId: uuid },
  row: {
    username: text,
    displayName: text,
    createdAt: int8,
    hiddenAt: nullable(int8),
    suspendedAt: nullable(int8),
    suspendedReason: nullable(text),
  },
  text: `SELECT username, display_name AS "displayName", created_at AS "createdAt", hidden_at AS "hiddenAt",
      suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason"
    FROM agents WHERE agent_id = $agentId`,
});
