// Statements for the hall's leaderboards. The oldest creatures come from an index, keepers from the latest rollup.
import { NEUTRAL_ID } from "../../../platform/identity/neutral-keeper.ts";
import type { CreatureRow } from "../../../model/creatures/store/creature-row.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { lister, valueFinder } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { LEADERBOARD_RANKS, type KeeperBoard } from "../../../model/figures/store/shapes.ts";
import {
  OF_PUBLIC_SPECIES,
  countedAgent,
  nonPublicAgent,
  withHiddenSpecies,
} from "../../../model/visibility/store/public-visibility.ts";

/** A keeper alerted after `assistedSince` is assisted. Omitting assisted keepers does not change ranks. */
const PAGE = { assistedSince: sql.int8, assisted: sql.bool, limit: sql.int8, offset: sql.int8 };
const RANK = { rank: sql.int8, assisted: sql.bool };

/** Builds the SQL of a leaderboard page. An index or the rollup yields rows in `order`, so reading ends with the page. */
function pageOf(order: string, columns: string, from: string): string {
  return `SELECT * FROM (
      SELECT row_number() OVER (ORDER BY ${order}) AS rank, coalesce(a.last_alert_at > $assistedSince, false) AS assisted, ${columns}
      FROM ${from} AND NOT ${nonPublicAgent("a")} AND a.agent_id <> '${NEUTRAL_ID}') ranked
    WHERE rank <= ${LEADERBOARD_RANKS} AND ($assisted OR NOT assisted) OFFSET $offset LIMIT $limit`;
}

/** SQL condition: the creature is not boarded, on leave, or suspended (BOARD-5). */
const AT_HOME = `(c.pauses IS NULL OR c.pauses->-1->>'kind' = 'amnesty' OR c.pauses->-1 ? 'ended'
    OR (c.pauses->-1->>'until')::bigint <= $now)`;

/** Lists the page's hatched creatures without a recorded death or release, in any order. The oldest has rank 1. */
export const listOldestLiving = lister({
  name: "list-oldest-living",
  params: { ...PAGE, now: sql.int8 },
  row: { ...RANK, row: sql.json<CreatureRow>(), agent: sql.text },
  text: `SELECT p.rank, p.assisted, p.agent, row_to_json(c) AS row FROM (${pageOf(
    "c.hatched_at + c.dead_ms, c.creature_id",
    "a.username AS agent, c.agent_id, c.creature_id",
    `creatures c JOIN agents a ON a.agent_id = c.agent_id ${withHiddenSpecies("c.species_slug")}
      WHERE c.hatched_at IS NOT NULL AND c.died_at IS NULL AND c.released_at IS NULL AND ${OF_PUBLIC_SPECIES} AND ${AT_HOME}`,
  )}) p JOIN creatures c ON c.agent_id = p.agent_id AND c.creature_id = p.creature_id`,
});

/**
 * SQL of a leaderboard's entries from the latest rollup (src/community/rollups/). Entries are already sorted, so the join stops
 * at the end of the page.
 */
function entriesOf(board: KeeperBoard, columns: string): string {
  return `(SELECT entry.* FROM rollups, ROWS FROM (jsonb_to_recordset(value) AS (${columns})) WITH ORDINALITY AS entry
    WHERE name = '${board}' ORDER BY entry.ordinality LIMIT ${LEADERBOARD_RANKS})`;
}

export const listGravekeepers = lister({
  name: "list-gravekeepers",
  params: PAGE,
  row: { ...RANK, agent: sql.text, displayName: sql.text, gravestones: sql.int4 },
  text: pageOf(
    "g.ordinality",
    `a.username AS agent, a.display_name AS "displayName", g.gravestones`,
    `${entriesOf("gravestone_count", "agent_id uuid, gravestones integer")} g JOIN agents a ON a.agent_id = g.agent_id WHERE true`,
  ),
});

