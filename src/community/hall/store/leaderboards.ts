// The leaderboards of the hall. Each is an index: nothing is ranked in a request, and nobody writes ranks, of which one death
// at the top would change ten thousand.
import { NEUTRAL_ID } from "../../../platform/identity/neutral-keeper.ts";
import {
  creatureFromRow,
  livingFromRow,
  type CreatureKey,
  type CreatureRow,
  type StoredCreature,
} from "../../../model/creatures/store/creature-row.ts";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { ShownCreature } from "@denkeeper/rules/creature/visibility.ts";
import { counter, lister, valueLister } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  array,
  bool,
  float8,
  int4,
  int8,
  json,
  jsonb,
  statement,
  text,
  uuid,
  type RowOf,
} from "../../../platform/database/statement.ts";
import { LEADERBOARD_RANKS } from "../../../model/figures/store/shapes.ts";
import {
  OF_PUBLIC_SPECIES,
  nonPublicAgent,
  withHiddenSpecies,
} from "../../../model/visibility/store/public-visibility.ts";

/** Whoever was alerted after `assistedSince` is assisted; ranks stay as they are when those are left out. */
const PAGE = { assistedSince: int8, assisted: bool, limit: int8, offset: int8 };
const RANK = { rank: int8, assisted: bool };

/** SQL of a page: the index is read in its order up to the page's end, and nothing is sorted. */
function pageOf(order: string, columns: string, from: string): string {
  return `SELECT * FROM (
      SELECT row_number() OVER (ORDER BY ${order}) AS rank, coalesce(a.last_alert_at > $assistedSince, false) AS assisted, ${columns}
      FROM ${from} AND NOT ${nonPublicAgent("a")} AND a.agent_id <> '${NEUTRAL_ID}') ranked
    WHERE rank <= ${LEADERBOARD_RANKS} AND ($assisted OR NOT assisted) OFFSET $offset LIMIT $limit`;
}

/** All but those who are boarded, or whose keeper is suspended (BOARD-5). */
const AT_HOME = `(c.pauses IS NULL OR c.pauses->-1->>'kind' = 'amnesty' OR c.pauses->-1 ? 'ended'
    OR (c.pauses->-1->>'until')::bigint <= $now)`;

/** The oldest of those that are not known to be dead, the oldest first. */
export const listOldestLiving = lister({
  name: "list-oldest-living",
  params: { ...PAGE, now: int8 },
  row: { ...RANK, row: json<CreatureRow>(), agent: text },
  text: `SELECT p.rank, p.assisted, p.agent, (SELECT row_to_json(c) FROM creatures c
      WHERE c.agent_id = p.agent_id AND c.creature_id = p.creature_id) AS row
    FROM (${pageOf(
      "c.hatched_at + c.dead_ms, c.creature_id",
      "a.username AS agent, c.agent_id, c.creature_id",
      `creatures c JOIN agents a ON a.agent_id = c.agent_id ${withHiddenSpecies("c.species_slug")}
      WHERE c.hatched_at IS NOT NULL AND c.died_at IS NULL AND c.released_at IS NULL AND ${OF_PUBLIC_SPECIES} AND ${AT_HOME}`,
    )}) p`,
});

/** The keepers with the most gravestones, as triggers count them (migration 0009). */
export const listGravekeepers = lister({
  name: "list-gravekeepers",
  params: PAGE,
  row: { ...RANK, agent: text, displayName: text, gravestones: int4 },
  text: pageOf(
    "g.stones DESC, g.agent_id",
    `a.username AS agent, a.display_name AS "displayName", g.stones AS gravestones`,
    "gravekeepers g JOIN agents a ON a.agent_id = g.agent_id WHERE g.stones > 0",
  ),
});

/** The most consistent keepers, as the worker last looked at them. */
export const listConsistentKeepers = lister({
  name: "list-consistent-keepers",
  params: PAGE,
  row: { ...RANK, agent: text, displayName: text, consistency: float8, rankScore: float8, alive: int4, adults: int4 },
  text: pageOf(
    "k.rank_score DESC, k.scored DESC, k.username",
    `a.username AS agent, a.display_name AS "displayName", k.consistency, k.rank_score AS "rankScore", k.alive, k.adults`,
    "rollup_keepers k JOIN agents a ON a.agent_id = k.agent_id WHERE true",
  ),
});

