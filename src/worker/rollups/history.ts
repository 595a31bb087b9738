// Counts the log by the hour for analytics: care, items and attendance. Each hour is counted while it runs and
// once more when it is over; older hours are caught up.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Db } from "../../store/db/db.ts";
import { findLogStart } from "../../store/rollups/activity.ts";
import { deleteCareHoursBefore, saveCareHour } from "../../store/rollups/care-hours.ts";
import { saveAttendance } from "../../store/rollups/attendance.ts";
import { findMark, saveMark } from "../../store/rollups/rollups.ts";
import { LATE_MS } from "./activity.ts";

/** Under the name "history" an earlier version counted less of each hour. */
const MARK = "hours";
/** As far back as the charts go. */
const HISTORY_SPAN_MS = 49 * 24 * HOUR_MS;
/** One round counts no more, so that others get their turn. */
const HOURS_AT_A_TIME = 24;

function fullHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** Whether it has more to catch up with: then the next round is due at once. */
export async function rollUpHistory(db: Db, now: number): Promise<boolean> {
  const unread = ((await findMark(db, { name: MARK })) ?? (await findLogStart(db)) ?? now) - LATE_MS;
  const first = fullHour(Math.max(now - HISTORY_SPAN_MS, unread));
  const end = Math.min(fullHour(now), first + (HOURS_AT_A_TIME - 1) * HOUR_MS);
  for (let hour = first; hour <= end; hour += HOUR_MS) {
    await saveAttendance(db, hour);
    await saveCareHour(db, hour);
  }
  const caughtUp = end === fullHour(now);
  await saveMark(db, { name: MARK, at: caughtUp ? now : end + HOUR_MS + LATE_MS });
  if (caughtUp) {
    await deleteCareHoursBefore(db, now - HISTORY_SPAN_MS);
  }
  return !caughtUp;
}
