// What the leaderboards of the hall are made from.
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { ShownCreature } from "@denkeeper/rules/creature/visibility.ts";
import { NEUTRAL_ID } from "../../identity/neutral-keeper.ts";
import type { CreatureKey, CreatureRow, StoredCreature } from "../creatures/creature-row.ts";
import { creatureFromRow, livingFromRow } from "../creatures/creature-row.ts";
import type { Db, Statement } from "../db/db.ts";
import { publicAgent, nonPublicAgent, publicSpecies } from "../moderation/public-visibility.ts";

const OLDEST: Statement = {
  name: "list-oldest-living",
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS "creatureId", c.version FROM creatures c
    WHERE c.hatched_at IS NOT NULL AND c.died_at IS NULL AND c.released_at IS NULL AND ${publicAgent("c")}
      AND ${publicSpecies("c.species_slug")}
    ORDER BY c.hatched_at + c.dead_ms, c.creature_id LIMIT $1`,
};

/** The oldest of those that are not known to be dead, the oldest first. */
export async function listOldestLiving(db: Db, limit: number): Promise<readonly CreatureKey[]> {
  return db.query<CreatureKey>(OLDEST, [limit]);
}

const CREATURES: Statement = {
  name: "list-creatures-by-key",
  text: `SELECT row_to_json(c) AS row FROM unnest($1::uuid[], $2::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id`,
};

/** These creatures as they are stored. */
export async function listCreatures(db: Db, keys: readonly CreatureKey[]): Promise<readonly StoredCreature[]> {
  const agents = keys.map(({ agentId }) => agentId);
  const creatures = keys.map(({ creatureId }) => creatureId);
  const rows = await db.query<{ row: CreatureRow }>(CREATURES, [agents, creatures]);
  return rows.map(({ row }) => creatureFromRow(row));
}

export interface NamedAgent {
  readonly agentId: string;
  readonly username: string;
  readonly displayName: string;
}

const NAMES: Statement = {
  name: "list-public-agents",
  text: `SELECT agent_id AS "agentId", username, display_name AS "displayName" FROM agents a
    WHERE agent_id = ANY($1::uuid[]) AND NOT ${nonPublicAgent("a")} AND agent_id <> '${NEUTRAL_ID}'`,
};

/** Those of the agents that may be shown. */
export async function listPublicAgents(db: Db, agentIds: readonly string[]): Promise<readonly NamedAgent[]> {
  return db.query<NamedAgent>(NAMES, [agentIds]);
}

const UNMOVED: Statement = {
  name: "list-unmoved-agents",
  text: `SELECT agent_id AS "agentId", username, display_name AS "displayName" FROM agents
    WHERE agent_id = ANY($1::uuid[]) AND NOT clock_moved`,
};

/** Those of the agents that never moved their clock, also hidden ones: for lists whose readers leave these out. */
export async function listUnmovedAgents(db: Db, agentIds: readonly string[]): Promise<readonly NamedAgent[]> {
  return db.query<NamedAgent>(UNMOVED, [agentIds]);
}

const AFTER: Statement = {
  name: "list-agent-ids",
  text: "SELECT agent_id FROM agents WHERE agent_id > $1 ORDER BY agent_id LIMIT $2",
};

/** The next agents in order of their ids, to walk through all of them. */
export async function listAgentIds(db: Db, after: string, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ agent_id: string }>(AFTER, [after, limit]);
  return rows.map(({ agent_id }) => agent_id);
}

const ACTIVE: Statement = {
  name: "list-agents-since",
  text: `SELECT DISTINCT agent_id FROM care_log WHERE recorded_at >= $1 AND ($2::text IS NULL OR kind = $2)`,
};

/** Agents with an event in the log since an instant, of one kind or of any. */
export async function listAgentsSince(db: Db, since: number, kind?: "death"): Promise<readonly string[]> {
  const rows = await db.query<{ agent_id: string }>(ACTIVE, [since, kind ?? null]);
  return rows.map(({ agent_id }) => agent_id);
}

/** What the creatures of an agent add up to: the mean is points / weight. */
export interface KeeperHistory {
  readonly agentId: string;
  readonly points: number;
  readonly weight: number;
  readonly scored: number;
  readonly adults: number;
}

/** Weighted by scored windows; a creature without any counts as one at 100. Released ones count as they were then. */
const RECORD = `agent_id AS "agentId",
  coalesce(sum(CASE WHEN scored = 0 THEN 100 ELSE scored * consistency END)
    FILTER (WHERE hatched_at IS NOT NULL), 0) AS points,
  coalesce(sum(greatest(1, scored)) FILTER (WHERE hatched_at IS NOT NULL), 0)::bigint AS weight,
  coalesce(sum(scored) FILTER (WHERE hatched_at IS NOT NULL), 0)::bigint AS scored,
  count(adult_at) AS adults`;

/** What one hatched creature adds, for those whom time has changed since they were stored. */
export function addedBy({ scored, consistency, stageInstants }: ShownCreature): Omit<KeeperHistory, "agentId"> {
  return {
    points: scored === 0 ? 100 : scored * consistency,
    weight: Math.max(1, scored),
    scored,
    adults: stageInstants.adult === null ? 0 : 1,
  };
}

const STORED_HISTORIES: Statement = {
  name: "list-stored-histories",
  text: `SELECT ${RECORD} FROM creatures WHERE agent_id = ANY($1::uuid[]) GROUP BY agent_id`,
};

/** Keeper histories as last stored: time can only have lowered them since. */
export async function listStoredHistories(db: Db, agentIds: readonly string[]): Promise<readonly KeeperHistory[]> {
  return db.query<KeeperHistory>(STORED_HISTORIES, [agentIds]);
}

const ENDED_HISTORIES: Statement = {
  name: "list-ended-histories",
  text: `SELECT ${RECORD} FROM creatures
    WHERE agent_id = ANY($1::uuid[]) AND (died_at IS NOT NULL OR released_at IS NOT NULL) GROUP BY agent_id`,
};

/** What dead and released creatures add to keeper histories: this no longer changes. */
export async function listEndedHistories(db: Db, agentIds: readonly string[]): Promise<readonly KeeperHistory[]> {
  return db.query<KeeperHistory>(ENDED_HISTORIES, [agentIds]);
}

const HATCHED: Statement = {
  name: "list-hatched-of-agents",
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = ANY($1::uuid[]) AND hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL`,
};

/** Hatched creatures of these agents that are not known to be dead. */
export async function listHatchedOf(db: Db, agentIds: readonly string[]): Promise<readonly StoredCreature<Living>[]> {
  const rows = await db.query<{ row: CreatureRow }>(HATCHED, [agentIds]);
  return rows.map(({ row }) => livingFromRow(row));
}

export interface GravestoneCount {
  readonly agentId: string;
  readonly gravestones: number;
}

const GRAVES_OF: Statement = {
  name: "list-gravestone-counts",
  text: `SELECT agent_id AS "agentId", count(*) AS gravestones FROM gravestones
    WHERE agent_id = ANY($1::uuid[]) AND is_public GROUP BY agent_id`,
};

/** How many gravestones these agents have. */
export async function listGravestoneCounts(db: Db, agentIds: readonly string[]): Promise<readonly GravestoneCount[]> {
  return db.query<GravestoneCount>(GRAVES_OF, [agentIds]);
}
