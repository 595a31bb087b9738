// Counts what happens from the log: for the activity of the last 24 hours, and for analytics. Only the last minutes are read,
// a little more than once each, because a call may commit some seconds after the instant that it recorded.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { stopwatch } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import { findActivity, findLogStart, saveLogCounts, tidyLogCounts } from "./store/log-counts.ts";
import { findMark, saveMark, saveRollup } from "../../model/figures/store/rollups.ts";

const DAY_MINUTES = 1440;
/** How long after its instant a row may still come in. */
const LATE_MS = 3 * MINUTE_MS;
/** Nearly all come in within so long: a statement may take ten seconds. */
const SOON_MS = 15_000;
/** Analytics look back thirty days. */
const KEPT_MS = 31 * DAY_MS;
/** A worker that was away reads in pieces that take about so long. */
const PIECE_TAKES_MS = 500;
const MARK = "activity";

function fullMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

function fullHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
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
function dayStart(now: number): number {
  return fullMinute(now) - (DAY_MINUTES - 1) * MINUTE_MS;
}

export class ActivityCounts {
  readonly #db: Db;
  #readAt: number | undefined;
  #pieceMs = 4 * MINUTE_MS;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp(now: number): Promise<void> {
    const db = this.#db;
    const mark = this.#readAt ?? (await findMark(db, { name: MARK }));
    const kept = { hoursBefore: fullHour(now) - DAY_MS - HOUR_MS, forgottenBefore: fullHour(now) - KEPT_MS };
    const end = fullMinute(now) + 2 * MINUTE_MS;
    let from = fullMinute(mark === undefined ? await firstReadFrom(db, now, KEPT_MS) : readFrom(mark, now));
    let isNew = false;
    while (from < end) {
      const to = Math.min(end, from + this.#pieceMs);
      const pieceMs = this.#pieceMs;
      // What takes too long fails, and is tried again in small pieces.
      this.#pieceMs = MINUTE_MS;
      const started = stopwatch();
      if (await saveLogCounts(db, { from, to, ...kept })) isNew = true;
      const isQuick = stopwatch() - started < PIECE_TAKES_MS;
      this.#pieceMs = isQuick ? Math.min(HOUR_MS, 2 * pieceMs) : Math.max(MINUTE_MS, fullMinute(pieceMs / 2));
      if (to < end) await saveMark(db, { name: MARK, at: to });
      from = to;
    }
    if (mark === undefined || fullHour(mark) !== fullHour(now)) await tidyLogCounts(db, kept);
    // The sum over a day costs as much as the day was busy: at rest it is taken once a minute, when an old minute drops out.
    const isMinute = this.#readAt === undefined || fullMinute(this.#readAt) !== fullMinute(now);
    if (isNew || isMinute) {
      await saveMark(db, { name: MARK, at: now });
      await saveRollup(db, "activity", await findActivity(db, dayStart(now)), now);
    }
    this.#readAt = now;
  }
}
