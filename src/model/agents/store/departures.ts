// Starts, undoes and completes departures. Each is completed in one transaction that locks the agent's row: data is erased, moved
// to the neutral keeper, or retained for the ledger.
import { NEUTRAL_ID, NEUTRAL_NAME } from "../../../platform/identity/neutral-keeper.ts";
import { asker, finder, inTransaction, lister, type RowFrom, valueLister } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const MAKE_NEUTRAL = sql.statement({
  name: "make-neutral-keeper",
  params: { neutralId: sql.uuid, neutralName: sql.text, at: sql.int8 },
  row: { neutral: sql.bool },
  text: `INSERT INTO agents (agent_id, username, display_name, bio, social_links, source, created_at, is_test)
    VALUES ($neutralId, $neutralName, 'Those who left', 'Keeps the graves of creatures whose keepers have left.', '[]',
      'house', $at, true)
    ON CONFLICT (agent_id) DO UPDATE SET source = agents.source RETURNING source = 'house' AS neutral`,
});

const FIND_HIDDEN = sql.statement({
  name: "find-leaver-hidden",
  params: { agentId: sql.uuid },
  row: { hidden: sql.bool },
  text: "SELECT hidden_at IS NOT NULL AS hidden FROM agents WHERE agent_id = $agentId",
});

/** Creatures with a public gravestone move to the neutral keeper, so that their graves can still be drawn. */
const GRAVED = "creature_id IN (SELECT creature_id FROM gravestones WHERE agent_id = $agentId AND is_public)";

/**
 * Returns SQL that moves rows to the neutral keeper and changes some columns. Rows are sharded by agent, so they are deleted and
 * inserted again.
 */
function handOn(table: string, where: string, changes = "'{}'"): string {
  return `WITH gone AS (DELETE FROM ${table} WHERE agent_id = $agentId AND ${where} RETURNING *)
    INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table},
      to_jsonb(gone) || jsonb_build_object('agent_id', $neutralId::uuid) || ${changes}::jsonb)).* FROM gone`;
}

/** The order matters: each statement selects rows by columns that later statements change. */
const HAND_ON = [
  { name: "hand-on-portraits", text: handOn("portraits", GRAVED) },
  {
    name: "hand-on-creatures",
    text: handOn("creatures", GRAVED, `'{"recent_care": [], "memory": null, "image_prompt": null, "image_url": null}'`),
  },
  {
    // Clears `before`, so that no outage can undo the death of a creature without a keeper.
    name: "hand-on-gravestones",
    text: handOn("gravestones", "is_public", `'{"caretaker": "${NEUTRAL_NAME}", "before": null}'`),
  },
  {
    name: "hand-on-species",
    text: `UPDATE species SET agent_id = $neutralId, creator = '${NEUTRAL_NAME}' WHERE agent_id = $agentId`,
  },
].map((declared) => sql.statement({ ...declared, params: { agentId: sql.uuid, neutralId: sql.uuid }, row: {} }));

