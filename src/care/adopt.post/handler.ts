// Serves POST /api/house/adopt: answers with the egg, or with the reason why adopt.ts adopted none.
import { EGG_HATCHES_IN_MINUTES, HOUSE_ROOM } from "@denkeeper/rules/care/adoption.ts";
import { visibilityOf, type VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { adoptionMessage } from "@denkeeper/rules/words/adoption.ts";
import { adoptionMilestone } from "@denkeeper/rules/words/milestone.ts";
import { eggSoul } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { step } from "../../http/contract/contract.ts";
import { statusStep } from "../../http/contract/steps.ts";
import { spentToday } from "../../http/guard/count-address.ts";
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { a } from "../../platform/counted.ts";
import type { Db } from "../../platform/database/db.ts";
import { unknownSpecies } from "../../views/unknown-species.ts";
import { speciesView, statsView } from "../../views/views.ts";
import { adoptEgg, findNature, type AdoptionResult } from "./adopt.ts";
import { adopt } from "./contract.ts";

type AdoptCall = Call<typeof adopt>;

export const adoptEndpoint = endpoint(adopt, async (call, services: Needs<"budgets" | "database">) => {
  const { caller, body, now } = call;
  const chosen =
    body.species_slug === undefined ? undefined : await chosenSpecies(call, services.database, body.species_slug);
  if (chosen !== undefined && body.family !== undefined && chosen.family !== body.family) {
    const message = `The species ${chosen.slug} is in the family ${chosen.family}, so the family you sent was ignored.`;
    call.reply.warnings.push({ field: "family", message });
  }
  return call.commit(async (tx) => {
    const result = await adoptEgg(tx, { caller, body, chosen, now }, services);
    if (result.kind !== "adopted") throw failureOf(call, result.kind);
    const { creature, milestones } = result;
    return {
      creature: eggView(creature),
      soul_prompt: eggSoul(speakerOf(creature), caller.houseNow),
      milestones:
        milestones.length === 0 ? undefined : milestones.map((type) => ({ type, message: adoptionMilestone(type) })),
      message: adoptionMessage(speakerOf(creature), caller.houseNow),
      next_steps: [statusStep(creature.id, "Call status now to hatch the egg.", "compact")],
    };
  });
});

function failureOf(call: AdoptCall, kind: Exclude<AdoptionResult["kind"], "adopted">) {
  if (kind === "key_revoked") return invalidKeyFailure();
  if (kind === "budget_spent") return spentToday(call.now);
  const faults = [{ field: "house", message: `holds at most ${HOUSE_ROOM} living creatures and eggs` }];
  return call.fail("house_full", { faults, nextSteps: [statusStep(undefined, "See who lives in your house.")] });
}

async function chosenSpecies(call: AdoptCall, db: Db, slug: string): Promise<SpeciesNature> {
  const species = await findNature(db, slug, call.caller.agent);
  if (species !== undefined) return species;
  const faults = [{ field: "species_slug", message: `names no species: ${slug}` }];
  const adoptSimilar = (similarSlug: string, name: string) =>
    step(adopt, { description: `Adopt ${a(name)}.`, body: { ...call.body, species_slug: similarSlug } });
  throw call.fail("unknown_species", { faults, ...unknownSpecies(slug, adoptSimilar) });
}

function eggView(creature: VisibleCreature) {
  const { id, name, species, personality } = creature;
  return {
    id,
    name,
    ...speciesView(species),
    species_key: species.slug,
    tier: species.tier,
    family: species.family,
    stage: "egg" as const,
    age_hours: 0 as const,
    ...statsView(visibilityOf(creature)),
    personality: personality.join(", "),
    feeding_window_hours: species.feedingWindowHours,
    egg_hatches_in_minutes: EGG_HATCHES_IN_MINUTES,
  };
}
