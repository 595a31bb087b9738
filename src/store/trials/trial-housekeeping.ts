// Runs that are due for something: to be ended because a week is over, to be scored again because their job was lost, or to
// be emptied.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { lister, valueLister } from "../db/calls.ts";
import type { Tx } from "../db/db.ts";
import { int8, int8Of, statement, uuid } from "../db/statement.ts";

/** Open runs that were started at `startedBy` or before. */
export const listAbandonedRuns = valueLister({
  name: "list-abandoned-runs",
  params: { startedBy: int8, limit: int8 },
  row: { runId: uuid },
  text: `SELECT agent_id AS "runId" FROM trial_runs WHERE state = 'open' AND started_at <= $startedBy
    ORDER BY started_at LIMIT $limit`,
});

/** Runs that ended at `endedBy` or before and have no result. */
export const listUnscoredRuns = valueLister({
  name: "list-unscored-runs",
  params: { endedBy: int8, limit: int8 },
  row: { runId: uuid },
  text: `SELECT agent_id AS "runId" FROM trial_runs WHERE state = 'ended' AND result IS NULL AND ended_at <= $endedBy
    ORDER BY ended_at LIMIT $limit`,
});

/** Runs that ended at `endedBy` or before and still have their rows. */
export const listRunsToEmpty = lister({
  name: "list-runs-to-empty",
  params: { endedBy: int8Of<RealInstant>(), limit: int8 },
  row: { runId: uuid, startedAt: int8 },
  text: `SELECT agent_id AS "runId", started_at AS "startedAt" FROM trial_runs
    WHERE state <> 'open' AND rows_deleted_at IS NULL AND ended_at <= $endedBy AND (result IS NOT NULL OR state = 'void')
    ORDER BY ended_at LIMIT $limit`,
});

/** Everything of a run's house. Its account stays, so that the run's name is never free again. */
const EMPTY = [
  "agent_keys",
  "creatures",
  "discovered_items",
  "ended_keys",
  "events",
  "gravestones",
  "idempotency",
  "passed_events",
  "trial_visits",
].map((table) =>
  statement({
    name: `empty-run-${table.replaceAll("_", "-")}`,
    params: { agentId: uuid },
    row: {},
    text: `DELETE FROM ${table} WHERE agent_id = $agentId`,
  }),
);
const EMPTY_LOG = statement({
  name: "empty-run-log",
  params: { agentId: uuid, since: int8 },
  row: {},
  text: "DELETE FROM care_log WHERE agent_id = $agentId AND recorded_at >= $since",
});
const MARK_EMPTIED = statement({
  name: "mark-run-emptied",
  params: { agentId: uuid, at: int8 },
  row: {},
  text: "UPDATE trial_runs SET rows_deleted_at = $at, notebook = NULL WHERE agent_id = $agentId",
});

/** Leaves the run's row with its result and file. `since` is before the first row of its log. */
export async function emptyRun(tx: Tx, runId: string, since: RealInstant, at: RealInstant): Promise<void> {
  for (const empty of EMPTY) await tx.query(empty, { agentId: runId });
  await tx.query(EMPTY_LOG, { agentId: runId, since });
  await tx.query(MARK_EMPTIED, { agentId: runId, at });
}
