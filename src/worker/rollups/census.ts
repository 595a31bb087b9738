// Rolls up the public history of the house: births, deaths with their causes, the population, and whether newcomers come
// back. Each hour is counted while it runs and once more when it is over; older hours are caught up.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Db } from "../../store/db/db.ts";
import { findLogStart } from "../../store/rollups/activity.ts";
import {
  deleteCensusBefore,
  listAlive,
  listCensus,
  saveAlive,
  saveCensusOf,
  type AliveSample,
  type CensusCount,
} from "../../store/rollups/census.ts";
import { findMark, listRollups, saveMark, saveRollup } from "../../store/rollups/rollups.ts";
import type { CensusDay } from "../../store/rollups/shapes.ts";
import { LATE_MS } from "./activity.ts";

const MARK = "census";
const DAYS_KEPT = 90;
const CAUSE_DAYS = 30;
/** So much is counted at once, and one round counts no more, so that others get their turn. */
const PIECE_MS = 6 * HOUR_MS;

function fullHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** Whether it has more to catch up with: then the next round is due at once. */
export async function rollUpCensus(db: Db, now: number): Promise<boolean> {
  const kept = dayOf(now) - (DAYS_KEPT - 1) * DAY_MS;
  const unread = ((await findMark(db, { name: MARK })) ?? (await findLogStart(db)) ?? now) - LATE_MS;
  const first = fullHour(Math.max(kept, unread));
  const end = fullHour(now) + HOUR_MS;
  const to = Math.min(end, first + PIECE_MS);
  await saveCensusOf(db, { from: first, to });
  await saveMark(db, { name: MARK, at: to === end ? now : to + LATE_MS });
  if (to < end) return true;
  const { totals } = await listRollups(db);
  if (totals !== undefined) await saveAlive(db, { hour: fullHour(now), alive: totals.creatures_alive });
  await deleteCensusBefore(db, { before: kept });
  const [counts, samples] = [await listCensus(db, { since: kept }), await listAlive(db, { since: kept })];
  const causesSince = dayOf(now) - (CAUSE_DAYS - 1) * DAY_MS;
  await saveRollup(
    db,
    "census",
    { at: now, days: daysOf(counts, samples, now), causes: causesIn(counts, causesSince) },
    now,
  );
  return false;
}

const DEATH = "death:";

function causesIn(counts: readonly CensusCount[], since: number): Readonly<Record<string, number>> {
  const causes = new Map<string, number>();
  for (const { day, what, count } of counts) {
    if (!what.startsWith(DEATH) || day < since) continue;
    const cause = what.slice(DEATH.length);
    causes.set(cause, (causes.get(cause) ?? 0) + count);
  }
  return Object.fromEntries(causes);
}

/**
 * From the first day on which anything happened up to today. The population of days before the first sample follows from
 * what happened after them.
 */
export function daysOf(
  counts: readonly CensusCount[],
  samples: readonly AliveSample[],
  now: number,
): readonly CensusDay[] {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const sampled = new Map(samples.map(({ day, alive }) => [day, alive]));
  const first = Math.min(...byDay.keys(), ...sampled.keys());
  const days: CensusDay[] = [];
  let alive = 0;
  for (let day = dayOf(now); day >= first; day -= DAY_MS) {
    const found = byDay.get(day) ?? [];
    const sum = (fits: (what: string) => boolean) =>
      found.filter(({ what }) => fits(what)).reduce((total, { count }) => total + count, 0);
    const one = (...kinds: readonly string[]) => sum((what) => kinds.includes(what));
    const born = one("hatch");
    const died = sum((what) => what.startsWith(DEATH));
    alive = sampled.get(day) ?? alive;
    days.push({ day, born, died, alive, newcomers: one("newcomer"), back: one("back") });
    alive = Math.max(0, alive - born + died + one("release") - one("take_back", "resurrect", "restore"));
  }
  return days.toReversed();
}
