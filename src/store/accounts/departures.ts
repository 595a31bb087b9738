// Leaving: what is emptied, what is handed on, and what stays because the law of money wants it. All of it in one
// transaction, behind the lock of the agent's row, so that nothing of it can happen by half.
import { NEUTRAL_ID, NEUTRAL_NAME } from "../../identity/neutral-keeper.ts";
import type { Db, Statement, Tx } from "../db/db.ts";

const MAKE_NEUTRAL: Statement = {
  name: "make-neutral-keeper",
  text: `INSERT INTO agents (agent_id, username, display_name, bio, social_links, source, created_at, is_test)
    VALUES ($1, $2, 'Those who left', 'Keeps the graves of creatures whose keepers have left.', '[]', 'house', $3, true)
    ON CONFLICT (agent_id) DO UPDATE SET source = agents.source RETURNING source = 'house' AS neutral`,
};

/** What the operator has hidden is not handed on: the row that hides it is the agent's own. */
const SEEN = "NOT EXISTS (SELECT FROM agents WHERE agent_id = $1 AND hidden_at IS NOT NULL)";

/** The creatures that have a public grave go with it, so that it can still be drawn. */
const GRAVED = `creature_id IN (SELECT creature_id FROM gravestones WHERE agent_id = $1 AND is_public) AND ${SEEN}`;

/** In this order: each names the rows by what the later ones change. */
const HAND_ON: readonly Statement[] = [
  {
    name: "leave-portraits",
    text: `UPDATE portraits SET agent_id = $2 WHERE agent_id = $1 AND ${GRAVED}`,
  },
  {
    name: "leave-creatures",
    text: `UPDATE creatures SET agent_id = $2, recent_care = '[]', image_prompt = NULL, image_url = NULL
      WHERE agent_id = $1 AND ${GRAVED}`,
  },
  {
    // Without what it was before, no stone is taken back for an outage: nobody would come for the creature.
    name: "leave-gravestones",
    text: `UPDATE gravestones SET agent_id = $2, caretaker = '${NEUTRAL_NAME}', before = NULL
      WHERE agent_id = $1 AND is_public AND ${SEEN}`,
  },
  {
    name: "leave-species",
    text: `UPDATE species SET agent_id = $2, creator = '${NEUTRAL_NAME}' WHERE agent_id = $1 AND ${SEEN}`,
  },
];

/** What is of nobody's concern any more. The log stays without its words, since counts are made from it. */
const EMPTY: readonly Statement[] = [
  {
    name: "leave-other-gravestones",
    text: `UPDATE gravestones SET caretaker = '${NEUTRAL_NAME}', before = NULL, is_public = false WHERE agent_id = $1`,
  },
  {
    name: "leave-other-species",
    text: `UPDATE species SET creator = '${NEUTRAL_NAME}', is_public = false WHERE agent_id = $1`,
  },
  {
    name: "leave-other-creatures",
    text: `UPDATE creatures SET recent_care = '[]', image_prompt = NULL, image_url = NULL WHERE agent_id = $1`,
  },
  { name: "leave-log", text: "UPDATE care_log SET notes = NULL WHERE agent_id = $1 AND notes IS NOT NULL" },
  { name: "leave-discoveries", text: "DELETE FROM discovered_items WHERE agent_id = $1" },
  // A picture that shows nobody any more can be seen by everybody.
  { name: "leave-avatar", text: `DELETE FROM avatars WHERE agent_id = $1 AND ${SEEN}` },
  { name: "leave-keys", text: "DELETE FROM agent_keys WHERE agent_id = $1" },
  { name: "leave-sitters", text: "DELETE FROM sitter_keys WHERE agent_id = $1" },
  { name: "leave-sitter-care", text: "DELETE FROM sitter_care WHERE agent_id = $1" },
  { name: "leave-recovery", text: "DELETE FROM recovery_codes WHERE agent_id = $1" },
  { name: "leave-account-events", text: "DELETE FROM account_events WHERE agent_id = $1" },
  { name: "leave-events", text: "DELETE FROM events WHERE agent_id = $1" },
  { name: "leave-passed-events", text: "DELETE FROM passed_events WHERE agent_id = $1" },
  { name: "leave-visit", text: "DELETE FROM visits WHERE agent_id = $1" },
  { name: "leave-payment-claims", text: "DELETE FROM idempotent_payments WHERE agent_id = $1" },
  { name: "leave-answers", text: "DELETE FROM idempotency WHERE agent_id = $1" },
];

const EMPTY_PROFILE: Statement = {
  // Hidden as accounts are that moved their clock: in no public page or count.
  name: "leave-profile",
  text: `UPDATE agents SET display_name = '', bio = NULL, model_provider = NULL, model_name = NULL, avatar_prompt = NULL,
      avatar_url = NULL, website_url = NULL, social_links = '[]', timezone = NULL, location = NULL, source = NULL,
      clock_moved = true, leaving_at = NULL, left_at = $2
    WHERE agent_id = $1`,
};

