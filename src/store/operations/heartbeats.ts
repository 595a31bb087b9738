// Signs of life of the workers, for those who watch over them.
import type { Db, Statement } from "../db/db.ts";

const SAVE: Statement = {
  name: "save-heartbeat",
  text: `INSERT INTO heartbeats (worker, started_at, at) VALUES ($1, $2, $3)
    ON CONFLICT (worker) DO UPDATE SET at = EXCLUDED.at`,
};

export async function saveHeartbeat(db: Db, worker: string, startedAt: number, at: number): Promise<void> {
  await db.queryOld(SAVE, [worker, startedAt, at]);
}

const DELETE: Statement = { name: "delete-heartbeat", text: "DELETE FROM heartbeats WHERE worker = $1 OR at < $2" };

/** Forgets a worker that stops, and all that have been silent since `silentSince`. */
export async function deleteHeartbeat(db: Db, worker: string, silentSince: number): Promise<void> {
  await db.queryOld(DELETE, [worker, silentSince]);
}
