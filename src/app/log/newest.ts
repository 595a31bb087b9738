// The newest entries of the log, across its border.
import type { LogRow } from "../../store/creatures/care-log.ts";
import type { ColdSpan, LogReader } from "./cold-log.ts";

interface Wanted {
  readonly limit: number;
  readonly keep: (row: LogRow) => boolean;
}

/** Archived entries that `keep` accepts, newest first: no more than `limit`, and no further back than it takes. */
export async function newestArchived(
  coldLog: LogReader,
  span: ColdSpan,
  { limit, keep }: Wanted,
): Promise<readonly LogRow[]> {
  const found: LogRow[] = [];
  if (limit <= 0 || span.from >= span.until) return found;
  for await (const page of coldLog.newestFirst(span)) {
    for (const row of page) {
      if (keep(row)) found.push(row);
      if (found.length === limit) return found;
    }
  }
  return found;
}
