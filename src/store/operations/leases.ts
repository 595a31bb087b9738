// Leases: who may do a work that only one process should do at a time. Held by the database's clock, so that processes
// whose own clocks differ agree on when one has ended.
import type { Db, Statement } from "../db/db.ts";
import { DATABASE_NOW } from "../db/database-time.ts";

const TAKE: Statement = {
  name: "take-lease",
  text: `INSERT INTO leases (name, holder, until) VALUES ($1, $2, ${DATABASE_NOW} + $3)
    ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.holder = EXCLUDED.holder OR leases.until <= ${DATABASE_NOW}
    RETURNING true`,
};

/** Whether the holder has the lease for the next `forMs`: it was free, had ended, or was the holder's already. */
export async function saveLease(db: Db, name: string, holder: string, forMs: number): Promise<boolean> {
  const rows = await db.queryOld(TAKE, [name, holder, forMs]);
  return rows.length === 1;
}

const RELEASE: Statement = { name: "release-lease", text: "DELETE FROM leases WHERE name = $1 AND holder = $2" };

/** Gives a lease back, so that the next one need not wait for its end. */
export async function deleteLease(db: Db, name: string, holder: string): Promise<void> {
  await db.queryOld(RELEASE, [name, holder]);
}
