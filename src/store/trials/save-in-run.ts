// Saves a change in a run: only while the clock of its house stands where the change was decided, and without what a run
// does not have.
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { SaveChange } from "../creatures/creature-change.ts";
import { SAVING, ifSaved, savedValues, storedAfter } from "../creatures/creatures.ts";
import { storedEventRows } from "../creatures/events.ts";
import { SAVE_FUNCTION, SAVE_PARAMETERS } from "../creatures/save-function.ts";
import { databaseFunction } from "../db/database-function.ts";
import { int8, statement } from "../db/statement.ts";

/** Returns what the save returns, and 'stale' also when the clock was moved or the run is over. */
export const SAVE_IN_RUN_FUNCTION = databaseFunction(
  "save_in_run",
  `${SAVE_PARAMETERS},
  decided_at bigint`,
  `BEGIN
  PERFORM FROM trial_runs WHERE agent_id = of_agent AND clock_at = decided_at AND state = 'open' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  RETURN ${SAVE_FUNCTION.name}(of_agent, of_creature, creature, from_version, log, stone, discovered, record, expired_at,
    stored_events, lapsed_events, jobs);
END`,
);

const SAVE = statement({
  name: SAVE_IN_RUN_FUNCTION.name,
  params: { ...SAVING.params, clockAt: int8 },
  row: SAVING.row,
  text: `SELECT ${SAVE_IN_RUN_FUNCTION.name}(${SAVING.given}, $clockAt) AS outcome`,
});

/** `saving` of a creature whose house's clock stands at `clockAt`. */
export function savingInRun(clockAt: Instant): SaveChange {
  return async (db, change) => {
    // Nobody sweeps the house of a run: only the move of its clock finds what has happened.
    const stored = { ...storedAfter(change), nextEventAt: null };
    const saved = await db.query(SAVE, {
      ...savedValues(change, stored),
      // A run keeps its own score, and its answers say nothing that its scenario hides.
      storedEvents: storedEventRows({ from: change.from, to: change.to }),
      // In a run there are no portraits.
      jobs: [],
      clockAt,
    });
    return ifSaved(saved, change, stored);
  };
}
