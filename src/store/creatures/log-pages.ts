// The log of a life in pages, for those who read all of it. Each page is found by the key that the last one ended with, so
// that a slow reader holds nothing open; and by a stretch of days, so that a long life does not open all of its days at
// once.
import type { LogRow } from "./care-log.ts";
import type { Db, Statement } from "../db/db.ts";

const PAGE_ROWS = 500;
const STRETCH_MS = 30 * 86_400_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

const PAGE: Statement = {
  name: "list-log-page",
  text: `SELECT * FROM care_log WHERE agent_id = $1 AND creature_id = $2
      AND recorded_at >= $3 AND recorded_at < $5 AND (recorded_at, entry_id) > ($3, $4)
    ORDER BY recorded_at, entry_id LIMIT ${PAGE_ROWS}`,
};

export interface LogSpan {
  readonly agentId: string;
  readonly creatureId: string;
  /** Real time. */
  readonly from: number;
  readonly until: number;
}

/** Pages in the order in which the rows were recorded. */
export async function* logPages(
  db: Db,
  { agentId, creatureId, from, until }: LogSpan,
): AsyncGenerator<readonly LogRow[]> {
  for (let start = from; start < until; start += STRETCH_MS) {
    const end = Math.min(start + STRETCH_MS, until);
    let after: Pick<LogRow, "recorded_at" | "entry_id"> | undefined = { recorded_at: start, entry_id: FIRST };
    while (after !== undefined) {
      const values = [agentId, creatureId, after.recorded_at, after.entry_id, end];
      const page: readonly LogRow[] = await db.queryOld<LogRow>(PAGE, values);
      if (page.length > 0) yield page;
      after = page.length < PAGE_ROWS ? undefined : page.at(-1);
    }
  }
}

const COUNT: Statement = {
  name: "count-log",
  text: `SELECT count(*) AS total FROM care_log
    WHERE agent_id = $1 AND creature_id = $2 AND version <= $3 AND recorded_at >= $4`,
};

/** How many events led to a version of a creature. */
export async function findLogCount(db: Db, { agentId, creatureId, from }: LogSpan, version: number): Promise<number> {
  const [row] = await db.queryOld<{ total: number }>(COUNT, [agentId, creatureId, version, from]);
  return row?.total ?? 0;
}
