// Reads a page of designed species, for the endpoint and the pages.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { PUBLIC_DEPTH, offsetOf, type PageQuery } from "../../../http/contract/paging.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import {
  findSpeciesCount,
  listSpecies,
  type SpeciesQuestion,
  type SpeciesRow,
} from "../../../model/creatures/store/species.ts";

interface DesignedPage {
  readonly rows: readonly SpeciesRow[];
  readonly total: number;
}

export interface DesignedQuery extends PageQuery {
  readonly family?: Family | undefined;
  readonly sort: SpeciesQuestion["sort"];
}

const pages = cacheForEachApp<DesignedPage>(2_000);

export async function readDesigned(
  services: Needs<"database">,
  query: DesignedQuery,
  now: number,
): Promise<DesignedPage> {
  const { family, sort, page, per_page } = query;
  return pages(services).get(`${family}/${sort}/${page}/${per_page}`, now, async () => {
    const [rows, total] = await Promise.all([
      listSpecies(services.database, { family, sort, limit: per_page, offset: offsetOf(query) }),
      findSpeciesCount(services.database, family, PUBLIC_DEPTH),
    ]);
    return { rows, total };
  });
}
