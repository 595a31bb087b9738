// Serves a species' picture, which shows one adult.
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { speciesPortraitInput, wordsOf } from "../portrait-subject.ts";
import { drawnPicture, noPicture } from "../../http/respond/picture-reply.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import { portraitSvg } from "@denkeeper/portraits/portrait.ts";
import type { Db } from "../../platform/database/db.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";
import { isSlug } from "../../community/species/species.post/contract.ts";
import { SPECIES_DRAWING_PATH } from "../../views/picture-addresses.ts";

/** Throws if no visible species has that slug. */
async function findPicturedSpecies(
  database: Db,
  slug: string,
): Promise<{ readonly slug: string; readonly name: string; readonly family: Family }> {
  const species = findBuiltIn(slug) ?? (isSlug(slug) ? await findSpecies(database, { slug }) : undefined);
  const hidden = species !== undefined && "hidden_at" in species && (species.hidden_at !== null || !species.is_public);
  if (species === undefined || hidden)
    throw noPicture("No species has that name. GET /api/house/species lists all of them.");
  return species;
}

export const speciesDrawing = pictureRoute(
  "speciesDrawing",
  SPECIES_DRAWING_PATH,
  async ({ params, request }, { database }) => {
    const species = await findPicturedSpecies(database, params["slug"] ?? "");
    return drawnPicture(request, portraitSvg(speciesPortraitInput(species, await wordsOf(database, species.slug))));
  },
);
