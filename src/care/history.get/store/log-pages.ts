// Reads the log of a life in pages, for exports. Each page is a statement of its own, so a slow reader holds no connection. It
// covers at most 30 days, so that a long life does not open all partitions at once.
import { LOG_COLUMNS, STORED_LOG_ROW, logRowFrom, type LogRow } from "../../../model/creatures/store/care-log.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const PAGE_ROWS = 500;
const STRETCH_MS = 30 * 86_400_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

const PAGE = sql.statement({
  name: "list-log-page",
  params: { agentId: sql.uuid, creatureId: sql.uuid, from: sql.int8, after: sql.uuid, until: sql.int8 },
  row: STORED_LOG_ROW,
  text: `SELECT ${LOG_COLUMNS} FROM care_log WHERE agent_id = $agentId AND creature_id = $creatureId
      AND recorded_at >= $from AND recorded_at < $until AND (recorded_at, entry_id) > ($from, $after)
    ORDER BY recorded_at, entry_id LIMIT ${PAGE_ROWS}`,
});

export interface LogSpan {
  readonly agentId: string;
  readonly creatureId: string;
  /** Real time, like `until`. */
  readonly from: number;
  readonly until: number;
}

/** Yields rows in the order of their recording. */
export async function* logPages(
  db: Db,
  { agentId, creatureId, from, until }: LogSpan,
): AsyncGenerator<readonly LogRow[]> {
  for (let start = from; start < until; start += STRETCH_MS) {
    const end = Math.min(start + STRETCH_MS, until);
    let after: Pick<LogRow, "recorded_at" | "entry_id"> | undefined = { recorded_at: start, entry_id: FIRST };
    while (after !== undefined) {
      const { recorded_at, entry_id } = after;
      const key = { agentId, creatureId, from: recorded_at, after: entry_id, until: end };
      const page: readonly LogRow[] = (await db.query(PAGE, key)).map(logRowFrom);
      if (page.length > 0) yield page;
      after = page.length < PAGE_ROWS ? undefined : page.at(-1);
    }
  }
}

const COUNT = sql.statement({
  name: "count-log",
  params: { agentId: sql.uuid, creatureId: sql.uuid, version: sql.int4, from: sql.int8 },
  row: { total: sql.int8 },
  text: `SELECT count(*) AS total FROM care_log
    WHERE agent_id = $agentId AND creature_id = $creatureId AND version <= $version AND recorded_at >= $from`,
});

/** Counts the log entries up to a version of a creature. */
export async function findLogCount(db: Db, { agentId, creatureId, from }: LogSpan, version: number): Promise<number> {
  const [row] = await db.query(COUNT, { agentId, creatureId, version, from });
  return row?.total ?? 0;
}
