// Finds the items that a species approves. The slug of a species that is not public may be reused, so its items are not cached.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import type { ApprovedItems, SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { LruCache } from "../../platform/lru.ts";
import { once } from "../../platform/once.ts";
import type { Database } from "../../platform/database/db.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";

const CACHED_SPECIES = 2000;
const cacheOf = once((_database: Database) => new LruCache<ApprovedItems>(CACHED_SPECIES));

export async function approvedItemsOf(database: Database, species: SpeciesNature): Promise<ApprovedItems> {
  const builtIn = findBuiltIn(species.slug);
  if (builtIn !== undefined) return builtIn.approvedItems;
  const cache = cacheOf(database);
  const cached = cache.get(species.slug);
  if (cached !== undefined) return cached;
  const designed = await findSpecies(database, { slug: species.slug });
  const { family, innateTraits: traits } = species;
  const items = itemsOfDesign({ family, traits, personality: designed?.personality ?? "" });
  if (designed?.is_public === true) cache.set(species.slug, items);
  return items;
}
