// How creatures of a species fare, counted over the last hundred that hatched more than a week ago.
import { EVOLUTION_PATHS, STAGES, type EvolutionPath } from "@denkeeper/rules/creature/creature.ts";
import type { Needs } from "../../../../http/request/services.ts";
import { cacheForEachApp } from "../../../../platform/single-flight.ts";
import { listFates, type KnownFate } from "../../../../store/rollups/fates.ts";
import type { Fares } from "../../../../contracts/shapes/fares.ts";

const fates = cacheForEachApp<readonly KnownFate[]>(5_000);

export async function readFares(services: Needs<"database">, slug: string, now: number): Promise<Fares> {
  const found = await fates(services).get(slug, now, () => listFates(services.database, { slug }));
  const sum = (fits: (each: KnownFate) => boolean) => found.filter(fits).length;
  const reached = (stage: (typeof STAGES)[number]) =>
    sum((each) => STAGES.indexOf(each.stage) >= STAGES.indexOf(stage));
  const path = (wanted: EvolutionPath) => sum(({ fate }) => fate === wanted);
  return {
    counted: sum(() => true),
    high_care: path("high_care"),
    balanced: path("balanced"),
    low_care: path("low_care"),
    rescue: path("rescue"),
    lost: sum(({ fate }) => fate === "lost"),
    released: sum(({ fate }) => fate === "released"),
    became_child: reached("child"),
    became_teen: reached("teen"),
    became_adult: sum(({ fate }) => EVOLUTION_PATHS.some((each) => each === fate)),
  };
}
