// Stores leases for work that only one process may do at a time. They use the database's clock, so that processes with different
// clocks agree on when a lease ends.
import { asker, command } from "../../database/calls.ts";
import * as sql from "../../database/statement.ts";
import { STATEMENT_TIME } from "../../database/database-time.ts";

/** Acquires or renews the lease for `forMs`. Returns whether the holder now has it. */
export const saveLease = asker({
  name: "take-ended-lease",
  params: { name: sql.text, holder: sql.text, forMs: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO leases (name, holder, until) VALUES ($name, $holder, ${STATEMENT_TIME} + $forMs)
    ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.holder = EXCLUDED.holder OR leases.until <= EXCLUDED.until - $forMs
    RETURNING true`,
});

/** Releases a lease before it expires. */
export const deleteLease = command({
  name: "release-lease",
  params: { name: sql.text, holder: sql.text },
  text: "DELETE FROM leases WHERE name = $name AND holder = $holder",
});
