// A page of reflections, for the endpoint and the pages.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { PUBLIC_DEPTH, offsetOf, paginationOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../http/request/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { countReflections, listReflections, type Reflection } from "../store/reflections.ts";
import { reflectionView } from "./view.ts";

interface ReflectionPage {
  readonly rows: readonly Reflection[];
  readonly total: number;
}

const SHOWN_MS = 30 * DAY_MS;

const pages = cacheForEachApp<ReflectionPage>(3_000);

export async function readReflections(services: Needs<"database">, query: PageQuery, now: number) {
  const found = await pages(services).get(`${query.page}/${query.per_page}`, now, async () => {
    const since = now - SHOWN_MS;
    const [rows, total] = await Promise.all([
      listReflections(services.database, { since, limit: query.per_page, offset: offsetOf(query) }),
      countReflections(services.database, { since }),
    ]);
    return { rows, total };
  });
  return {
    reflections: found.rows.map(reflectionView),
    pagination: paginationOf(query, found.total, PUBLIC_DEPTH),
  };
}