/** Erases data that is no longer needed. The log remains without its notes, because public counts depend on it. */
const EMPTY = [
  {
    name: "leave-other-gravestones",
    text: `UPDATE gravestones SET name = '', epitaph = '', caretaker = '${NEUTRAL_NAME}', before = NULL, is_public = false
      WHERE agent_id = $agentId`,
  },
  {
    name: "leave-other-species",
    text: `UPDATE species SET creator = '${NEUTRAL_NAME}', is_public = false WHERE agent_id = $agentId`,
  },
  {
    name: "leave-other-creatures-and-memories",
    text: `UPDATE creatures SET name = '', recent_care = '[]', memory = NULL, image_prompt = NULL, image_url = NULL
      WHERE agent_id = $agentId`,
  },
  { name: "leave-log", text: "UPDATE care_log SET notes = NULL WHERE agent_id = $agentId AND notes IS NOT NULL" },
  { name: "leave-discoveries", text: "DELETE FROM discovered_items WHERE agent_id = $agentId" },
  { name: "leave-jobs", text: "DELETE FROM job_outbox WHERE agent_id = $agentId" },
  { name: "leave-keys", text: "DELETE FROM agent_keys WHERE agent_id = $agentId" },
  { name: "leave-ended-keys", text: "DELETE FROM ended_keys WHERE agent_id = $agentId" },
  { name: "leave-replaced-keys", text: "DELETE FROM replaced_keys WHERE agent_id = $agentId" },
  { name: "leave-sitters", text: "DELETE FROM sitter_keys WHERE agent_id = $agentId" },
  { name: "leave-sitter-care", text: "DELETE FROM sitter_care WHERE agent_id = $agentId" },
  { name: "leave-owner-link", text: "DELETE FROM owner_links WHERE agent_id = $agentId" },
  { name: "leave-ping-link", text: "DELETE FROM ping_links WHERE agent_id = $agentId" },
  { name: "leave-recovery", text: "DELETE FROM recovery_codes WHERE agent_id = $agentId" },
  { name: "leave-account-events", text: "DELETE FROM account_events WHERE agent_id = $agentId" },
  { name: "leave-events", text: "DELETE FROM events WHERE agent_id = $agentId" },
  { name: "leave-passed-events", text: "DELETE FROM passed_events WHERE agent_id = $agentId" },
  { name: "leave-visit", text: "DELETE FROM visits WHERE agent_id = $agentId" },
  { name: "leave-call-trail", text: "DELETE FROM call_trail WHERE agent_id = $agentId" },
  { name: "leave-hooks", text: "DELETE FROM hooks WHERE agent_id = $agentId" },
  { name: "leave-hook-deliveries", text: "DELETE FROM hook_deliveries WHERE agent_id = $agentId" },
  { name: "leave-hook-watches", text: "DELETE FROM hook_watches WHERE agent_id = $agentId" },
  { name: "leave-pulse", text: "DELETE FROM pulses WHERE agent_id = $agentId" },
  { name: "leave-payment-claims", text: "DELETE FROM idempotent_payments WHERE agent_id = $agentId" },
  { name: "leave-answers", text: "DELETE FROM idempotency WHERE agent_id = $agentId" },
].map((declared) => sql.statement({ ...declared, params: { agentId: sql.uuid }, row: {} }));

const EMPTY_AVATAR = sql.statement({
  name: "leave-seen-avatar",
  params: { agentId: sql.uuid },
  row: {},
  text: "DELETE FROM avatars WHERE agent_id = $agentId",
});

const EMPTY_PROFILE = sql.statement({
  // Marks the agent like an account that moved its clock, which hides it from public pages and counts.
  name: "leave-profile",
  params: { agentId: sql.uuid, at: sql.int8 },
  row: {},
  text: `UPDATE agents SET display_name = '', bio = NULL, model_provider = NULL, model_name = NULL, avatar_prompt = NULL,
      avatar_url = NULL, website_url = NULL, social_links = '[]', timezone = NULL, location = NULL, source = NULL,
      clock_moved = true, leaving_at = NULL, left_at = $at
    WHERE agent_id = $agentId`,
});

/** Requires that every creature has been released or its death recorded. */
export async function saveDeparture(tx: Tx, agentId: string, at: number): Promise<void> {
  const [keeper] = await tx.query(MAKE_NEUTRAL, { neutralId: NEUTRAL_ID, neutralName: NEUTRAL_NAME, at });
  if (keeper?.neutral !== true) throw new Error(`${NEUTRAL_NAME} is an ordinary account`);
  const [leaver] = await tx.query(FIND_HIDDEN, { agentId });
  // Content of a hidden agent is not handed on, because only that agent's row hides it. Its avatar would become public without
  // the agent.
  if (leaver?.hidden !== true) {
    for (const handOver of HAND_ON) await tx.query(handOver, { agentId, neutralId: NEUTRAL_ID });
    await tx.query(EMPTY_AVATAR, { agentId });
  }
  for (const empty of EMPTY) await tx.query(empty, { agentId });
  await tx.query(EMPTY_PROFILE, { agentId, at });
}

