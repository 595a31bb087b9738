// Leases for work that only one process may do at a time. They use the database's clock, so processes with different
// clocks agree on when one has ended.
import { asker, command } from "../../database/calls.ts";
import * as sql from "../../database/statement.ts";
import { STATEMENT_TIME } from "../../database/database-time.ts";

/** Whether the holder has the lease for the next `forMs`: it was free, had ended, or was the holder's already. */
export const saveLease = asker({
  name: "take-ended-lease",
  params: { name: sql.text, holder: sql.text, forMs: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO leases (name, holder, until) VALUES ($name, $holder, ${STATEMENT_TIME} + $forMs)
    ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.holder = EXCLUDED.holder OR leases.until <= EXCLUDED.until - $forMs
    RETURNING true`,
});

/** Gives a lease back, so that the next one need not wait for its end. */
export const deleteLease = command({
  name: "release-lease",
  params: { name: sql.text, holder: sql.text },
  text: "DELETE FROM leases WHERE name = $name AND holder = $holder",
});
