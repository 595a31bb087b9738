// Reads a page of outages, for the endpoint and the outages page.
import type { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { type Outage, listOutages } from "../../model/outages/store/outages.ts";
import { twoDecimals } from "../../views/views.ts";
import type { outage } from "./contract.ts";
import { offsetOf, type PageQuery } from "../../http/contract/paging.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";

export function outageView({ from, until, foundBy, reason, recordedAt }: Outage): z.input<typeof outage> {
  return {
    from: iso(from),
    until: iso(until),
    hours: twoDecimals((until - from) / HOUR_MS),
    found_by: foundBy,
    reason,
    recorded_at: iso(recordedAt),
  };
}

const pages = cacheForEachApp<readonly Outage[]>(2_000);

export async function readOutages(services: Needs<"database">, query: PageQuery, now: number) {
  const { page, per_page } = query;
  const found = await pages(services).get(`${page}/${per_page}`, now, () =>
    listOutages(services.database, { limit: per_page + 1, offset: offsetOf(query) }),
  );
  return { outages: found.slice(0, per_page).map(outageView), page, per_page, has_next: found.length > per_page };
}
