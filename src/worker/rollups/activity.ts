// Rolls up the activity of the last 24 hours. Only the last minutes are read from the log, a little more than once each,
// because a call may commit some seconds after the instant that it recorded.
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Db } from "../../store/db/db.ts";
import { findActivity, findLogStart, saveActivityOf } from "../../store/rollups/activity.ts";
import { findMark, keepRollup, saveMark, saveRollup } from "../../store/rollups/rollups.ts";

const DAY_MINUTES = 1440;
/** How long after its instant a row may still come in. */
export const LATE_MS = 3 * MINUTE_MS;
/** Nearly all come in within so long: a statement may take ten seconds. */
const SOON_MS = 15_000;
/** A round that had to count more has been away. */
const USUAL_MS = 10 * MINUTE_MS;
const MARK = "activity";

function fullMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/**
 * From when on a round reads the log that was read up to `mark`. What has just come in is read by every round, what came in
 * late by the first one of each minute: in a bad night three minutes hold more than a round can count.
 */
export function readFrom(mark: number, now: number): number {
  return mark - (fullMinute(mark) === fullMinute(now) ? SOON_MS : LATE_MS);
}

/** From when on a worker reads that looks back for the first time: not from before the log begins. */
export async function firstReadFrom(db: Db, now: number, lookBackMs: number): Promise<number> {
  return Math.max(now - lookBackMs, (await findLogStart(db)) ?? now);
}

/** The first of the 1,440 minutes that end with the running one. */
export function dayStart(now: number): number {
  return fullMinute(now) - (DAY_MINUTES - 1) * MINUTE_MS;
}

/** Whether it had to catch up with more than the last minutes: then the next round is due at once. */
export async function rollUpActivity(db: Db, now: number): Promise<boolean> {
  const start = dayStart(now);
  const mark = await findMark(db, { name: MARK });
  const end = fullMinute(now) + 2 * MINUTE_MS;
  const unread = mark === undefined ? ((await findLogStart(db)) ?? now) : readFrom(mark, now);
  const first = Math.max(start, fullMinute(unread));
  // In a bad night more than a minute would take longer than a statement may.
  let isNew = false;
  for (let minute = first; minute < end; minute += MINUTE_MS) {
    if (await saveActivityOf(db, minute, minute + MINUTE_MS)) isNew = true;
  }
  await saveMark(db, { name: MARK, at: now });
  // The sum over a day costs as much as the day was busy: at rest it is taken once a minute, when an old minute drops out.
  if (isNew || !(await keepRollup(db, { name: "activity", since: fullMinute(now), at: now }))) {
    await saveRollup(db, "activity", await findActivity(db, start), now);
  }
  return end - first > USUAL_MS;
}
