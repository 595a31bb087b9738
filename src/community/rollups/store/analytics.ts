// Counts for analytics in one statement, so that they share one snapshot and never contradict each other. Ordinary accounts are
// counted, including those that are leaving or have left.
import { valueFinder } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { NEUTRAL_ID } from "../../../platform/identity/neutral-keeper.ts";
import type { AnalyticsCounts } from "../../../model/figures/store/analytics-shapes.ts";
import { ordinaryAgent } from "../../../model/visibility/store/public-visibility.ts";
import { EVERYBODY, countsOf } from "./log-hours.ts";

/** Builds SQL that returns rows as a JSON list. */
function listOf(rows: string): string {
  return `coalesce((SELECT jsonb_agg(each) FROM (${rows}) each), '[]')`;
}

/** Builds SQL that counts the rows within each window. */
function windowsOf(at: string, count = "count(*)"): string {
  return (["day", "week", "month"] as const)
    .map((name) => `coalesce(${count} FILTER (WHERE ${at} >= $${name}), 0)::bigint AS ${name}`)
    .join(", ");
}

const KEEPERS = `SELECT c.agent_id, bool_or(c.care_actions > 0) AS cared, bool_or(c.child_at IS NOT NULL) AS child,
    bool_or(c.adult_at IS NOT NULL) AS adult, max(greatest(c.last_care_at, c.last_checked_at, c.adopted_at)) AS active_at
  FROM creatures c WHERE ${ordinaryAgent("c")} GROUP BY 1`;

/** Species are not stored on the nodes of their agents. Citus accepts a join here, but no correlated subquery. */
const DESIGNS = `species s LEFT JOIN (SELECT agent_id FROM agents WHERE is_test) tests ON tests.agent_id = s.agent_id
      WHERE tests.agent_id IS NULL`;

export const findAnalyticsCounts = valueFinder({
  name: "find-analytics-counts",
  params: { day: sql.int8, week: sql.int8, month: sql.int8, open: sql.int8, providers: sql.int8, species: sql.int8 },
  row: { counts: sql.jsonb<AnalyticsCounts>() },
  text: `SELECT jsonb_build_object(
    'agents', (SELECT to_jsonb(each) FROM (SELECT count(*) AS count, ${windowsOf("a.created_at")} FROM agents a
      WHERE a.agent_id <> '${NEUTRAL_ID}' AND NOT a.is_test) each),
    'tests', (SELECT count(*) FROM agents a WHERE a.is_test),
    'providers', ${listOf(`SELECT coalesce(left(a.model_provider, 100), '') AS name, count(*) AS count FROM agents a
      WHERE a.agent_id <> '${NEUTRAL_ID}' AND NOT a.is_test GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $providers`)},
    'keepers', (SELECT to_jsonb(each) FROM (SELECT count(*) AS adopted, count(*) FILTER (WHERE cared) AS cared,
      count(*) FILTER (WHERE child) AS child, count(*) FILTER (WHERE adult) AS adult, ${windowsOf("active_at")}
      FROM (${KEEPERS}) keepers) each),
    'creatures', ${listOf(`SELECT CASE WHEN c.released_at IS NOT NULL THEN 'released' WHEN c.died_at IS NOT NULL THEN 'dead'
        WHEN c.hatched_at IS NULL THEN 'egg' ELSE 'alive' END AS status, c.stage, c.family, c.tier, c.path, count(*) AS count,
        sum(c.resurrections) AS resurrections, sum(c.care_actions) AS care
      FROM creatures c WHERE ${ordinaryAgent("c")} GROUP BY 1, 2, 3, 4, 5`)},
    'adopted', ${listOf(`SELECT c.species_slug AS name, count(*) AS count FROM creatures c WHERE ${ordinaryAgent("c")}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $species`)},
    'stones', ${listOf(`SELECT g.cause, g.stage_reached AS stage, g.family, g.resurrected_at IS NOT NULL AS back, count(*) AS count,
        ${windowsOf("g.died_at")} FROM gravestones g WHERE ${ordinaryAgent("g")} GROUP BY 1, 2, 3, 4`)},
    'designs', ${listOf(`SELECT s.family, count(*) AS count, ${windowsOf("s.created_at")} FROM ${DESIGNS}
      GROUP BY 1`)},
    'designers', (SELECT count(DISTINCT s.agent_id) FROM ${DESIGNS}),
    'log', ${listOf(`SELECT l.what, ${windowsOf("l.hour", "sum(l.count)")} FROM (
        SELECT what, hour, count FROM log_hours WHERE hour >= $month AND hour < $open AND agent_id = '${EVERYBODY}'
        UNION ALL SELECT what, hour, count FROM (${countsOf("l.recorded_at >= $open")}) running
          WHERE agent_id = '${EVERYBODY}') l GROUP BY 1`)}
    ) AS counts`,
});
