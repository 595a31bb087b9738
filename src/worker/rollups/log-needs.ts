// How much of the log roll-ups still have to read: a day may leave the database only when all of them are past it. What
// they counted stays in their tables, so none reads a day again.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Db } from "../../store/db/db.ts";
import { findMark } from "../../store/rollups/rollups.ts";
import { LATE_MS } from "./activity.ts";

/** How far behind its mark a round reads, by the mark's name. */
const READS_BEHIND_MS: Readonly<Record<string, number>> = {
  activity: LATE_MS,
  adoptions: 0,
  /** Whether newcomers came back is known two days later. */
  census: LATE_MS + HOUR_MS + 2 * DAY_MS,
  fates: 0,
  hours: LATE_MS + HOUR_MS,
  lives: LATE_MS,
  moments: LATE_MS,
};
/** They have no mark before their first walk and every night: a walk does not need the log. */
const WALKING = ["most_consistent", "gravestone_count"];

/** The instant before which the log is no longer needed; 0 as long as a roll-up has not begun. */
export async function logNeededFrom(db: Db): Promise<number> {
  let needed = Infinity;
  for (const [name, behindMs] of Object.entries(READS_BEHIND_MS)) {
    needed = Math.min(needed, ((await findMark(db, { name })) ?? 0) - behindMs);
  }
  for (const name of WALKING) needed = Math.min(needed, ((await findMark(db, { name })) ?? Infinity) - LATE_MS);
  return Math.max(0, needed);
}