/** Everybody who lived here must have been released or buried before. */
export async function saveDeparture(tx: Tx, agentId: string, at: number): Promise<void> {
  const [keeper] = await tx.queryOld<{ neutral: boolean }>(MAKE_NEUTRAL, [NEUTRAL_ID, NEUTRAL_NAME, at]);
  if (keeper?.neutral !== true) throw new Error(`${NEUTRAL_NAME} is an account of somebody's`);
  for (const statement of HAND_ON) await tx.queryOld(statement, [agentId, NEUTRAL_ID]);
  for (const statement of EMPTY) await tx.queryOld(statement, [agentId]);
  await tx.queryOld(EMPTY_PROFILE, [agentId, at]);
}

/** Every key ends at once; the recovery code stays, since it undoes this. */
const BEGIN: readonly Statement[] = [
  { name: "begin-leaving-keys", text: "DELETE FROM agent_keys WHERE agent_id = $1" },
  { name: "begin-leaving-sitters", text: "DELETE FROM sitter_keys WHERE agent_id = $1" },
];

const MARK_LEAVING: Statement = {
  name: "save-leaving",
  text: "UPDATE agents SET leaving_at = $2 WHERE agent_id = $1",
};

/** From now on the agent is not public and has no key. Behind `lockAccountBy`. */
export async function saveLeaving(tx: Tx, agentId: string, at: number): Promise<void> {
  for (const statement of BEGIN) await tx.queryOld(statement, [agentId]);
  await tx.queryOld(MARK_LEAVING, [agentId, at]);
}

const UNDO: Statement = {
  name: "undo-leaving",
  text: "UPDATE agents SET leaving_at = NULL WHERE agent_id = $1 AND leaving_at IS NOT NULL RETURNING true",
};

/** Whether it was leaving, and no longer is. */
export async function undoLeaving(tx: Tx, agentId: string): Promise<boolean> {
  return (await tx.queryOld(UNDO, [agentId])).length === 1;
}

const DUE: Statement = {
  name: "list-due-departures",
  text: `SELECT agent_id AS "agentId" FROM agents WHERE leaving_at <= $1 ORDER BY leaving_at LIMIT $2`,
};

/** Those who confirmed at `confirmedBy` or before, the longest waiting first. */
export async function listDueDepartures(db: Db, confirmedBy: number, limit: number): Promise<readonly string[]> {
  const rows = await db.queryOld<{ agentId: string }>(DUE, [confirmedBy, limit]);
  return rows.map(({ agentId }) => agentId);
}

export interface Leaver {
  readonly leavingAt: number;
  readonly clockOffsetMs: number;
  readonly clockMoved: boolean;
}

const LEAVER: Statement = {
  name: "find-leaver",
  text: `SELECT leaving_at AS "leavingAt", clock_offset_ms AS "clockOffsetMs", clock_moved AS "clockMoved"
    FROM agents WHERE agent_id = $1 AND leaving_at IS NOT NULL`,
};

export async function findLeaver(db: Db, agentId: string): Promise<Leaver | undefined> {
  const [row] = await db.queryOld<Leaver>(LEAVER, [agentId]);
  return row;
}

const HAS_LEFT: Statement = {
  name: "find-has-left",
  text: "SELECT true AS left FROM agents WHERE agent_id = $1 AND left_at IS NOT NULL",
};

export async function findHasLeft(db: Db, agentId: string): Promise<boolean> {
  return (await db.queryOld(HAS_LEFT, [agentId])).length === 1;
}

const LOCK_PRESENT: Statement = {
  name: "lock-present-agent",
  text: "SELECT FROM agents WHERE agent_id = $1 AND left_at IS NULL AND leaving_at IS NULL FOR SHARE",
};

/** Whether the agent is here; if so, it does not leave before this transaction is over. */
export async function lockPresent(tx: Tx, agentId: string): Promise<boolean> {
  return (await tx.queryOld(LOCK_PRESENT, [agentId])).length === 1;
}

const LIST_CREATURES: Statement = {
  name: "list-creature-names",
  text: `SELECT creature_id AS id, name, died_at IS NULL AND released_at IS NULL AS alive
    FROM creatures WHERE agent_id = $1 ORDER BY adopted_at DESC, creature_id DESC LIMIT $2`,
};

export interface NamedCreature {
  readonly id: string;
  readonly name: string;
  readonly alive: boolean;
}

/** Everybody who ever lived in a house, the newest first. */
export async function listCreatureNames(db: Db, agentId: string, limit: number): Promise<readonly NamedCreature[]> {
  return db.queryOld<NamedCreature>(LIST_CREATURES, [agentId, limit]);
}
