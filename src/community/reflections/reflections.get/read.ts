// A page of reflections, for the endpoint and the pages.
import { PUBLIC_DEPTH, offsetOf, paginationOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../http/request/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { findMomentCount, listMoments, type DatedMoment } from "../../rollups/store/moments.ts";
import { reflectionView } from "./view.ts";

interface ReflectionPage {
  readonly moments: readonly DatedMoment[];
  readonly total: number;
}

const pages = cacheForEachApp<ReflectionPage>(3_000);

export async function readReflections(services: Needs<"database">, query: PageQuery, now: number) {
  const found = await pages(services).get(`${query.page}/${query.per_page}`, now, async () => {
    const page = { limit: query.per_page, offset: offsetOf(query) };
    const [moments, total] = await Promise.all([
      listMoments(services.database, "reflection", page),
      findMomentCount(services.database, { kind: "reflection" }),
    ]);
    return { moments, total };
  });
  return {
    reflections: found.moments.map(reflectionView),
    pagination: paginationOf(query, found.total, PUBLIC_DEPTH),
  };
}
