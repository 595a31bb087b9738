// What the operator hides and whom it suspends, each with an entry in an append-only moderation log.
import type { Db, Statement, Tx } from "../db/db.ts";

export const ACTS = [
  "hide-note",
  "show-note",
  "hide-species",
  "show-species",
  "hide-profile",
  "show-profile",
  "suspend",
  "lift",
] as const;
export type Act = (typeof ACTS)[number];

export interface ModerationEntry {
  readonly id: string;
  readonly at: number;
  readonly act: Act;
  readonly subject: string;
  readonly reason: string;
  /** The beginning of the hash of the session that did it. */
  readonly session: string;
}

const INSERT_ACT: Statement = {
  name: "insert-moderation-act",
  text: "INSERT INTO moderation_acts (act_id, at, act, subject, reason, session) VALUES ($1, $2, $3, $4, $5, $6)",
};

export async function insertModerationEntry(
  tx: Tx,
  { id, at, act, subject, reason, session }: ModerationEntry,
): Promise<void> {
  await tx.queryOld(INSERT_ACT, [id, at, act, subject, reason, session]);
}

const LIST_ACTS: Statement = {
  name: "list-moderation-acts",
  text: "SELECT act_id AS id, at, act, subject, reason, session FROM moderation_acts ORDER BY act_id DESC LIMIT $1",
};

/** The last acts, the newest first. */
export async function listModerationEntries(db: Db, limit: number): Promise<readonly ModerationEntry[]> {
  return db.queryOld<ModerationEntry>(LIST_ACTS, [limit]);
}

const LOCK_AGENT: Statement = {
  name: "lock-moderated-agent",
  text: `SELECT hidden_at IS NOT NULL AS hidden, suspended_at IS NOT NULL AS suspended,
      clock_offset_ms AS "clockOffsetMs"
    FROM agents WHERE agent_id = $1 FOR UPDATE`,
};

export interface ModeratedAgent {
  readonly hidden: boolean;
  readonly suspended: boolean;
  readonly clockOffsetMs: number;
}

/** An agent whom nobody else can hide or suspend until this transaction ends. */
export async function lockModeratedAgent(tx: Tx, agentId: string): Promise<ModeratedAgent | undefined> {
  const [row] = await tx.queryOld<ModeratedAgent>(LOCK_AGENT, [agentId]);
  return row;
}

const HIDE_AGENT: Statement = {
  name: "save-agent-hidden",
  text: "UPDATE agents SET hidden_at = $2 WHERE agent_id = $1",
};

/** Hides an agent since an instant; null shows it again. */
export async function saveAgentHidden(tx: Tx, agentId: string, at: number | null): Promise<void> {
  await tx.queryOld(HIDE_AGENT, [agentId, at]);
}

const SUSPEND: Statement = {
  name: "save-agent-suspended",
  text: "UPDATE agents SET suspended_at = $2, suspended_reason = $3 WHERE agent_id = $1",
};

/** Refuses an agent's keys since an instant; null lets it in again. */
export async function saveAgentSuspended(tx: Tx, agentId: string, at: number | null, reason: string | null) {
  await tx.queryOld(SUSPEND, [agentId, at, reason]);
}

const HIDE_SPECIES: Statement = {
  name: "save-species-hidden",
  text: `UPDATE species SET hidden_at = $2 WHERE slug = $1 AND (hidden_at IS NULL) <> ($2::bigint IS NULL) RETURNING true`,
};

/** Hides a species since an instant; null shows it again. Whether that changed anything. */
export async function saveSpeciesHidden(tx: Tx, slug: string, at: number | null): Promise<boolean> {
  return (await tx.queryOld(HIDE_SPECIES, [slug, at])).length === 1;
}

const HIDE_NOTE: Statement = {
  name: "insert-hidden-note",
  text: "INSERT INTO hidden_notes (agent_id, entry_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true",
};
const SHOW_NOTE: Statement = {
  name: "delete-hidden-note",
  text: "DELETE FROM hidden_notes WHERE agent_id = $1 AND entry_id = $2 RETURNING true",
};