/** Ends every key and link immediately. The recovery code remains valid, because it can undo the departure. */
const BEGIN = [
  { name: "begin-leaving-keys", text: "DELETE FROM agent_keys WHERE agent_id = $agentId" },
  { name: "begin-leaving-sitters", text: "DELETE FROM sitter_keys WHERE agent_id = $agentId" },
  { name: "begin-leaving-owner-link", text: "DELETE FROM owner_links WHERE agent_id = $agentId" },
  { name: "begin-leaving-ping-link", text: "DELETE FROM ping_links WHERE agent_id = $agentId" },
].map((declared) => sql.statement({ ...declared, params: { agentId: sql.uuid }, row: {} }));

const MARK_LEAVING = sql.statement({
  name: "save-leaving",
  params: { agentId: sql.uuid, at: sql.int8 },
  row: {},
  text: "UPDATE agents SET leaving_at = $at WHERE agent_id = $agentId",
});

/** Starts a departure: hides the agent and ends its keys and links. */
export async function saveDepartureStart(tx: Tx, agentId: string, at: number): Promise<void> {
  for (const begin of BEGIN) await tx.query(begin, { agentId });
  await tx.query(MARK_LEAVING, { agentId, at });
}

/** Returns whether the agent was leaving. */
export const undoLeaving = inTransaction.asker({
  name: "undo-leaving",
  params: { agentId: sql.uuid },
  row: sql.FOUND,
  text: "UPDATE agents SET leaving_at = NULL WHERE agent_id = $agentId AND leaving_at IS NOT NULL RETURNING true",
});

/** Lists agents that confirmed at or before `confirmedBy`, earliest first. */
export const listDueDepartures = valueLister({
  name: "list-due-departures",
  params: { confirmedBy: sql.int8, limit: sql.int8 },
  row: { agentId: sql.uuid },
  text: `SELECT agent_id AS "agentId" FROM agents WHERE leaving_at <= $confirmedBy ORDER BY leaving_at LIMIT $limit`,
});

export const findDepartingAgent = finder({
  name: "find-leaver",
  params: { agentId: sql.uuid },
  row: { leavingAt: sql.notNull(sql.int8), clockOffsetMs: sql.int8, clockMoved: sql.bool },
  text: `SELECT leaving_at AS "leavingAt", clock_offset_ms AS "clockOffsetMs", clock_moved AS "clockMoved"
    FROM agents WHERE agent_id = $agentId AND leaving_at IS NOT NULL`,
});

export type DepartingAgent = RowFrom<typeof findDepartingAgent>;

export const findHasLeft = asker({
  name: "find-has-left",
  params: { agentId: sql.uuid },
  row: { left: sql.bool },
  text: "SELECT true AS left FROM agents WHERE agent_id = $agentId AND left_at IS NOT NULL",
});

/** Returns whether the agent is present. If so, it cannot leave during this transaction. */
export const lockPresent = inTransaction.asker({
  name: "lock-present-agent",
  params: { agentId: sql.uuid },
  row: {},
  text: "SELECT FROM agents WHERE agent_id = $agentId AND left_at IS NULL AND leaving_at IS NULL FOR SHARE",
});

/** Lists all creatures that have ever lived in a house, newest first. */
export const listCreatureNames = lister({
  name: "list-creature-names",
  params: { agentId: sql.uuid, limit: sql.int8 },
  row: { id: sql.uuid, name: sql.text, alive: sql.bool },
  text: `SELECT creature_id AS id, name, died_at IS NULL AND released_at IS NULL AS alive
    FROM creatures WHERE agent_id = $agentId ORDER BY adopted_at DESC, creature_id DESC LIMIT $limit`,
});