export const listConsistentKeepers = lister({
  name: "list-consistent-keepers",
  params: PAGE,
  row: {
    ...RANK,
    agent: sql.text,
    displayName: sql.text,
    consistency: sql.float8,
    rankScore: sql.float8,
    alive: sql.int4,
    adults: sql.int4,
  },
  text: pageOf(
    "k.ordinality",
    `a.username AS agent, a.display_name AS "displayName", k.consistency, k.rank_score AS "rankScore", k.alive, k.adults`,
    `${entriesOf(
      "most_consistent",
      "agent_id uuid, consistency double precision, rank_score double precision, alive integer, adults integer",
    )} k JOIN agents a ON a.agent_id = k.agent_id WHERE true`,
  ),
});

export const findMostGravestones = valueFinder({
  name: "find-most-gravestones",
  params: {},
  row: { entries: sql.jsonb<readonly object[]>() },
  text: `SELECT coalesce(jsonb_agg(jsonb_build_object('agent_id', agent_id, 'gravestones', count) ORDER BY count DESC, agent_id), '[]')
      AS entries
    FROM (SELECT g.agent_id, count(*) AS count FROM gravestones g
      WHERE g.is_public AND g.agent_id <> '${NEUTRAL_ID}' AND ${countedAgent("g")}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${LEADERBOARD_RANKS}) most`,
});

const KEEPER_HISTORY_ROW = {
  agentId: sql.uuid,
  points: sql.float8,
  weight: sql.int8,
  scored: sql.int8,
  adults: sql.int8,
};

/** Sums over an agent's creatures. Mean consistency is points / weight. */
export type KeeperHistory = sql.RowOf<typeof KEEPER_HISTORY_ROW>;

/** Consistency is weighted by scored windows; a creature without any counts as one window at 100. A release freezes the score. */
const RECORD = `agent_id AS "agentId",
  coalesce(sum(CASE WHEN scored = 0 THEN 100 ELSE scored * consistency END)
    FILTER (WHERE hatched_at IS NOT NULL), 0) AS points,
  coalesce(sum(greatest(1, scored)) FILTER (WHERE hatched_at IS NOT NULL), 0)::bigint AS weight,
  coalesce(sum(scored) FILTER (WHERE hatched_at IS NOT NULL), 0)::bigint AS scored,
  count(adult_at) AS adults`;

/**
 * Ranks keepers by their creatures as stored, so a missed window counts only after the next care or the death. The score is the
 * mean consistency times n / (n + 5) for n scored windows (CONS-5); the keeper with more windows wins a tie.
 */
export const findMostConsistent = valueFinder({
  name: "find-most-consistent",
  params: {},
  row: { entries: sql.jsonb<readonly object[]>() },
  text: `SELECT coalesce(jsonb_agg(jsonb_build_object('agent_id', "agentId", 'consistency', consistency, 'rank_score', rank_score,
      'alive', alive, 'adults', adults) ORDER BY rank_score DESC, scored DESC, "agentId"), '[]') AS entries
    FROM (SELECT *, points / weight AS consistency, points / weight * scored / (scored + 5) AS rank_score FROM (
        SELECT ${RECORD}, count(*) FILTER (WHERE hatched_at IS NOT NULL AND died_at IS NULL AND released_at IS NULL) AS alive
        FROM creatures c WHERE c.agent_id <> '${NEUTRAL_ID}' AND ${countedAgent("c")} GROUP BY agent_id) history
      WHERE weight > 0 ORDER BY rank_score DESC, scored DESC, "agentId" LIMIT ${LEADERBOARD_RANKS}) most`,
});

/** A hatched creature's current contribution to its keeper's history. */
export function contributionOf({
  scored,
  consistency,
  stageInstants,
}: VisibleCreature): Omit<KeeperHistory, "agentId"> {
  return {
    points: scored === 0 ? 100 : scored * consistency,
    weight: Math.max(1, scored),
    scored,
    adults: stageInstants.adult === null ? 0 : 1,
  };
}

/** Sums over the dead and released creatures of each agent. */
export const listEndedHistories = lister({
  name: "list-ended-histories",
  params: { agentIds: sql.array(sql.uuid) },
  row: KEEPER_HISTORY_ROW,
  text: `SELECT ${RECORD} FROM creatures
    WHERE agent_id = ANY($agentIds::uuid[]) AND (died_at IS NOT NULL OR released_at IS NOT NULL) GROUP BY agent_id`,
});