/** Hides a note or shows it again. Whether that changed anything. */
export async function saveNoteHidden(tx: Tx, agentId: string, entryId: string, hidden: boolean): Promise<boolean> {
  return (await tx.queryOld(hidden ? HIDE_NOTE : SHOW_NOTE, [agentId, entryId])).length === 1;
}

const FIND_NOTE: Statement = {
  name: "find-note",
  text: "SELECT FROM care_log WHERE agent_id = $1 AND entry_id = $2 AND notes IS NOT NULL LIMIT 1",
};

export async function isNote(db: Db, agentId: string, entryId: string): Promise<boolean> {
  return (await db.queryOld(FIND_NOTE, [agentId, entryId])).length === 1;
}

export interface WrittenNote {
  readonly entryId: string;
  readonly at: number;
  readonly agent: string;
  readonly creature: string;
  readonly notes: string;
  readonly hidden: boolean;
}

const NEWEST_NOTES: Statement = {
  name: "list-newest-notes",
  text: `SELECT m.entry_id AS "entryId", m.at, m.entry->>'agent' AS agent, m.entry->>'creature' AS creature,
      coalesce(m.entry->>'notes', '') AS notes, n.entry_id IS NOT NULL AS hidden
    FROM rollup_moments m LEFT JOIN hidden_notes n ON n.agent_id = m.agent_id AND n.entry_id = m.entry_id
    WHERE m.kind = 'reflection' ORDER BY m.at DESC, m.entry_id DESC LIMIT $1`,
};

/** The newest reflections of everybody, hidden ones too. */
export async function listNewestNotes(db: Db, limit: number): Promise<readonly WrittenNote[]> {
  return db.queryOld<WrittenNote>(NEWEST_NOTES, [limit]);
}

const NOTES_OF: Statement = {
  name: "list-notes-of-agent",
  text: `SELECT l.entry_id AS "entryId", l.recorded_at AS at, a.username AS agent, c.name AS creature, l.notes,
      n.entry_id IS NOT NULL AS hidden
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
      JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
      LEFT JOIN hidden_notes n ON n.agent_id = l.agent_id AND n.entry_id = l.entry_id
    WHERE l.agent_id = $1 AND l.action = 'reflect' AND l.notes <> '' ORDER BY l.recorded_at DESC LIMIT $2`,
};

/** The newest reflections of one agent, hidden ones too. */
export async function listNotesOf(db: Db, agentId: string, limit: number): Promise<readonly WrittenNote[]> {
  return db.queryOld<WrittenNote>(NOTES_OF, [agentId, limit]);
}

export interface DesignedSpecies {
  readonly slug: string;
  readonly name: string;
  readonly creator: string;
  readonly createdAt: number;
  readonly hidden: boolean;
}

const NEWEST_SPECIES: Statement = {
  name: "list-newest-species",
  text: `SELECT slug, name, creator, created_at AS "createdAt", hidden_at IS NOT NULL AS hidden
    FROM species WHERE is_public AND ($1::uuid IS NULL OR agent_id = $1) ORDER BY created_at DESC, slug LIMIT $2`,
};

/** The newest designs of an agent, or of everybody, hidden ones too. */
export async function listNewestSpecies(
  db: Db,
  agentId: string | null,
  limit: number,
): Promise<readonly DesignedSpecies[]> {
  return db.queryOld<DesignedSpecies>(NEWEST_SPECIES, [agentId, limit]);
}

export interface FoundAgent {
  readonly username: string;
  readonly displayName: string;
  readonly createdAt: number;
  readonly hiddenAt: number | null;
  readonly suspendedAt: number | null;
  readonly suspendedReason: string | null;
}

const FIND_AGENT: Statement = {
  name: "find-moderated-agent",
  text: `SELECT username, display_name AS "displayName", created_at AS "createdAt", hidden_at AS "hiddenAt",
      suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason"
    FROM agents WHERE agent_id = $1`,
};

export async function findModeratedAgent(db: Db, agentId: string): Promise<FoundAgent | undefined> {
  const [row] = await db.queryOld<FoundAgent>(FIND_AGENT, [agentId]);
  return row;
}
