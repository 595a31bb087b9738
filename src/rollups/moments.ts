// Keeps the newest reflections and births for everybody to read.
import type { Db } from "../store/db.ts";
import { findMomentCount, saveMomentsSince, trimMoments } from "../store/moments.ts";
import { findMark, saveMark } from "../store/rollups.ts";
import { LATE_MS } from "./activity.ts";

const HOUR_MS = 3_600_000;
const MARK = "moments";
/** How far back the first round looks, until there is enough to read. */
const LOOK_BACK_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 30 * 24 * HOUR_MS];
const ENOUGH = 200;
export const MOMENTS_KEPT = 1_000;

export async function rollUpMoments(db: Db, now: number): Promise<void> {
  const mark = await findMark(db, MARK);
  if (mark === undefined) await lookBack(db, now);
  else await saveMomentsSince(db, mark - LATE_MS);
  await trimMoments(db, MOMENTS_KEPT);
  await saveMark(db, MARK, now);
}

async function lookBack(db: Db, now: number): Promise<void> {
  for (const back of LOOK_BACK_MS) {
    await saveMomentsSince(db, now - back);
    if ((await findMomentCount(db, "reflection")) >= ENOUGH) return;
  }
}
