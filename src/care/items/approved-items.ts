// The items that a creature's species approves. For a designed species, its personality is read once and cached, since
// a published species never changes. The slug of one for test accounts only may become another's.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import type { ApprovedItems, SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { LruCache } from "../../platform/lru.ts";
import type { Database } from "../../platform/database/db.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";

const KEPT_SPECIES = 2000;
const approvedCache = new WeakMap<Database, LruCache<ApprovedItems>>();

export async function approvedItemsOf(database: Database, species: SpeciesNature): Promise<ApprovedItems> {
  const builtIn = findBuiltIn(species.slug);
  if (builtIn !== undefined) return builtIn.approvedItems;
  const cache = approvedCache.get(database) ?? new LruCache<ApprovedItems>(KEPT_SPECIES);
  approvedCache.set(database, cache);
  const known = cache.get(species.slug);
  if (known !== undefined) return known;
  const designed = await findSpecies(database, { slug: species.slug });
  const { family, innateTraits: traits } = species;
  const items = itemsOfDesign({ family, traits, personality: designed?.personality ?? "" });
  if (designed?.is_public === true) cache.set(species.slug, items);
  return items;
}
