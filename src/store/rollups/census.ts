// The census: what happened in each hour, counted from the log and added up by days for the public charts.
import { EVERYBODY, movedAmong } from "./activity.ts";
import { command, lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { int4, int8, statement, text } from "../db/statement.ts";
import type { Stretch } from "./stretches.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const HOUR_OF = (column: string) => `${column} / ${HOUR} * ${HOUR}`;

/** Test accounts are counted one by one, because they leave every count when they move their clock. */
const COUNTED_UNDER = `CASE WHEN a.is_test THEN a.agent_id ELSE '${EVERYBODY}' END`;

/** A death by harm has no entry of its own in the log: the care that caused it has. */
const SAVE_HOURS = statement({
  name: "save-census-hours",
  params: { from: int8, to: int8 },
  row: {},
  text: `INSERT INTO rollup_census
    SELECT ${HOUR_OF("e.at")}, e.what, ${COUNTED_UNDER}, count(*) FROM (
        SELECT l.agent_id, l.recorded_at AS at,
          CASE WHEN l.kind = 'death' THEN 'death:' || coalesce(g.cause, 'unknown') ELSE l.kind END AS what
        FROM care_log l LEFT JOIN gravestones g ON l.kind = 'death' AND g.agent_id = l.agent_id
          AND g.creature_id = l.creature_id AND g.died_at = l.at
        WHERE l.recorded_at >= $from AND l.recorded_at < $to
          AND l.kind IN ('hatch', 'death', 'release', 'take_back', 'resurrect', 'restore')
        UNION ALL
        SELECT h.agent_id, h.died_at, 'death:harm' FROM gravestones h
        WHERE h.is_public AND h.cause = 'harm' AND h.died_at >= $from AND h.died_at < $to) e
      JOIN agents a ON a.agent_id = e.agent_id AND NOT a.clock_moved
    GROUP BY 1, 2, 3
    ON CONFLICT (hour, what, agent_id) DO UPDATE SET count = EXCLUDED.count`,
});

const SAVE_NEWCOMERS = statement({
  name: "save-census-newcomers",
  params: { from: int8, to: int8 },
  row: {},
  text: `INSERT INTO rollup_census
    SELECT ${HOUR_OF("n.at")}, w.what, ${COUNTED_UNDER}, count(*) FILTER (WHERE w.what = 'newcomer' OR EXISTS (
        SELECT FROM care_log e WHERE e.agent_id = n.agent_id AND e.recorded_at >= n.at + ${DAY}
          AND e.recorded_at < n.at + ${2 * DAY} AND e.kind NOT IN ('death', 'amnesty', 'restore', 'suspend')))
    FROM (SELECT l.agent_id, min(l.recorded_at) AS at FROM care_log l
        WHERE l.kind = 'hatch' AND l.recorded_at >= $from AND l.recorded_at < $to
          AND NOT EXISTS (SELECT FROM creatures c WHERE c.agent_id = l.agent_id AND c.hatched_at < l.at)
        GROUP BY 1) n
      JOIN agents a ON a.agent_id = n.agent_id AND NOT a.clock_moved
      CROSS JOIN (VALUES ('newcomer'), ('back')) AS w (what)
    GROUP BY 1, 2, 3
    ON CONFLICT (hour, what, agent_id) DO UPDATE SET count = EXCLUDED.count`,
});

/** How long it takes to know whether a newcomer of an hour came back the next day. */
const KNOWN_AFTER_MS = HOUR + 2 * DAY;

/** Counts full hours of the log, and who of the newcomers of earlier ones came back. Counting again changes nothing. */
export async function saveCensusOf(db: Db, { from, to }: Stretch): Promise<void> {
  await db.query(SAVE_HOURS, { from, to });
  await db.query(SAVE_NEWCOMERS, { from: from - KNOWN_AFTER_MS, to: to - KNOWN_AFTER_MS });
}

/** Notes how many are alive in a running hour. */
export const saveAlive = command({
  name: "save-census-alive",
  params: { hour: int8, alive: int4 },
  text: `INSERT INTO rollup_census VALUES ($hour, 'alive', '${EVERYBODY}', $alive)
    ON CONFLICT (hour, what, agent_id) DO UPDATE SET count = EXCLUDED.count`,
});

/** What happened day by day since the day `since`. */
export const listCensus = lister({
  name: "list-counted-census",
  params: { since: int8 },
  row: { day: int8, what: text, count: int8 },
  text: `SELECT hour / ${DAY} * ${DAY} AS day, what, sum(count)::bigint AS count FROM rollup_census
    WHERE hour >= $since AND what <> 'alive'
      AND agent_id NOT IN ${movedAmong("rollup_census WHERE hour >= $since")} GROUP BY 1, 2 ORDER BY 1, 2`,
});

export type CensusCount = RowFrom<typeof listCensus>;

/** How many were alive at the end of each day, as far as it was noted. */
export const listAlive = lister({
  name: "list-census-alive",
  params: { since: int8 },
  row: { day: int8, alive: int8 },
  text: `SELECT DISTINCT ON (hour / ${DAY}) hour / ${DAY} * ${DAY} AS day, count::bigint AS alive FROM rollup_census
    WHERE what = 'alive' AND hour >= $since ORDER BY hour / ${DAY}, hour DESC`,
});

export type AliveSample = RowFrom<typeof listAlive>;

export const deleteCensusBefore = command({
  name: "delete-census",
  params: { before: int8 },
  text: "DELETE FROM rollup_census WHERE hour < $before",
});