/** The columns of `rollup_keepers`. */
export interface KeeperRow {
  readonly agent_id: string;
  readonly username: string;
  readonly rank_score: number;
  readonly scored: number;
  readonly consistency: number;
  readonly alive: number;
  readonly adults: number;
  readonly valid_until: number;
}

const SAVE = statement({
  name: "save-keepers",
  params: { agentIds: array(uuid), rows: jsonb<readonly KeeperRow[]>() },
  row: {},
  text: `WITH given AS (SELECT * FROM jsonb_populate_recordset(NULL::rollup_keepers, $rows::jsonb)), gone AS (
      DELETE FROM rollup_keepers WHERE agent_id = ANY($agentIds::uuid[]) AND agent_id NOT IN (SELECT agent_id FROM given)
    )
    INSERT INTO rollup_keepers AS kept SELECT * FROM given
    ON CONFLICT (agent_id) DO UPDATE SET rank_score = EXCLUDED.rank_score, scored = EXCLUDED.scored,
      consistency = EXCLUDED.consistency, alive = EXCLUDED.alive, adults = EXCLUDED.adults, valid_until = EXCLUDED.valid_until
    WHERE (kept.*) IS DISTINCT FROM (EXCLUDED.*)`,
});

/** What these agents are now: those who are not among the rows no longer belong. */
export async function saveKeepers(db: Db, agentIds: readonly string[], rows: readonly KeeperRow[]): Promise<void> {
  await db.query(SAVE, { agentIds, rows });
}

/** The keepers whom time alone may have changed. */
export const listDueKeepers = valueLister({
  name: "list-due-keepers",
  params: { now: int8, limit: int8 },
  row: { agentId: uuid },
  text: `SELECT agent_id AS "agentId" FROM rollup_keepers WHERE valid_until <= $now ORDER BY valid_until LIMIT $limit`,
});

/** The score behind the first `members`, or 0 while there are fewer. Nobody below it is kept. */
export const trimKeepers = counter({
  name: "trim-keepers",
  params: { members: int8 },
  row: { score: float8 },
  text: `WITH last AS (
      SELECT rank_score FROM rollup_keepers ORDER BY rank_score DESC, scored DESC, username OFFSET $members LIMIT 1
    ), gone AS (DELETE FROM rollup_keepers WHERE rank_score < (SELECT rank_score FROM last))
    SELECT rank_score AS score FROM last`,
});

const ACTIVE = statement({
  name: "list-agents-since",
  params: { since: int8 },
  row: { agent_id: uuid },
  text: "SELECT DISTINCT agent_id FROM care_log WHERE recorded_at >= $since",
});

/** Agents with an event in the log since an instant. */
export async function listAgentsSince(db: Db, since: number): Promise<readonly string[]> {
  return (await db.query(ACTIVE, { since })).map(({ agent_id }) => agent_id);
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

const CREATURES = statement({
  name: "list-creatures-by-key",
  params: { agentIds: array(uuid), creatureIds: array(uuid) },
  row: { row: json<CreatureRow>() },
  text: `SELECT row_to_json(c) AS row
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id`,
});

/** These creatures as they are stored. */
export async function listCreatures(
  db: Db,
  keys: readonly Pick<CreatureKey, "agentId" | "creatureId">[],
): Promise<readonly StoredCreature[]> {
  const agentIds = keys.map(({ agentId }) => agentId);
  const creatureIds = keys.map(({ creatureId }) => creatureId);
  const rows = await db.query(CREATURES, { agentIds, creatureIds });
  return rows.map(({ row }) => creatureFromRow(row));
}

/** Names of these agents, also of those who are not public now: they may be again. */
export const listKeeperNames = lister({
  name: "list-keeper-names",
  params: { agentIds: array(uuid) },
  row: { agentId: uuid, username: text },
  text: `SELECT agent_id AS "agentId", username FROM agents
    WHERE agent_id = ANY($agentIds::uuid[]) AND NOT clock_moved AND agent_id <> '${NEUTRAL_ID}'`,
});

/** The next agents in order of their ids, to walk through all of them. */
export const listAgentIds = valueLister({
  name: "list-agent-ids",
  params: { after: uuid, limit: int8 },
  row: { agent_id: uuid },
  text: "SELECT agent_id FROM agents WHERE agent_id > $after ORDER BY agent_id LIMIT $limit",
});

export const listAgentsBetween = valueLister({
  name: "list-agents-between",
  params: { first: uuid, last: uuid },
  row: { agent_id: uuid },
  text: "SELECT agent_id FROM agents WHERE agent_id BETWEEN $first AND $last",
});
