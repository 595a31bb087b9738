// The runs of an account, where its own rows are. Starting a run happens behind `lockAccountBy`.
import { command, counter, inTransaction, valueLister } from "../db/calls.ts";
import { bytea, int4, int8, nullable, text, uuid } from "../db/statement.ts";

export const findOpenRunCount = counter({
  name: "count-open-runs",
  params: { agentId: uuid },
  row: { count: int8 },
  text: "SELECT count(*) AS count FROM trial_entries WHERE agent_id = $agentId AND ended_at IS NULL",
});

/** The runs of an account that have not ended. */
export const listOpenRuns = valueLister({
  name: "list-open-run-ids",
  params: { agentId: uuid },
  row: { runId: uuid },
  text: `SELECT run_id AS "runId" FROM trial_entries WHERE agent_id = $agentId AND ended_at IS NULL`,
});

/** Every run of an account, ended ones too: their keys still read the result. */
export const listRuns = valueLister({
  name: "list-run-ids",
  params: { agentId: uuid },
  row: { runId: uuid },
  text: `SELECT run_id AS "runId" FROM trial_entries WHERE agent_id = $agentId`,
});

/** The highest number that the account has started, or 0. */
export const findLastRunNumber = counter({
  name: "find-last-run-number",
  params: { agentId: uuid, season: text, scenario: text },
  row: { last: nullable(int4) },
  text: `SELECT max(number) AS last FROM trial_entries
    WHERE agent_id = $agentId AND season = $season AND scenario = $scenario`,
});

export const insertTrialEntry = inTransaction.command({
  name: "insert-trial-entry",
  params: { agentId: uuid, season: text, scenario: text, number: int4, runId: uuid, keyHash: bytea },
  text: `INSERT INTO trial_entries (agent_id, season, scenario, number, run_id, key_hash)
    VALUES ($agentId, $season, $scenario, $number, $runId, $keyHash)`,
});

/** Notes that the run's key has arrived. From here on the answer that brought it is not replayed. */
export const saveRunKeyFirstUse = command({
  name: "mark-run-key-used",
  params: { agentId: uuid, keyHash: bytea, at: int8 },
  text: `UPDATE trial_entries SET key_used_at = $at
    WHERE agent_id = $agentId AND key_hash = $keyHash AND key_used_at IS NULL`,
});

/** The answer that brings the run's new key is replayed until the key is used. */
export const saveEntryKey = inTransaction.command({
  name: "set-run-key",
  params: { agentId: uuid, runId: uuid, keyHash: bytea },
  text: `UPDATE trial_entries SET key_hash = $keyHash, key_used_at = NULL WHERE agent_id = $agentId AND run_id = $runId`,
});

/** The run no longer counts as open. */
export const endTrialEntry = command({
  name: "end-trial-entry",
  params: { agentId: uuid, runId: uuid, at: int8 },
  text: `UPDATE trial_entries SET ended_at = $at
    WHERE agent_id = $agentId AND run_id = $runId AND ended_at IS NULL`,
});
