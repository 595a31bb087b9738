// Adopts eggs, one at a time for each agent: draws the species, inserts the egg, and records newly unlocked tiers.
import { randomUUIDv7 } from "node:crypto";
import { adopt, hasRoom } from "@denkeeper/rules/care/adoption.ts";
import { drawSpecies, newlyUnlocked, creatureHistoryOf, unlockedTier } from "@denkeeper/rules/creature/tiers.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { AdoptionMilestone } from "@denkeeper/rules/words/milestone.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import { insertCreature, listLiving, listPastCreatures } from "../../model/creatures/store/creatures.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import type { Needs } from "../../model/services.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import type { BodyOf } from "../../http/contract/contract.ts";
import type { adopt as adoptContract } from "./contract.ts";
import { lockAdoptions, saveAdoption } from "./store/adoption-lock.ts";

interface AdoptionRequest {
  readonly caller: Caller;
  readonly body: BodyOf<typeof adoptContract>;
  /** The species that the caller requested; if undefined, one is drawn. */
  readonly chosen: SpeciesNature | undefined;
  readonly now: RealInstant;
}

export type AdoptionResult =
  | {
      readonly kind: "adopted";
      readonly creature: VisibleCreature;
      readonly milestones: readonly AdoptionMilestone[];
    }
  | { readonly kind: "house_full" | "budget_spent" | "key_revoked" };

/** Writes nothing unless the result is `adopted`. */
export async function adoptEgg(
  tx: Tx,
  { caller, body, chosen, now }: AdoptionRequest,
  { budgets }: Needs<"budgets">,
): Promise<AdoptionResult> {
  const { agent, houseNow: at } = caller;
  const locked = await lockAdoptions(tx, { agentId: agent.id });
  if (locked === undefined) return { kind: "key_revoked" };
  const living = await listLiving(tx, agent.id);
  if (!hasRoom(living.length)) return { kind: "house_full" };
  const tier = unlockedTier(await creatureHistoriesOf(tx, caller, living), at - agent.createdAt);
  const id = randomUUIDv7();
  const species = chosen ?? drawSpecies(CATALOG, tier, body.family ?? null, seedOf(id));
  if (species === null)
    throw new Error(`no species of family ${body.family ?? "any"} is in the catalog up to tier ${tier}`);
  const creature = adopt({ id, name: body.name, species, zone: body.timezone ?? agent.timezone ?? "UTC", at });
  if (!budgets.spend("adoptions", caller, now)) return { kind: "budget_spent" };
  const stored = {
    agentId: agent.id,
    version: 1,
    creature,
    seenStage: "egg",
    recentCare: [],
    memory: null,
    imagePrompt: body.image_prompt ?? null,
    imageUrl: body.image_url ?? null,
    nextEventAt: null,
  } as const;
  await insertCreature(tx, stored, { kind: "adopt", recordedAt: now, at });
  const unlocked = newlyUnlocked(tier, locked.tiersUnlocked);
  await saveAdoption(tx, { agentId: agent.id, unlocked });
  const milestones: AdoptionMilestone[] = locked.adoptions === 0 ? ["first_adoption"] : [];
  for (const name of unlocked) if (name !== "common") milestones.push(`tier_unlocked:${name}`);
  return { kind: "adopted", creature, milestones };
}

/** Finds a species that the agent may adopt. Only test accounts may adopt a designed species that is not public. */
export async function findNature(
  db: Db,
  slug: string,
  { isTest }: Pick<Agent, "isTest">,
): Promise<SpeciesNature | undefined> {
  const builtIn = findBuiltIn(slug);
  if (builtIn !== undefined) return builtIn;
  const designed = await findSpecies(db, { slug });
  if (designed === undefined || designed.hidden_at !== null || !(designed.is_public || isTest)) return undefined;
  return natureOfDesign({
    ...designed,
    trustSpeed: designed.trust_speed,
    feedingWindowHours: designed.feeding_window_hours,
    hungerDecayPerHour: designed.hunger_decay_per_hour,
    happinessDecayPerHour: designed.happiness_decay_per_hour,
    innateTraits: designed.innate_traits,
  });
}

/** Returns one history for each creature the agent has ever had. The store groups past creatures by equal histories. */
async function creatureHistoriesOf(tx: Tx, caller: Caller, living: readonly StoredCreature[]) {
  const { agent, outages, houseNow: at } = caller;
  const past = await listPastCreatures(tx, { agentId: agent.id });
  return [
    ...living.map((stored) => creatureHistoryOf(settleAny(creatureAcrossOutages(stored, outages, at), at))),
    ...past.flatMap((history) => Array<typeof history>(history.count).fill(history)),
  ];
}
