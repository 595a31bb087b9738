// How long creatures of a species live, for its page.
import type { SurvivalCurve } from "../../../../app/public/survival-curve.ts";
import { survivalCurve } from "../../../../app/public/survival-curve.ts";
import type { Needs } from "../../../../http/request/services.ts";
import { cacheForEachApp } from "../../../../platform/single-flight.ts";
import { listLives } from "../../../../store/rollups/lives.ts";

const curves = cacheForEachApp<SurvivalCurve>(60_000);

export async function readSurvival(services: Needs<"database">, slug: string, now: number): Promise<SurvivalCurve> {
  return curves(services).get(slug, now, async () =>
    survivalCurve(await listLives(services.database, { slugs: [slug] }), now),
  );
}
