// Stores ping links and the runs that they report, one row per agent. A link is a secret address that can only report when a job
// begins or ends. The calls within a run are counted from the agent's trail.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { finder, inTransaction, lister, type RowFrom } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Maximum runs stored per agent. */
export const MOST_RUNS = 50;
const RUNS_KEPT_MS = 14 * DAY_MS;
/** Time after the end of a run by which all its calls have been counted. */
export const SEEN_AFTER_MS = 15_000;
/** Time after which a run without an end counts as abandoned. */
const LONGEST_RUN_MS = DAY_MS;

/** Replaces an earlier link but retains its runs. Call after `lockWithKey`. */
export const savePingLink = inTransaction.command({
  name: "save-ping-link",
  params: { agentId: sql.uuid, linkHash: sql.bytea, at: sql.int8Of<RealInstant>() },
  text: `INSERT INTO ping_links (agent_id, link_hash, created_at) VALUES ($agentId, $linkHash, $at)
    ON CONFLICT (agent_id) DO UPDATE SET link_hash = $linkHash, created_at = $at`,
});

/** Deletes the link and its runs. Returns whether there was a link. */
export const deletePingLink = inTransaction.asker({
  name: "delete-ping-link",
  params: { agentId: sql.uuid },
  row: sql.FOUND,
  text: "DELETE FROM ping_links WHERE agent_id = $agentId RETURNING true",
});

const IN_FORCE = `EXISTS (SELECT FROM agents a WHERE a.agent_id = p.agent_id AND a.leaving_at IS NULL
  AND a.left_at IS NULL AND a.suspended_at IS NULL)`;

export const findPingLink = finder({
  name: "find-ping-link",
  params: { agentId: sql.uuid },
  // `output` contains the last lines of the latest run that sent any. Only the owner may see them.
  row: { linkHash: sql.bytea, createdAt: sql.int8, output: sql.nullable(sql.text) },
  text: `SELECT link_hash AS "linkHash", created_at AS "createdAt", output FROM ping_links p
    WHERE agent_id = $agentId AND ${IN_FORCE}`,
});

/**
 * Saves a ping. Without an exit code it starts a run. With one, it ends the newest open run of the last day, or adds a run if
 * none is open. Returns whether the link is valid.
 */
export const savePing = inTransaction.asker({
  name: "save-ping",
  params: {
    agentId: sql.uuid,
    linkHash: sql.bytea,
    exitCode: sql.nullable(sql.int2),
    output: sql.nullable(sql.text),
    now: sql.int8Of<RealInstant>(),
  },
  row: sql.FOUND,
  text: `UPDATE ping_links p SET runs = ARRAY(
      SELECT ROW(run.started_at, run.ended_at, run.exit_code, run.calls)::said_run
      FROM (SELECT max(started_at) AS started_at FROM unnest(p.runs) WHERE ended_at IS NULL
          AND started_at > $now::bigint - ${LONGEST_RUN_MS} AND $exitCode::smallint IS NOT NULL) AS ending,
        LATERAL (
          SELECT started_at, calls, CASE WHEN started_at = ending.started_at THEN $now ELSE ended_at END AS ended_at,
            CASE WHEN started_at = ending.started_at THEN $exitCode ELSE exit_code END AS exit_code
          FROM unnest(p.runs) WHERE started_at > $now - ${RUNS_KEPT_MS}
          UNION ALL SELECT $now, CASE WHEN $exitCode IS NULL THEN 0 END, CASE WHEN $exitCode IS NOT NULL THEN $now END,
            $exitCode WHERE ending.started_at IS NULL) AS run
      ORDER BY run.started_at DESC LIMIT ${MOST_RUNS}),
      output = CASE WHEN $exitCode::smallint IS NULL THEN output ELSE $output END
    WHERE agent_id = $agentId AND link_hash = $linkHash AND ${IN_FORCE} RETURNING true`,
});

/** SQL: the runs of an agent. `until` is a run's end or the next run's start, so that each event belongs to one run. */
const SPANS = `(SELECT *, least(ended_at, lag(started_at) OVER (ORDER BY started_at DESC)) AS until FROM unnest(p.runs))`;

/** SQL: whether a run of `p` may include calls since `$since`. */
export const RAN_SINCE = "p.runs <> '{}' AND coalesce(p.runs[1].ended_at, $since) >= $since";

/** Counts an agent's calls in the runs during which they were made. */
export const saveCallsOfRuns = inTransaction.command({
  name: "save-calls-of-runs",
  params: { agentId: sql.uuid, ats: sql.array(sql.int8) },
  text: `UPDATE ping_links p SET runs = ARRAY(
      SELECT ROW(started_at, ended_at, exit_code, calls + (
        SELECT count(*)::integer FROM unnest($ats::bigint[]) AS at
        WHERE at >= started_at AND at < coalesce(until, at + 1)))::said_run
      FROM ${SPANS} AS run ORDER BY started_at DESC)
    WHERE agent_id = $agentId`,
});

/** Lists an agent's runs since an instant, newest first, with the names of the creatures fed in each. */
export const listRuns = lister({
  name: "list-runs",
  params: { agentId: sql.uuid, since: sql.int8, limit: sql.int8 },
  row: {
    startedAt: sql.int8,
    endedAt: sql.nullable(sql.int8),
    exitCode: sql.nullable(sql.int2),
    calls: sql.nullable(sql.int4),
    fed: sql.array(sql.text),
  },
  text: `WITH fed AS MATERIALIZED (
      SELECT l.recorded_at AS at, c.name FROM care_log l JOIN creatures c USING (agent_id, creature_id)
      WHERE agent_id = $agentId AND l.recorded_at >= $since AND l.kind = 'care' AND l.action = 'feed'
        AND NOT EXISTS (SELECT FROM sitter_care s WHERE s.agent_id = $agentId AND s.creature_id = c.creature_id
          AND s.entry_id = l.entry_id))
    SELECT started_at AS "startedAt", ended_at AS "endedAt", exit_code AS "exitCode", calls,
      ARRAY(SELECT DISTINCT name FROM fed WHERE at >= started_at AND at < coalesce(until, at + 1) ORDER BY 1) AS fed
    FROM ping_links p, LATERAL ${SPANS} AS run
    WHERE p.agent_id = $agentId AND started_at >= $since ORDER BY started_at DESC LIMIT $limit`,
});

export type RunRow = RowFrom<typeof listRuns>;
