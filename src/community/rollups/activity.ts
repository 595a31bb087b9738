// Counts of the last 24 hours, built from hourly counts that analytics also use.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { stopwatch } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Activity } from "../../model/figures/store/shapes.ts";
import { NO_ANALYTICS, type AnalyticsCounts } from "../../model/figures/store/analytics-shapes.ts";
import { findAnalyticsCounts } from "./store/analytics.ts";
import { deleteLogHours, findActiveAgents, findCountedHours, listHappenings, saveLogHour } from "./store/log-hours.ts";

/** Maximum time between the instant in a log row and the commit of that row. */
const LATE_MS = 5 * MINUTE_MS;
/** Hourly counts are stored for a day longer than the 30 days that analytics cover. */
const KEPT_MS = 31 * DAY_MS;
/** Time that a pass spends on earlier hours, because a new service may have a month of them to count. */
const RUN_MS = 200;
const PROVIDERS_NAMED = 50;
const SPECIES_NAMED = 20;

function fullHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** Counts the hours completed since the last pass, then earlier hours, newest first. Returns the number of hours counted. */
export async function countHours(db: Db, now: number): Promise<number> {
  const { first, last, logFrom } = (await findCountedHours(db, {})) ?? {};
  const newest = fullHour(now - LATE_MS) - HOUR_MS;
  const oldest = Math.max(fullHour(logFrom ?? now), fullHour(now - KEPT_MS));
  // Before the first pass, no hour is counted, so all of them are earlier ones.
  const missing: number[] = [];
  for (let hour = (last ?? newest) + HOUR_MS; hour <= newest; hour += HOUR_MS) missing.push(hour);
  for (let hour = (first ?? newest + HOUR_MS) - HOUR_MS; hour >= oldest; hour -= HOUR_MS) missing.push(hour);
  const started = stopwatch();
  let counted = 0;
  for (const hour of missing) {
    await saveLogHour(db, { hour, end: hour + HOUR_MS });
    counted += 1;
    if (hour < (last ?? Infinity) && stopwatch() - started > RUN_MS) break;
  }
  await deleteLogHours(db, { before: now - KEPT_MS });
  return counted;
}

/** Returns the part of a window whose hours are already counted, from `closed` up to `open`. */
async function countedSpan(db: Db, since: number) {
  const { first, last } = (await findCountedHours(db, {})) ?? {};
  const closed = Math.max(fullHour(since - 1) + HOUR_MS, first ?? 0);
  return { since, closed, open: Math.max(closed, (last ?? 0) + HOUR_MS) };
}

export async function readActivity(db: Db, now: number): Promise<Activity> {
  const since = now - DAY_MS;
  const counts = new Map(
    (await listHappenings(db, await countedSpan(db, since))).map(({ what, count }) => [what, count]),
  );
  const of = (what: string) => counts.get(what) ?? 0;
  return {
    creatures_born: of("hatch"),
    creatures_died: of("death"),
    care_actions: of("care"),
    feedings: of("action/feed"),
    reflections: of("action/reflect"),
    active_agents: (await findActiveAgents(db, { since }))?.count ?? 0,
  };
}

/** Windows begin at a full hour, because counts are stored per hour. */
export async function countForAnalytics(db: Db, now: number): Promise<AnalyticsCounts> {
  const since = (days: number) => fullHour(now - days * DAY_MS);
  const [day, week, month] = [since(1), since(7), since(30)];
  const { open } = await countedSpan(db, month);
  const most = { providers: PROVIDERS_NAMED, species: SPECIES_NAMED };
  return (await findAnalyticsCounts(db, { day, week, month, open, ...most })) ?? NO_ANALYTICS;
}
