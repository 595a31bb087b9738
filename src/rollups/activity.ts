// Rolls up the activity of the last 24 hours. Only the last minutes are read from the log, a little more than once each,
// because a call may commit some seconds after the instant that it recorded.
import type { Db } from "../store/db.ts";
import { findActivity, saveActivityOf } from "../store/activity.ts";
import { findMark, saveMark, saveRollup } from "../store/rollups.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** How long after its instant a row may still come in. */
export const LATE_MS = 3 * MINUTE_MS;
/** So much of the log is counted by one statement. */
const PIECE_MS = 10 * MINUTE_MS;
const MARK = "activity";

function fullMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** The first of the 1,440 minutes that end with the running one. */
export function dayStart(now: number): number {
  return fullMinute(now) - (DAY_MINUTES - 1) * MINUTE_MS;
}

/** Whether it had to catch up with more than the last minutes: then the next round is due at once. */
export async function rollUpActivity(db: Db, now: number): Promise<boolean> {
  const start = dayStart(now);
  const mark = await findMark(db, MARK);
  const end = fullMinute(now) + 2 * MINUTE_MS;
  const first = Math.max(start, fullMinute((mark ?? start) - LATE_MS));
  for (let from = first; from < end; from += PIECE_MS) {
    await saveActivityOf(db, from, Math.min(from + PIECE_MS, end));
  }
  await saveMark(db, MARK, now);
  await saveRollup(db, "activity", await findActivity(db, start), now);
  return end - first > PIECE_MS;
}
