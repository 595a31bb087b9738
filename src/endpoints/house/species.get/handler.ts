// The list of species: the built-in ones from the catalog, the designed ones from a page that many share.
import { CATALOG } from "../../../domain/species/catalog/index.ts";
import { endpoint } from "../../../http/call.ts";
import type { NextStep, QueryOf } from "../../../http/contract.ts";
import { step } from "../../../http/contract.ts";
import { PUBLIC_DEPTH, depthFault, offsetOf, paginationOf } from "../../../http/paging.ts";
import { towardsRegistration } from "../../../http/signposts.ts";
import { cacheForEachApp } from "../../../http/single-flight.ts";
import type { Db } from "../../../store/db.ts";
import type { SpeciesRow } from "../../../store/species.ts";
import { findSpeciesCount, listSpecies } from "../../../store/species.ts";
import { speciesProfile } from "../species/slug.get/contract.ts";
import { listSpeciesContract } from "./contract.ts";
import { builtInView, entryView } from "./view.ts";

type Query = QueryOf<typeof listSpeciesContract>;

interface Page {
  readonly rows: readonly SpeciesRow[];
  readonly total: number;
}

const pages = cacheForEachApp<Page>(2_000);

export const listSpeciesEndpoint = endpoint(listSpeciesContract, async (call, parts) => {
  const { query, now } = call;
  const { family, sort, page, per_page } = query;
  const fault = depthFault(query);
  if (fault !== undefined) throw call.fail("too_deep", { details: [fault] });
  const { rows, total } = await pages(parts).get(`${family}/${sort}/${page}/${per_page}`, now, () =>
    readPage(parts.database, query),
  );
  const adoptions = await parts.rollups.get("adoptions");
  const builtIn = CATALOG.filter((species) => family === undefined || species.family === family);
  return {
    built_in: builtIn.map((species) => builtInView(species, adoptions[species.slug] ?? 0)),
    species: rows.map(entryView),
    pagination: paginationOf(query, total, PUBLIC_DEPTH),
    next_steps: nextSteps(rows[0]?.slug ?? builtIn[0]?.slug),
  };
});

async function readPage(db: Db, query: Query): Promise<Page> {
  const { family, sort, per_page } = query;
  const [rows, total] = await Promise.all([
    listSpecies(db, { family, sort, limit: per_page, offset: offsetOf(query) }),
    findSpeciesCount(db, family, PUBLIC_DEPTH),
  ]);
  return { rows, total };
}

function nextSteps(slug: string | undefined): NextStep[] {
  const profile =
    slug === undefined
      ? []
      : [step(speciesProfile, { action: "view_species", description: "Look at one of them.", params: { slug } })];
  return [...profile, towardsRegistration("Register to adopt one. Any free username will do.")];
}
