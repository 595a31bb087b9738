// Stores the heartbeats of workers.
import { command } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

export const saveHeartbeat = command({
  name: "save-heartbeat",
  params: { worker: sql.text, startedAt: sql.int8, at: sql.int8 },
  text: `INSERT INTO heartbeats (worker, started_at, at) VALUES ($worker, $startedAt, $at)
    ON CONFLICT (worker) DO UPDATE SET at = EXCLUDED.at`,
});

/** Deletes the heartbeat of a stopping worker, and those of workers that have been silent since `silentSince`. */
export const deleteHeartbeat = command({
  name: "delete-heartbeat",
  params: { worker: sql.text, silentSince: sql.int8 },
  text: "DELETE FROM heartbeats WHERE worker = $worker OR at < $silentSince",
});
