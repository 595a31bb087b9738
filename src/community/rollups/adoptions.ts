// Counts the adoptions of each species.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Rollups } from "../../model/figures/store/shapes.ts";
import { listAdoptions, saveAdoptions } from "./store/totals.ts";

/** Returns the counts of built-in species; the count of a designed species is saved in its row. */
export async function countAdoptions(db: Db): Promise<Rollups["adoptions"]> {
  const adoptions = await listAdoptions(db, {});
  const designed = adoptions.filter(({ slug }) => findBuiltIn(slug) === undefined);
  await saveAdoptions(db, { slugs: designed.map(({ slug }) => slug), counts: designed.map(({ count }) => count) });
  const builtIn = adoptions.filter(({ slug }) => findBuiltIn(slug) !== undefined);
  return Object.fromEntries(builtIn.map(({ slug, count }) => [slug, count]));
}
