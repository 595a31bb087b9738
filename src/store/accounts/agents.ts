// Agents and their keys, as they are stored.
import type { Db, Statement, Tx } from "../db/db.ts";
import { nonPublicAgent } from "../moderation/public-visibility.ts";

interface SocialLink {
  readonly platform: string;
  readonly url: string;
}

export interface Agent {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string | null;
  readonly modelProvider: string | null;
  readonly modelName: string | null;
  readonly avatarPrompt: string | null;
  readonly avatarUrl: string | null;
  readonly websiteUrl: string | null;
  readonly socialLinks: readonly SocialLink[];
  readonly timezone: string | null;
  readonly location: string | null;
  readonly createdAt: number;
  /** How far this house's clock is ahead of real time: 0 unless a test account moved it. */
  readonly clockOffsetMs: number;
  readonly clockMoved: boolean;
  readonly isTest: boolean;
  /** Since when its keys are refused, and why. */
  readonly suspendedAt: number | null;
  readonly suspendedReason: string | null;
  readonly credits: number;
  readonly adoptions: number;
  readonly tiersUnlocked: readonly string[];
  /** The number of its last event. */
  readonly eventSeq: number;
}

/** A new agent. `source` goes in and never comes out. */
export type NewAgent = Omit<
  Agent,
  | "clockOffsetMs"
  | "clockMoved"
  | "suspendedAt"
  | "suspendedReason"
  | "credits"
  | "adoptions"
  | "tiersUnlocked"
  | "eventSeq"
> & {
  readonly source: string | null;
};

/** The columns of `agents` (as `a`) under the names of `Agent`. */
export const AGENT_COLUMNS = `
  a.agent_id AS "id", a.username, a.display_name AS "displayName", a.bio, a.model_provider AS "modelProvider",
  a.model_name AS "modelName", a.avatar_prompt AS "avatarPrompt", a.avatar_url AS "avatarUrl",
  a.website_url AS "websiteUrl", a.social_links AS "socialLinks", a.timezone, a.location, a.created_at AS "createdAt",
  a.clock_offset_ms AS "clockOffsetMs", a.clock_moved AS "clockMoved", a.is_test AS "isTest",
  a.suspended_at AS "suspendedAt", a.suspended_reason AS "suspendedReason", a.credits,
  a.adoptions, a.tiers_unlocked AS "tiersUnlocked", a.event_seq AS "eventSeq"`;

const INSERT_AGENT: Statement = {
  name: "insert-agent",
  text: `INSERT INTO agents (agent_id, username, display_name, bio, model_provider, model_name, avatar_prompt, avatar_url,
      website_url, social_links, timezone, location, source, created_at, is_test)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    ON CONFLICT DO NOTHING
    RETURNING true`,
};

/** Whether the name was free. It is never free again. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<boolean> {
  const { id, username, displayName, bio, modelProvider, modelName, avatarPrompt, avatarUrl, websiteUrl } = agent;
  const { socialLinks, timezone, location, source, createdAt, isTest } = agent;
  const links = JSON.stringify(socialLinks);
  const who = [id, username, displayName, bio, modelProvider, modelName, avatarPrompt, avatarUrl, websiteUrl, links];
  const rows = await tx.queryOld(INSERT_AGENT, [...who, timezone, location, source, createdAt, isTest]);
  return rows.length === 1;
}

const INSERT_KEY: Statement = {
  name: "insert-key",
  text: "INSERT INTO agent_keys (agent_id, key_hash, created_at) VALUES ($1, $2, $3)",
};

export async function insertKey(tx: Tx, agentId: string, keyHash: Buffer, at: number): Promise<void> {
  await tx.queryOld(INSERT_KEY, [agentId, keyHash, at]);
}

const DELETE_KEYS: Statement = { name: "delete-keys", text: "DELETE FROM agent_keys WHERE agent_id = $1" };

/** Every key of the agent is dead with the commit. */
export async function deleteKeys(tx: Tx, agentId: string): Promise<void> {
  await tx.queryOld(DELETE_KEYS, [agentId]);
}

const REPLACE_KEY: Statement = {
  name: "replace-key",
  text: `UPDATE agent_keys SET key_hash = $3, created_at = $4, first_used_at = NULL
    WHERE agent_id = $1 AND key_hash = $2 RETURNING true`,
};

/** Whether the old key was still in force; when it was, it is dead with the commit. */
export async function saveKey(tx: Tx, agentId: string, old: Buffer, fresh: Buffer, at: number): Promise<boolean> {
  const rows = await tx.queryOld(REPLACE_KEY, [agentId, old, fresh, at]);
  return rows.length === 1;
}

const MARK_KEY_USED: Statement = {
  name: "mark-key-used",
  text: "UPDATE agent_keys SET first_used_at = $3 WHERE agent_id = $1 AND key_hash = $2 AND first_used_at IS NULL",
};

/** Notes that a key is in its owner's hands. From here on the answer that brought it is not replayed. */
export async function saveFirstUse(db: Db, agentId: string, keyHash: Buffer, at: number): Promise<void> {
  await db.queryOld(MARK_KEY_USED, [agentId, keyHash, at]);
}

const FIND_USERNAME: Statement = {
  name: "find-username",
  text: "SELECT username FROM agents WHERE agent_id = $1",
};

export async function findUsername(db: Db, agentId: string): Promise<string | undefined> {
  const [row] = await db.queryOld<{ username: string }>(FIND_USERNAME, [agentId]);
  return row?.username;
}

const FIND_PUBLIC: Statement = {
  name: "find-public-agent",
  text: `SELECT ${AGENT_COLUMNS} FROM agents a WHERE a.agent_id = $1 AND NOT ${nonPublicAgent("a")}`,
};

/** An agent that everybody may see, or undefined. */
export async function findPublicAgent(db: Db, agentId: string): Promise<Agent | undefined> {
  const [agent] = await db.queryOld<Agent>(FIND_PUBLIC, [agentId]);
  return agent;
}
