// Leases for work that only one process may do at a time. They use the database's clock, so that processes with different
// clocks agree on their end.
import { asker, command } from "../../database/calls.ts";
import * as sql from "../../database/statement.ts";
import { STATEMENT_TIME } from "../../database/database-time.ts";

/** Returns whether the holder has the lease for the next `forMs`: it was free, had ended, or was already the holder's. */
export const saveLease = asker({
  name: "take-ended-lease",
  params: { name: sql.text, holder: sql.text, forMs: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO leases (name, holder, until) VALUES ($name, $holder, ${STATEMENT_TIME} + $forMs)
    ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.holder = EXCLUDED.holder OR leases.until <= EXCLUDED.until - $forMs
    RETURNING true`,
});

/** Releases a lease before its end. */
export const deleteLease = command({
  name: "release-lease",
  params: { name: sql.text, holder: sql.text },
  text: "DELETE FROM leases WHERE name = $name AND holder = $holder",
});
