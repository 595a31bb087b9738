// Agents and their keys, as they are stored.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { asker, command, finder, inTransaction, type RowFrom, valueFinder } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import {
  FOUND,
  array,
  bool,
  bytea,
  int4,
  int8,
  int8Of,
  jsonb,
  nullable,
  statement,
  text,
  uuid,
  type RowOf,
} from "../../../platform/database/statement.ts";
import { nonPublicAgent } from "../../visibility/store/public-visibility.ts";
import { rememberingKeys } from "./ended-keys.ts";

interface SocialLink {
  readonly platform: string;
  readonly url: string;
}

/** What an agent says of itself. */
const PROFILE = {
  id: uuid,
  username: text,
  displayName: text,
  bio: nullable(text),
  modelProvider: nullable(text),
  modelName: nullable(text),
  avatarPrompt: nullable(text),
  avatarUrl: nullable(text),
  websiteUrl: nullable(text),
  socialLinks: jsonb<readonly SocialLink[]>(),
  timezone: nullable(text),
  location: nullable(text),
};

/** The columns of an agent that calls work with. */
export const AGENT_ROW = {
  ...PROFILE,
  createdAt: int8Of<RealInstant>(),
  /** How far this house's clock is ahead of real time: 0 unless a test account moved it. */
  clockOffsetMs: int8Of<Millis>(),
  clockMoved: bool,
  isTest: bool,
  /** Since when its keys are refused, and why. */
  suspendedAt: nullable(int8),
  suspendedReason: nullable(text),
  credits: int4,
  adoptions: int4,
  tiersUnlocked: array(text),
  /** The number of its last event. */
  eventSeq: int8,
};

export type Agent = RowOf<typeof AGENT_ROW>;

/** The columns of `agents` (as `a`) under the names of `Agent`. */
export const AGENT_COLUMNS = `
  a.agent_id AS "id", a.username, a.display_name AS "displayName", a.bio, a.model_provider AS "modelProvider",
  a.model_name AS "modelName", a.avatar_prompt AS "avatarPrompt", a.avatar_url AS "avatarUrl",
  a.website_url AS "websiteUrl", a.social_links AS "socialLinks", a.timezone, a.location, a.created_at AS "createdAt",
  a.clock_offset_ms AS "clockOffsetMs", a.clock_moved AS "clockMoved", a.is_test AS "isTest",
  a.suspended_at AS "suspendedAt", a.suspended_reason AS "suspendedReason", a.credits,
  a.adoptions, a.tiers_unlocked AS "tiersUnlocked", a.event_seq AS "eventSeq"`;

const INSERT_AGENT = statement({
  name: "insert-agent",
  params: { ...PROFILE, source: nullable(text), createdAt: int8, isTest: bool },
  row: FOUND,
  text: `INSERT INTO agents (agent_id, username, display_name, bio, model_provider, model_name, avatar_prompt, avatar_url,
      website_url, social_links, timezone, location, source, created_at, is_test)
    VALUES ($id, $username, $displayName, $bio, $modelProvider, $modelName, $avatarPrompt, $avatarUrl,
      $websiteUrl, $socialLinks, $timezone, $location, $source, $createdAt, $isTest)
    ON CONFLICT DO NOTHING
    RETURNING true`,
});

/** A new agent. `source` goes in and never comes out. */
export type NewAgent = RowOf<typeof INSERT_AGENT.params>;

/** Whether the name was free. It is never free again. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<boolean> {
  const rows = await tx.query(INSERT_AGENT, agent);
  return rows.length === 1;
}

/** Whether an agent of this id is or was here, public or not: its name is not given out again. */
export const isNameTaken = asker({
  name: "find-taken-name",
  params: { agentId: uuid },
  row: FOUND,
  text: "SELECT true FROM agents WHERE agent_id = $agentId",
});

export const insertKey = inTransaction.command({
  name: "insert-key",
  params: { agentId: uuid, keyHash: bytea, at: int8 },
  text: "INSERT INTO agent_keys (agent_id, key_hash, created_at) VALUES ($agentId, $keyHash, $at)",
});

/** Every key of the agent is dead with the commit. */
export const deleteKeys = inTransaction.command({
  name: "delete-keys",
  params: { agentId: uuid },
  text: "DELETE FROM agent_keys WHERE agent_id = $agentId",
});

/** The same, and calls with them are told that they were replaced. */
export const replaceKeys = inTransaction.command({
  name: "replace-keys",
  params: { agentId: uuid, at: int8 },
  text: rememberingKeys("DELETE FROM agent_keys WHERE agent_id = $agentId RETURNING agent_id, key_hash"),
});

/** Whether the old key was still in force; when it was, it is dead with the commit. */
export const saveKey = inTransaction.asker({
  name: "replace-key",
  params: { agentId: uuid, old: bytea, fresh: bytea, at: int8 },
  row: FOUND,
  text: `${rememberingKeys(`UPDATE agent_keys SET key_hash = $fresh, created_at = $at, first_used_at = NULL
    WHERE agent_id = $agentId AND key_hash = $old RETURNING agent_id, $old::bytea AS key_hash`)} RETURNING true`,
});

/** Notes that a key is in its owner's hands. From here on the answer that brought it is not replayed. */
export const saveFirstUse = command({
  name: "mark-key-used",
  params: { agentId: uuid, keyHash: bytea, at: int8 },
  text: `UPDATE agent_keys SET first_used_at = $at
    WHERE agent_id = $agentId AND key_hash = $keyHash AND first_used_at IS NULL`,
});

export const findUsername = valueFinder({
  name: "find-username",
  params: { agentId: uuid },
  row: { username: text },
  text: "SELECT username FROM agents WHERE agent_id = $agentId",
});

/** An agent that everybody may see, or undefined. */
export const findPublicAgent = finder({
  name: "find-public-agent-with-alerts",
  params: { agentId: uuid },
  row: { ...AGENT_ROW, lastAlertAt: nullable(int8Of<RealInstant>()) },
  text: `SELECT ${AGENT_COLUMNS}, a.last_alert_at AS "lastAlertAt" FROM agents a WHERE a.agent_id = $agentId AND NOT ${nonPublicAgent("a")}`,
});

/** With when its people were last alerted. */
export type PublicAgent = RowFrom<typeof findPublicAgent>;
