// Reads a species, for the endpoint and its page.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { findSpeciesProfile, type SpeciesProfile } from "../../../model/creatures/store/species.ts";
import { builtInView, communityView } from "../species.get/view.ts";
import { isSlug } from "../species.post/contract.ts";
import type { speciesProfile } from "./contract.ts";

export type SpeciesAnswer = Omit<ResponseOf<typeof speciesProfile>, "next_steps">;

const profiles = cacheForEachApp<SpeciesProfile | undefined>(1_000);

/** Returns undefined for a species visible only to test accounts, because its creator moved its clock. */
export async function readPublicSpecies(
  services: Needs<"config" | "database" | "rollups">,
  slug: string,
  now: number,
): Promise<SpeciesAnswer | undefined> {
  const isShown = findBuiltIn(slug) !== undefined || (await findProfile(services, slug, now))?.is_public === true;
  return isShown ? readSpecies(services, slug, now) : undefined;
}

async function findProfile(
  services: Needs<"database">,
  slug: string,
  now: number,
): Promise<SpeciesProfile | undefined> {
  if (!isSlug(slug)) return undefined;
  return profiles(services).get(slug, now, () => findSpeciesProfile(services.database, slug));
}

/** Includes species visible only to test accounts. */
export async function readSpecies(
  services: Needs<"config" | "database" | "rollups">,
  slug: string,
  now: number,
): Promise<SpeciesAnswer | undefined> {
  const builtIn = findBuiltIn(slug);
  const adoptions = await services.rollups.get("adoptions");
  const age = services.rollups.computedAtIfOld("adoptions");
  if (builtIn !== undefined) return { species: builtInView(builtIn, adoptions[slug] ?? 0), ...age };
  const designed = await findProfile(services, slug, now);
  return designed === undefined ? undefined : { species: communityView(designed, services.config.baseUrl), ...age };
}
