// How often each species was adopted.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Rollups } from "../../model/figures/store/shapes.ts";
import { listAdoptions, saveAdoptions } from "./store/totals.ts";

/** Adoptions of built-in species; a designed species has its count in its row. */
export async function countAdoptions(db: Db): Promise<Rollups["adoptions"]> {
  const all = await listAdoptions(db, {});
  const designed = all.filter(({ slug }) => findBuiltIn(slug) === undefined);
  await saveAdoptions(db, { slugs: designed.map(({ slug }) => slug), counts: designed.map(({ count }) => count) });
  const builtIn = all.filter(({ slug }) => findBuiltIn(slug) !== undefined);
  return Object.fromEntries(builtIn.map(({ slug, count }) => [slug, count]));
}
