// Who came in which week, and last: analytics count active agents by it.
import type { Db } from "../db/db.ts";
import { int8, statement } from "../db/statement.ts";

/** Where the week of an instant begins: the first Monday after 1970 was the fifth of January. */
const weekOf = (column: string) => `(${column} - 345600000) / 604800000 * 604800000 + 345600000`;

const SAVE_ATTENDANCE = statement({
  name: "save-rollup-attendance-and-last",
  params: { hour: int8 },
  row: {},
  text: `INSERT INTO rollup_attendance AS kept (agent_id, joined_week, weeks, last_at)
    SELECT a.agent_id, ${weekOf("a.created_at")},
      1::bigint << least(62, greatest(0, ($hour - a.created_at) / 604800000))::integer, came.last_at
    FROM (SELECT agent_id, max(recorded_at) AS last_at FROM care_log
        WHERE recorded_at >= $hour AND recorded_at < $hour::bigint + 3600000
          AND kind NOT IN ('death', 'amnesty', 'restore', 'suspend') GROUP BY 1) came
      JOIN agents a ON a.agent_id = came.agent_id AND NOT a.is_test
    ON CONFLICT (agent_id) DO UPDATE SET weeks = kept.weeks | EXCLUDED.weeks,
      last_at = greatest(kept.last_at, EXCLUDED.last_at)
    WHERE kept.weeks & EXCLUDED.weeks <> EXCLUDED.weeks OR kept.last_at IS NULL OR kept.last_at < EXCLUDED.last_at`,
});

/** Counts one full hour of the log. Counting it again changes nothing. */
export async function saveAttendance(db: Db, hour: number): Promise<void> {
  await db.query(SAVE_ATTENDANCE, { hour });
}
