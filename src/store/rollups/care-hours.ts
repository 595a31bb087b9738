// What happened in each hour, counted from the log for the operator's figures, which reach back further than the log may.
// Without test accounts.
import { lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { bool, int8, nullable, statement, text } from "../db/statement.ts";

const NO_TEST = "JOIN agents a ON a.agent_id = l.agent_id AND NOT a.is_test";
const IN_HOUR = "l.recorded_at >= $hour AND l.recorded_at < $hour::bigint + 3600000";

const SAVE_CARE = statement({
  name: "save-care-hour",
  params: { hour: int8 },
  row: {},
  text: `INSERT INTO rollup_care
    SELECT $hour::bigint, l.kind, coalesce(l.action, ''), coalesce(l.timing, ''), coalesce(l.category, ''),
      l.item IS NOT NULL, count(*)
    FROM care_log l ${NO_TEST}
    WHERE ${IN_HOUR} AND l.kind IN ('care', 'adopt', 'hatch', 'release', 'resurrect') GROUP BY 2, 3, 4, 5, 6
    ON CONFLICT (hour, kind, action, timing, category, with_item) DO UPDATE SET count = EXCLUDED.count`,
});

/** In an hour with more items than these, those that are used least are left out. */
const ITEMS_AN_HOUR = 200;

const SAVE_ITEMS = statement({
  name: "save-item-hour",
  params: { hour: int8 },
  row: {},
  text: `INSERT INTO rollup_items
    SELECT $hour::bigint, l.item, count(*) FROM care_log l ${NO_TEST}
    WHERE ${IN_HOUR} AND l.kind = 'care' AND l.item IS NOT NULL GROUP BY l.item ORDER BY 3 DESC, 2 LIMIT ${ITEMS_AN_HOUR}
    ON CONFLICT (hour, item) DO UPDATE SET count = EXCLUDED.count`,
});

/** Counts one full hour of the log. Counting it again changes nothing, not even when the log no longer has it. */
export async function saveCareHour(db: Db, hour: number): Promise<void> {
  await db.query(SAVE_CARE, { hour });
  await db.query(SAVE_ITEMS, { hour });
}

/** What happened since the hours at which the windows start. */
export const listCareHours = lister({
  name: "list-care-hours",
  params: { day: int8, week: int8, month: int8 },
  row: {
    kind: text,
    action: nullable(text),
    timing: nullable(text),
    category: nullable(text),
    withItem: bool,
    day: int8,
    week: int8,
    month: int8,
  },
  text: `SELECT kind, nullif(action, '') AS action, nullif(timing, '') AS timing, nullif(category, '') AS category,
      with_item AS "withItem", coalesce(sum(count) FILTER (WHERE hour >= $day), 0)::bigint AS day,
      coalesce(sum(count) FILTER (WHERE hour >= $week), 0)::bigint AS week, sum(count)::bigint AS month
    FROM rollup_care WHERE hour >= $month GROUP BY 1, 2, 3, 4, 5`,
});

export type CareGroup = RowFrom<typeof listCareHours>;

/** The items that were used most since an hour. */
export const listTopItems = lister({
  name: "list-top-items",
  params: { since: int8 },
  row: { key: text, count: int8 },
  text: `SELECT item AS key, sum(count)::bigint AS count FROM rollup_items WHERE hour >= $since
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
});

const DELETE_CARE = statement({
  name: "delete-care-hours",
  params: { before: int8 },
  row: {},
  text: "DELETE FROM rollup_care WHERE hour < $before",
});
const DELETE_ITEMS = statement({
  name: "delete-item-hours",
  params: { before: int8 },
  row: {},
  text: "DELETE FROM rollup_items WHERE hour < $before",
});

export async function deleteCareHoursBefore(db: Db, before: number): Promise<void> {
  await db.query(DELETE_CARE, { before });
  await db.query(DELETE_ITEMS, { before });
}
