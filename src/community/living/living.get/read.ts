// Reads a page of living creatures, for the endpoint and the pages.
import { PUBLIC_DEPTH, offsetOf, paginationOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type { LivingEntry } from "../../../model/figures/store/living-shapes.ts";
import { findLivingCount, listLivingPage, type LivingFilter } from "../../rollups/store/living.ts";
import { livingEntryView } from "./view.ts";

interface LivingPage {
  readonly entries: readonly LivingEntry[];
  readonly total: number;
}

const pages = cacheForEachApp<LivingPage>(3_000);

export async function readLiving(services: Needs<"database">, query: LivingFilter & PageQuery, now: number) {
  const { family, stage, mood, species, page, per_page } = query;
  const filter = { family, stage, mood, species };
  const key = [family, stage, mood, species, page, per_page].join("/");
  const { entries, total } = await pages(services).get(key, now, async () => {
    const slice = { limit: per_page, offset: offsetOf(query) };
    const [found, count] = await Promise.all([
      listLivingPage(services.database, filter, now, slice),
      findLivingCount(services.database, filter, now),
    ]);
    return { entries: found, total: count };
  });
  return {
    creatures: entries.map((entry) => livingEntryView(entry, now)),
    pagination: paginationOf(query, total, PUBLIC_DEPTH),
  };
}
