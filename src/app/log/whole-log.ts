// The whole log of a life for its export, cold then hot.
import type { LogRow } from "../../store/creatures/care-log.ts";
import { findLogCount, logPages, type LogSpan } from "../../store/creatures/log-pages.ts";
import type { Db } from "../../store/db/db.ts";
import type { LogReader } from "./cold-log.ts";

/** Pages in the order in which the rows were recorded. */
export async function* wholeLog(db: Db, coldLog: LogReader, span: LogSpan): AsyncGenerator<readonly LogRow[]> {
  let last: LogRow | undefined;
  const unread = (page: readonly LogRow[]) => page.filter((row) => last === undefined || isAfter(row, last));
  let border = await coldLog.border();
  for (let isWhole = false; !isWhole;) {
    const from = last?.recorded_at ?? span.from;
    if (from < border) {
      for await (const page of coldLog.oldestFirst({ ...span, from, until: Math.min(border, span.until) })) {
        yield unread(page);
        last = page.at(-1) ?? last;
      }
    }
    isWhole = true;
    for await (const page of logPages(db, { ...span, from: Math.max(from, border) })) {
      // A slow reader takes long: a day that was dropped since is read again, from the archive.
      const now = await coldLog.border();
      isWhole = now === border;
      border = now;
      if (!isWhole) break;
      yield unread(page);
      last = page.at(-1) ?? last;
    }
    const end = await coldLog.border();
    isWhole &&= end === border;
    border = end;
  }
}

function isAfter(row: LogRow, last: LogRow): boolean {
  return row.recorded_at > last.recorded_at || (row.recorded_at === last.recorded_at && row.entry_id > last.entry_id);
}

/** How many events led to a version of a creature. */
export async function wholeLogCount(db: Db, coldLog: LogReader, span: LogSpan, version: number): Promise<number> {
  const { rows: hot, border } = await coldLog.hot((from) =>
    findLogCount(db, { ...span, from: Math.max(span.from, from) }, version),
  );
  return span.from < border ? hot + (await coldLog.count(span.agentId, span.creatureId)) : hot;
}
