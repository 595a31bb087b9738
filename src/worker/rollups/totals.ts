// Rolls up totals. Unrecorded deaths do not count as alive, so creatures that are due are evaluated one by one; the
// sweep keeps them few.
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Db } from "../../store/db/db.ts";
import { listDueCreatures } from "../../store/creatures/due-creatures.ts";
import { saveRollup } from "../../store/rollups/rollups.ts";
import { findTotals } from "../../store/rollups/totals.ts";
import { forEachYielding, evaluate } from "../evaluate.ts";

const MOST_DUE = 5_000;

export async function rollUpTotals(db: Db, now: number, outages: readonly Span[]): Promise<void> {
  const due = await listDueCreatures(db, { dueBy: now, slice: undefined, limit: MOST_DUE });
  let unnoticed = 0;
  await forEachYielding(due, ({ stored, keeper }) => {
    const read = keeper.clockMoved ? undefined : stored();
    if (read === undefined || read.creature.death !== null) return;
    if (evaluate(read, now + keeper.clockOffsetMs, outages).creature.death !== null) unnoticed++;
  });
  await saveRollup(db, "totals", await findTotals(db, unnoticed), now);
}
