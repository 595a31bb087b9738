// A page of outages, for the endpoint and the page.
import { offsetOf, type PageQuery } from "../../http/contract/paging.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { listOutages, type Outage } from "../../model/outages/store/outages.ts";
import { outageView } from "./view.ts";

const pages = cacheForEachApp<readonly Outage[]>(2_000);

export async function readOutages(services: Needs<"database">, query: PageQuery, now: number) {
  const { page, per_page } = query;
  const found = await pages(services).get(`${page}/${per_page}`, now, () =>
    listOutages(services.database, { limit: per_page + 1, offset: offsetOf(query) }),
  );
  return { outages: found.slice(0, per_page).map(outageView), page, per_page, has_next: found.length > per_page };
}
