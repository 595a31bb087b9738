// Care and returns of a life for its history, hot and cold.
import { listCare, listReturns, type LifeSpan, type LogRow, type ReturnRow } from "../../store/creatures/care-log.ts";
import type { Db } from "../../store/db/db.ts";
import type { LogReader } from "./cold-log.ts";

/** Care entries, the newest first. */
export async function careOf(
  db: Db,
  coldLog: LogReader,
  life: LifeSpan,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly LogRow[]> {
  const most = offset + limit;
  const { rows, border } = await coldLog.hot(
    (from) => listCare(db, { ...life, since: Math.max(life.since, from) }, { limit: most, offset: 0 }),
    (hot) => hot.length === most,
  );
  const { agentId, creatureId, since } = life;
  if (rows.length === most || since >= border) return rows.slice(offset);
  const found = [...rows];
  for await (const page of coldLog.newestFirst({ agentId, creatureId, from: since, until: border })) {
    found.push(...page.filter(({ kind }) => kind === "care"));
    if (found.length >= most) break;
  }
  return found.slice(offset, most);
}

/** When a creature came back from death, in order. `returns` is how often it did. */
export async function returnsOf(
  db: Db,
  coldLog: LogReader,
  life: Omit<LifeSpan, "now">,
  returns: number,
): Promise<readonly ReturnRow[]> {
  const { rows, border } = await coldLog.hot(
    (from) => listReturns(db, { ...life, since: Math.max(life.since, from) }),
    (hot) => hot.length >= returns,
  );
  if (rows.length >= returns || life.since >= border) return rows;
  const cold: ReturnRow[] = [];
  const { agentId, creatureId, since } = life;
  for await (const page of coldLog.oldestFirst({ agentId, creatureId, from: since, until: border })) {
    for (const { at, kind } of page) if (kind === "resurrect" || kind === "restore") cold.push({ at, kind });
  }
  return [...cold, ...rows].toSorted((one, other) => one.at - other.at);
}
