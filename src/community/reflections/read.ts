// The newest reflections, for pages.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { ReflectionView } from "../../http/contract/shapes/reflection.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { listReflections } from "./store/reflections.ts";
import { reflectionView } from "./view.ts";

const SHOWN_MS = 30 * DAY_MS;

const newest = cacheForEachApp<readonly ReflectionView[]>(3_000);

export async function readReflections(
  services: Needs<"database">,
  limit: number,
  now: number,
): Promise<readonly ReflectionView[]> {
  return newest(services).get(String(limit), now, async () => {
    const rows = await listReflections(services.database, { since: now - SHOWN_MS, limit });
    return rows.map(reflectionView);
  });
}
