// Adoption: chooses or finds the species, creates the egg, and announces what the agent has unlocked. Adoptions of one
// agent run one after the other.
import { a } from "../../platform/counted.ts";
import type { Needs } from "../../model/services.ts";
import { randomUUIDv7 } from "node:crypto";
import { EGG_HATCHES_IN_MINUTES, HOUSE_ROOM, adopt as adoptEgg, hasRoom } from "@denkeeper/rules/care/adoption.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import {
  drawSpecies,
  newlyUnlocked,
  creatureHistoryOf,
  unlockedTier,
  type CreatureHistory,
} from "@denkeeper/rules/creature/tiers.ts";
import { adoptionMessage } from "@denkeeper/rules/words/adoption.ts";
import { adoptionMilestone, type AdoptionMilestone } from "@denkeeper/rules/words/milestone.ts";
import { eggSoul } from "@denkeeper/rules/words/soul-prompt.ts";
import { visibilityOf, type VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { spentToday } from "../../http/guard/count-address.ts";
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { step } from "../../http/contract/contract.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { lockAdoptions, saveAdoption } from "./store/adoption-lock.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import {
  insertCreature,
  listLiving,
  listPastCreatures,
  type PastCreatures,
} from "../../model/creatures/store/creatures.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";
import { statusStep } from "../../http/contract/steps.ts";
import { unknownSpecies } from "../../views/unknown-species.ts";
import { adopt } from "./contract.ts";
import { speciesView, statsView } from "../../views/views.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";

export const adoptEndpoint = endpoint(adopt, async (call, { budgets, database }: Needs<"budgets" | "database">) => {
  const { agent, outages, houseNow: at } = call.caller;
  const { name, family, species_slug: slug, image_prompt: imagePrompt, image_url: imageUrl, timezone } = call.body;
  const named = slug === undefined ? undefined : await natureFor(call, database, slug);
  if (named !== undefined && family !== undefined && named.family !== family) {
    const message = `The species ${named.slug} is in the family ${named.family}, so the family you sent was ignored.`;
    call.warn({ field: "family", message });
  }
  return call.commit(async (tx) => {
    const locked = await lockAdoptions(tx, { agentId: agent.id });
    if (locked === undefined) throw invalidKeyFailure();
    const { adoptions, tiersUnlocked } = locked;
    const living = await listLiving(tx, agent.id);
    if (!hasRoom(living.length)) {
      const faults = [{ field: "house", message: `holds at most ${HOUSE_ROOM} living creatures and eggs` }];
      throw call.fail("house_full", { faults, nextSteps: [statusStep(undefined, "See who lives in your house.")] });
    }
    const tier = unlockedTier(await creatureHistoriesOf(tx, agent.id, { living, outages, at }), at - agent.createdAt);
    const id = randomUUIDv7();
    const species = named ?? drawSpecies(CATALOG, tier, family ?? null, seedOf(id));
    if (species === null) throw new Error("the catalog is empty");
    const creature = adoptEgg({ id, name, species, zone: timezone ?? agent.timezone ?? "UTC", at });
    const stored: PresentCreature = {
      agentId: agent.id,
      version: 1,
      creature,
      seenStage: "egg",
      recentCare: [],
      memory: null,
      imagePrompt: imagePrompt ?? null,
      imageUrl: imageUrl ?? null,
      nextEventAt: null,
    };
    if (!budgets.spend("adoptions", call.caller, call.now)) throw spentToday(call.now);
    await insertCreature(tx, stored, { kind: "adopt", recordedAt: call.now, at });
    const unlocked = newlyUnlocked(tier, tiersUnlocked);
    await saveAdoption(tx, { agentId: agent.id, unlocked });

    const milestones: AdoptionMilestone[] = adoptions === 0 ? ["first_adoption"] : [];
    for (const reached of unlocked) if (reached !== "common") milestones.push(`tier_unlocked:${reached}`);
    return {
      creature: eggView(creature),
      soul_prompt: eggSoul(speakerOf(creature), at),
      ...(milestones.length === 0
        ? {}
        : { milestones: milestones.map((type) => ({ type, message: adoptionMilestone(type) })) }),
      message: adoptionMessage(speakerOf(creature), at),
      next_steps: [statusStep(id, "Call status now to hatch the egg.", "compact")],
    };
  });
});

async function natureFor(call: Call<typeof adopt>, db: Db, slug: string): Promise<SpeciesNature> {
  const found = await findNature(db, slug);
  if (found !== undefined) return found;
  const faults = [{ field: "species_slug", message: `there is no species ${slug}` }];
  const instead = (known: string, name: string) =>
    step(adopt, { description: `Adopt ${a(name)}.`, body: { ...call.body, species_slug: known } });
  throw call.fail("unknown_species", { faults, ...unknownSpecies(slug, instead) });
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

async function findNature(db: Db, slug: string): Promise<SpeciesNature | undefined> {
  const builtIn = findBuiltIn(slug);
  if (builtIn !== undefined) return builtIn;
  const designed = await findSpecies(db, { slug });
  if (designed === undefined || designed.hidden_at !== null) return undefined;
  return natureOfDesign({
    slug: designed.slug,
    name: designed.name,
    family: designed.family,
    trustSpeed: designed.trust_speed,
    feedingWindowHours: designed.feeding_window_hours,
    hungerDecayPerHour: designed.hunger_decay_per_hour,
    happinessDecayPerHour: designed.happiness_decay_per_hour,
    innateTraits: designed.innate_traits,
  });
}

/** All creatures of the agent, brought up to the instant: the living are judged as they are now. */
async function creatureHistoriesOf(
  tx: Tx,
  agentId: string,
  { living, outages, at }: { living: readonly StoredCreature[]; outages: readonly Span[]; at: number },
): Promise<readonly CreatureHistory[]> {
  const past = await listPastCreatures(tx, { agentId });
  return [
    ...living.map((stored) => creatureHistoryOf(settleAny(creatureAcrossOutages(stored, outages, at), at))),
    ...past.flatMap((group) => Array.from<PastCreatures>({ length: group.count }).fill(group)),
  ];
}
