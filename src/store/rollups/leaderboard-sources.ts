// The data that the leaderboards are computed from.
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { ShownCreature } from "@denkeeper/rules/creature/visibility.ts";
import { NEUTRAL_ID } from "../../identity/neutral-keeper.ts";
import {
  creatureFromRow,
  livingFromRow,
  type CreatureKey,
  type CreatureRow,
  type StoredCreature,
} from "../creatures/creature-row.ts";
import { lister, valueLister } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import {
  array,
  float8,
  int4,
  int8,
  json,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
} from "../db/statement.ts";
import { OF_PUBLIC_SPECIES, nonPublicAgent, publicAgent, withHiddenSpecies } from "../moderation/public-visibility.ts";

/** The columns of a `CreatureKey`. */
export const CREATURE_KEY_ROW = { agentId: uuid, creatureId: uuid, version: int4 };

/** The oldest of those that are not known to be dead, the oldest first. */
export const listOldestLiving = lister({
  name: "list-oldest-public-living",
  params: { limit: int8 },
  row: CREATURE_KEY_ROW,
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS "creatureId", c.version FROM creatures c
      ${withHiddenSpecies("c.species_slug")}
    WHERE c.hatched_at IS NOT NULL AND c.died_at IS NULL AND c.released_at IS NULL AND ${publicAgent("c")}
      AND ${OF_PUBLIC_SPECIES}
    ORDER BY c.hatched_at + c.dead_ms, c.creature_id LIMIT $limit`,
});

const CREATURES = statement({
  name: "list-creatures-by-key",
  params: { agentIds: array(uuid), creatureIds: array(uuid) },
  row: { row: json<CreatureRow>() },
  text: `SELECT row_to_json(c) AS row
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id`,
});

/** These creatures as they are stored. */
export async function listCreatures(db: Db, keys: readonly CreatureKey[]): Promise<readonly StoredCreature[]> {
  const agentIds = keys.map(({ agentId }) => agentId);
  const creatureIds = keys.map(({ creatureId }) => creatureId);
  const rows = await db.query(CREATURES, { agentIds, creatureIds });
  return rows.map(({ row }) => creatureFromRow(row));
}

const NAMED_AGENT_ROW = { agentId: uuid, username: text, displayName: text };

/** Those of the agents that may be shown. */
export const listPublicAgents = lister({
  name: "list-public-agents",
  params: { agentIds: array(uuid) },
  row: NAMED_AGENT_ROW,
  text: `SELECT agent_id AS "agentId", username, display_name AS "displayName" FROM agents a
    WHERE agent_id = ANY($agentIds::uuid[]) AND NOT ${nonPublicAgent("a")} AND agent_id <> '${NEUTRAL_ID}'`,
});

/** Those of the agents that never moved their clock, also hidden ones: for lists whose readers leave these out. */
export const listUnmovedAgents = lister({
  name: "list-unmoved-agents",
  params: { agentIds: array(uuid) },
  row: NAMED_AGENT_ROW,
  text: `SELECT agent_id AS "agentId", username, display_name AS "displayName" FROM agents
    WHERE agent_id = ANY($agentIds::uuid[]) AND NOT clock_moved`,
});

/** The next agents in order of their ids, to walk through all of them. */
export const listAgentIds = valueLister({
  name: "list-agent-ids",
  params: { after: uuid, limit: int8 },
  row: { agent_id: uuid },
  text: "SELECT agent_id FROM agents WHERE agent_id > $after ORDER BY agent_id LIMIT $limit",
});

const ACTIVE = statement({
  name: "list-agents-since",
  params: { since: int8, kind: nullable(textOf<"death">()) },
  row: { agent_id: uuid },
  text: `SELECT DISTINCT agent_id FROM care_log WHERE recorded_at >= $since AND ($kind::text IS NULL OR kind = $kind)`,
});

/** Agents with an event in the log since an instant, of one kind or of any. */
export async function listAgentsSince(db: Db, since: number, kind?: "death"): Promise<readonly string[]> {
  const rows = await db.query(ACTIVE, { since, kind: kind ?? null });
  return rows.map(({ agent_id }) => agent_id);
}

const KEEPER_HISTORY_ROW = { agentId: uuid, points: float8, weight: int8, scored: int8, adults: int8 };

/** What the creatures of an agent add up to: the mean is points / weight. */
export type KeeperHistory = RowOf<typeof KEEPER_HISTORY_ROW>;

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

/** Keeper histories as last stored: time can only have lowered them since. */
export const listStoredHistories = lister({
  name: "list-stored-histories",
  params: { agentIds: array(uuid) },
  row: KEEPER_HISTORY_ROW,
  text: `SELECT ${RECORD} FROM creatures WHERE agent_id = ANY($agentIds::uuid[]) GROUP BY agent_id`,
});

/** What dead and released creatures add to keeper histories: this no longer changes. */
export const listEndedHistories = lister({
  name: "list-ended-histories",
  params: { agentIds: array(uuid) },
  row: KEEPER_HISTORY_ROW,
  text: `SELECT ${RECORD} FROM creatures
    WHERE agent_id = ANY($agentIds::uuid[]) AND (died_at IS NOT NULL OR released_at IS NOT NULL) GROUP BY agent_id`,
});

const HATCHED = statement({
  name: "list-hatched-of-agents",
  params: { agentIds: array(uuid) },
  row: { row: json<CreatureRow>() },
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = ANY($agentIds::uuid[]) AND hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL`,
});

/** Hatched creatures of these agents that are not known to be dead. */
export async function listHatchedOf(db: Db, agentIds: readonly string[]): Promise<readonly StoredCreature<Living>[]> {
  const rows = await db.query(HATCHED, { agentIds });
  return rows.map(({ row }) => livingFromRow(row));
}

/** How many gravestones these agents have. */
export const listGravestoneCounts = lister({
  name: "list-gravestone-counts",
  params: { agentIds: array(uuid) },
  row: { agentId: uuid, gravestones: int8 },
  text: `SELECT agent_id AS "agentId", count(*) AS gravestones FROM gravestones
    WHERE agent_id = ANY($agentIds::uuid[]) AND is_public GROUP BY agent_id`,
});
