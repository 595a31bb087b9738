// Stores agents and their keys.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { asker, command, finder, inTransaction, type RowFrom, valueFinder } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { nonPublicAgent } from "../../visibility/store/public-visibility.ts";
import { rememberingKeys } from "./ended-keys.ts";

interface SocialLink {
  readonly platform: string;
  readonly url: string;
}

/** The columns of an agent's public profile. */
const PROFILE = {
  id: sql.uuid,
  username: sql.text,
  displayName: sql.text,
  bio: sql.nullable(sql.text),
  modelProvider: sql.nullable(sql.text),
  modelName: sql.nullable(sql.text),
  avatarPrompt: sql.nullable(sql.text),
  avatarUrl: sql.nullable(sql.text),
  websiteUrl: sql.nullable(sql.text),
  socialLinks: sql.jsonb<readonly SocialLink[]>(),
  timezone: sql.nullable(sql.text),
  location: sql.nullable(sql.text),
};

export const AGENT_ROW = {
  ...PROFILE,
  createdAt: sql.int8Of<RealInstant>(),
  /** Milliseconds by which house time is ahead of real time; 0 unless a test account moved its clock. */
  clockOffsetMs: sql.int8Of<Millis>(),
  clockMoved: sql.bool,
  isTest: sql.bool,
  suspendedAt: sql.nullable(sql.int8),
  suspendedReason: sql.nullable(sql.text),
  credits: sql.int4,
  adoptions: sql.int4,
  tiersUnlocked: sql.array(sql.text),
  /** The number of the agent's last event. */
  eventSeq: sql.int8,
};

export type Agent = sql.RowOf<typeof AGENT_ROW>;

/** SQL: the columns of `agents` (as `a`), renamed to the fields of `Agent`. */
export const AGENT_COLUMNS = `
  a.agent_id AS "id", a.username, a.display_name AS "displayName", a.bio, a.model_provider AS "modelProvider",
  a.model_name AS "modelName", a.avatar_prompt AS "avatarPrompt", a.avatar_url AS "avatarUrl",
  a.website_url AS "websiteUrl", a.social_links AS "socialLinks", a.timezone, a.location, a.created_at AS "createdAt",
  a.clock_offset_ms AS "clockOffsetMs", a.clock_moved AS "clockMoved", a.is_test AS "isTest",
  a.suspended_at AS "suspendedAt", a.suspended_reason AS "suspendedReason", a.credits,
  a.adoptions, a.tiers_unlocked AS "tiersUnlocked", a.event_seq AS "eventSeq"`;

const INSERT_AGENT = sql.statement({
  name: "insert-agent",
  params: { ...PROFILE, source: sql.nullable(sql.text), createdAt: sql.int8, isTest: sql.bool },
  row: sql.FOUND,
  text: `INSERT INTO agents (agent_id, username, display_name, bio, model_provider, model_name, avatar_prompt, avatar_url,
      website_url, social_links, timezone, location, source, created_at, is_test)
    VALUES ($id, $username, $displayName, $bio, $modelProvider, $modelName, $avatarPrompt, $avatarUrl,
      $websiteUrl, $socialLinks, $timezone, $location, $source, $createdAt, $isTest)
    ON CONFLICT DO NOTHING
    RETURNING true`,
});

/** The row of a new agent. No answer ever contains `source`. */
export type NewAgent = sql.RowOf<typeof INSERT_AGENT.params>;

/** Returns false if the username is taken. Usernames are never reused. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<boolean> {
  const rows = await tx.query(INSERT_AGENT, agent);
  return rows.length === 1;
}

/** Returns whether any agent, even a departed or hidden one, has this name. The id is derived from the name. */
export const isNameTaken = asker({
  name: "find-taken-name",
  params: { agentId: sql.uuid },
  row: sql.FOUND,
  text: "SELECT true FROM agents WHERE agent_id = $agentId",
});

export const insertKey = inTransaction.command({
  name: "insert-key",
  params: { agentId: sql.uuid, keyHash: sql.bytea, at: sql.int8 },
  text: "INSERT INTO agent_keys (agent_id, key_hash, created_at) VALUES ($agentId, $keyHash, $at)",
});

export const deleteKeys = inTransaction.command({
  name: "delete-keys",
  params: { agentId: sql.uuid },
  text: "DELETE FROM agent_keys WHERE agent_id = $agentId",
});

/** Ends every key of the agent and stores the hashes, so that later calls with such a key report its replacement. */
export const replaceKeys = inTransaction.command({
  name: "replace-keys",
  params: { agentId: sql.uuid, at: sql.int8 },
  text: rememberingKeys("DELETE FROM agent_keys WHERE agent_id = $agentId RETURNING agent_id, key_hash"),
});

/** Replaces a key. Returns false if the old key was no longer valid. */
export const saveKey = inTransaction.asker({
  name: "replace-key",
  params: { agentId: sql.uuid, old: sql.bytea, fresh: sql.bytea, at: sql.int8 },
  row: sql.FOUND,
  text: `${rememberingKeys(`UPDATE agent_keys SET key_hash = $fresh, created_at = $at, first_used_at = NULL
    WHERE agent_id = $agentId AND key_hash = $old RETURNING agent_id, $old::bytea AS key_hash`)} RETURNING true`,
});

/** Records the first use of a key. From then on, the answer that issued the key is not replayed. */
export const saveFirstUse = command({
  name: "mark-key-used",
  params: { agentId: sql.uuid, keyHash: sql.bytea, at: sql.int8 },
  text: `UPDATE agent_keys SET first_used_at = $at
    WHERE agent_id = $agentId AND key_hash = $keyHash AND first_used_at IS NULL`,
});

export const findUsername = valueFinder({
  name: "find-username",
  params: { agentId: sql.uuid },
  row: { username: sql.text },
  text: "SELECT username FROM agents WHERE agent_id = $agentId",
});

export const findPublicAgent = finder({
  name: "find-public-agent-with-alerts",
  params: { agentId: sql.uuid },
  row: { ...AGENT_ROW, lastAlertAt: sql.nullable(sql.int8Of<RealInstant>()) },
  text: `SELECT ${AGENT_COLUMNS}, a.last_alert_at AS "lastAlertAt" FROM agents a WHERE a.agent_id = $agentId AND NOT ${nonPublicAgent("a")}`,
});

export type PublicAgent = RowFrom<typeof findPublicAgent>;
