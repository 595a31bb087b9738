// Serves GET /api/house/species/{slug}: a built-in or designed species.
import type { Needs } from "../../../model/services.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import { holderOf } from "../../../http/guard/key-check.ts";
import { step, type NextStep } from "../../../http/contract/contract.ts";
import { adopt } from "../../../care/adopt.post/contract.ts";
import { speciesStep } from "../../../http/contract/steps.ts";
import { unknownSpecies } from "../../../views/unknown-species.ts";
import { speciesProfile } from "./contract.ts";
import { readPublicSpecies, readSpecies } from "./read.ts";

type SpeciesServices = Needs<"config" | "database" | "now" | "outages" | "rollups">;

export const speciesProfileEndpoint = endpoint(speciesProfile, async (call, services: SpeciesServices) => {
  const { slug } = call.params;
  const found = (await readPublicSpecies(services, slug, call.now)) ?? (await readForTest(call, services));
  if (found === undefined) throw call.fail("species_not_found", unknownSpecies(slug, profileStep));
  return { ...found, next_steps: steps(slug) };
});

/** Reads a species visible only to test accounts, which shared caches must not store. */
async function readForTest(call: Call<typeof speciesProfile>, services: SpeciesServices) {
  const found = await readSpecies(services, call.params.slug, call.now);
  if (found === undefined || (await holderOf(call.request, services))?.agent.isTest !== true) return undefined;
  call.reply.headers["cache-control"] = "no-store";
  return found;
}

function steps(slug: string): NextStep[] {
  return [
    step(adopt, { description: "Adopt one of these.", body: { name: "Pip", species_slug: slug } }),
    speciesStep(),
  ];
}

function profileStep(slug: string, name: string): NextStep {
  return step(speciesProfile, { description: `See the ${name}.`, params: { slug } });
}
