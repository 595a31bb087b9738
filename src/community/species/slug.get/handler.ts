// One species, from the catalog or from those that agents designed.
import type { Needs } from "../../../model/services.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import { holderOf } from "../../../http/guard/key-check.ts";
import { step, type NextStep } from "../../../http/contract/contract.ts";
import { adopt } from "../../../care/adopt.post/contract.ts";
import { speciesStep } from "../../../http/contract/steps.ts";
import { unknownSpecies } from "../../../views/unknown-species.ts";
import { speciesProfile } from "./contract.ts";
import { readShownSpecies, readSpecies } from "./read.ts";

type SpeciesParts = Needs<"config" | "database" | "now" | "outages" | "rollups">;

export const speciesProfileEndpoint = endpoint(speciesProfile, async (call, parts: SpeciesParts) => {
  const { slug } = call.params;
  const found = (await readShownSpecies(parts, slug, call.now)) ?? (await readForTest(call, parts));
  if (found === undefined) throw call.fail("species_not_found", unknownSpecies(slug, profileStep));
  return { ...found, next_steps: steps(slug) };
});

/** A species for test accounts only: not for others, nor for their caches. */
async function readForTest(call: Call<typeof speciesProfile>, parts: SpeciesParts) {
  const found = await readSpecies(parts, call.params.slug, call.now);
  if (found === undefined || (await holderOf(call.request, parts))?.agent.isTest !== true) return undefined;
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
