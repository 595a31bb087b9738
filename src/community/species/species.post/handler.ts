// Designs a species. The insert decides which agent gets the slug.
import type { Needs } from "../../../model/services.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { mayDesign, natureOfDesign } from "@denkeeper/rules/species/design.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import { step, type BodyOf, type NextStep, type ResponseOf } from "../../../http/contract/contract.ts";
import type { Agent } from "../../../model/agents/store/agents.ts";
import type { Caller } from "../../../model/agents/store/callers.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  deleteTestSpecies,
  findRaisedAdult,
  insertSpecies,
  newSpecies,
  type NewSpecies,
} from "../../../model/creatures/store/species.ts";
import { adopt } from "../../../care/adopt.post/contract.ts";
import { speciesStep } from "../../../http/contract/steps.ts";
import { speciesProfile } from "../slug.get/contract.ts";
import { homeStep } from "../../../views/steps.ts";
import { createSpecies } from "./contract.ts";

/** Time for which the slug of a species that is not public is protected from test accounts. All others get it at once. */
const TEST_SLUG_MS = 30 * DAY_MS;

type DesignBody = BodyOf<typeof createSpecies>;

export const createSpeciesEndpoint = endpoint(createSpecies, async (call, { database }: Needs<"database">) => {
  const { caller, body, now } = call;
  const before = caller.agent.isTest ? now - TEST_SLUG_MS : Number.MAX_SAFE_INTEGER;
  if (!mayDesign(await adultsRaised(database, caller))) throw noAdult(call);
  if (findBuiltIn(body.slug) !== undefined) throw slugFault(call, "slug_reserved");
  const species = speciesFrom(body, caller.agent, now);
  return call.commit(async (tx) => {
    const isFree =
      (await insertSpecies(tx, { species })) ||
      ((await deleteTestSpecies(tx, { slug: body.slug, before })) && (await insertSpecies(tx, { species })));
    if (!isFree) throw slugFault(call, "slug_taken");
    return answer(species);
  });
});

/** Returns at least 1 if the agent has raised an adult, even one that died, was released, or is not yet recorded as adult. */
async function adultsRaised(db: Db, { agent, creatures, houseNow: at }: Caller): Promise<number> {
  const adults = creatures.filter(({ creature }) => settleAny(creature, at).stageInstants.adult !== null);
  if (adults.length > 0) return adults.length;
  return (await findRaisedAdult(db, { agentId: agent.id })) ? 1 : 0;
}

function speciesFrom(design: DesignBody, agent: Agent, now: number): NewSpecies {
  const nature = natureOfDesign({
    slug: design.slug,
    name: design.name,
    family: design.family,
    trustSpeed: design.trust_speed,
    feedingWindowHours: design.feeding_window_hours,
    hungerDecayPerHour: design.hunger_decay_per_hour,
    happinessDecayPerHour: design.happiness_decay_per_hour,
    innateTraits: design.innate_traits,
  });
  return newSpecies(nature, {
    agent_id: agent.id,
    creator: agent.username,
    personality: design.personality,
    special_mechanic: design.special_mechanic,
    image_prompt: design.image_prompt,
    created_at: now,
    is_public: !agent.clockMoved,
  });
}

function answer(species: NewSpecies): ResponseOf<typeof createSpecies> {
  const { slug, name } = species;
  return {
    species: {
      slug,
      name,
      family: species.family,
      trust_speed: species.trust_speed,
      feeding_window_hours: species.feeding_window_hours,
      personality: species.personality,
      special_mechanic: species.special_mechanic,
      innate_traits: [...species.innate_traits],
      hunger_decay_per_hour: species.hunger_decay_per_hour,
      happiness_decay_per_hour: species.happiness_decay_per_hour,
      creator: species.creator,
      adoption_count: species.adoption_count,
    },
    message: `${name} is published. ${species.is_public ? "Anyone" : "Any test account"} can adopt one with the slug ${slug}.`,
    next_steps: [
      step(adopt, { description: `Adopt the first ${name}.`, body: { name: "Pip", species_slug: slug } }),
      step(speciesProfile, { action: "view_species", description: "See its public page.", params: { slug } }),
      speciesStep(),
    ],
  };
}

function noAdult(call: Call<typeof createSpecies>) {
  const { creatures, houseNow } = call.caller;
  const nextSteps: NextStep[] = [homeStep(creatures, houseNow)];
  return call.fail("no_adult_raised", { nextSteps });
}

function slugFault(call: Call<typeof createSpecies>, code: "slug_reserved" | "slug_taken") {
  const { slug } = call.body;
  const nextSteps: NextStep[] = [
    step(speciesProfile, { action: "view_species", description: "See the species that uses it.", params: { slug } }),
    speciesStep(),
  ];
  return call.fail(code, { nextSteps });
}
