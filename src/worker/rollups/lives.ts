// Follows the last lives of each species from the log, and rolls up how long the built-in ones live.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { shareAt, survivalCurve, type SurvivalCurve } from "../../app/public/survival-curve.ts";
import type { Db } from "../../store/db/db.ts";
import { findLogStart } from "../../store/rollups/activity.ts";
import { listLives, saveLivesOf } from "../../store/rollups/lives.ts";
import { findMark, saveMark, saveRollup } from "../../store/rollups/rollups.ts";
import type { SpeciesSurvival } from "../../store/rollups/shapes.ts";
import { LATE_MS } from "./activity.ts";
import { piecesOf } from "../evaluate.ts";

const MARK = "lives";
const LIVES_KEPT = 300;
/** How far back the first round looks. */
const LOOK_BACK_MS = 60 * 24 * HOUR_MS;
const PIECE_MS = 12 * HOUR_MS;
const SPECIES_AT_A_TIME = 10;
/** How the curve is sampled: every twelve hours for two weeks. */
const CURVE_STEP_HOURS = 12;
const CURVE_HOURS = 14 * 24;

/** Whether there is more to read at once. */
export async function rollUpLives(db: Db, now: number): Promise<boolean> {
  const mark = (await findMark(db, { name: MARK })) ?? Math.max(now - LOOK_BACK_MS, (await findLogStart(db)) ?? now);
  const to = Math.min(mark + PIECE_MS, now);
  await saveLivesOf(db, { from: mark - LATE_MS, to: to + 1 }, LIVES_KEPT);
  await saveMark(db, { name: MARK, at: to });
  if (to < now) return true;
  const species: Record<string, SpeciesSurvival> = {};
  const slugs = CATALOG.map(({ slug }) => slug);
  for (const piece of piecesOf(slugs, SPECIES_AT_A_TIME)) {
    const lives = Map.groupBy(await listLives(db, { slugs: piece }), ({ slug }) => slug);
    for (const [slug, known] of lives) species[slug] = summed(survivalCurve(known, now));
  }
  await saveRollup(db, "survival", { at: now, species }, now);
  return false;
}

function summed(curve: SurvivalCurve): SpeciesSurvival {
  const samples: number[] = [];
  for (let hours = 0; hours <= Math.min(CURVE_HOURS, curve.knownHours); hours += CURVE_STEP_HOURS) {
    samples.push(Math.round((shareAt(curve, hours) ?? 0) * 1_000));
  }
  const { lives, deaths } = curve;
  return { lives, deaths, curve: samples };
}
