// Heartbeats of the workers.
import type { Db } from "../db/db.ts";
import { int8, statement, text } from "../db/statement.ts";

const SAVE = statement({
  name: "save-heartbeat",
  params: { worker: text, startedAt: int8, at: int8 },
  row: {},
  text: `INSERT INTO heartbeats (worker, started_at, at) VALUES ($worker, $startedAt, $at)
    ON CONFLICT (worker) DO UPDATE SET at = EXCLUDED.at`,
});

export async function saveHeartbeat(db: Db, worker: string, startedAt: number, at: number): Promise<void> {
  await db.query(SAVE, { worker, startedAt, at });
}

const DELETE = statement({
  name: "delete-heartbeat",
  params: { worker: text, silentSince: int8 },
  row: {},
  text: "DELETE FROM heartbeats WHERE worker = $worker OR at < $silentSince",
});

/** Forgets a worker that stops, and all that have been silent since `silentSince`. */
export async function deleteHeartbeat(db: Db, worker: string, silentSince: number): Promise<void> {
  await db.query(DELETE, { worker, silentSince });
}
