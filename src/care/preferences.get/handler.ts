// GET /api/house/preferences returns the approved items of a creature's species and the items that its keeper tried.
import type { Needs } from "../../model/services.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { ITEM_ACTIONS } from "@denkeeper/rules/species/species.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { approvedItemsOf } from "../items/approved-items.ts";
import { JUDGE_VERSION } from "../../model/items/item-judge.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { findCreature } from "../../model/creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import { listDiscovered, type DiscoveredRow } from "./store/discovered.ts";
import { asKeeper, ownWords, type KeeperCaller } from "../../model/creatures/store/private-text.ts";
import { care } from "../care.post/contract.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import { adoptStep, statusStep } from "../../http/contract/steps.ts";
import { speciesView } from "../../views/views.ts";
import { preferences, type DiscoveredItems } from "./contract.ts";

export const preferencesEndpoint = endpoint(preferences, async (call, { database }: Needs<"database">) => {
  const { agent, creatures, houseNow: now } = call.caller;
  const keeper = asKeeper(call.caller, agent.id);
  const wanted = call.query.creature_id ?? call.query.id;
  const living = creatures.filter(({ creature }) => visibleAt(creature, now).kind !== "dead");
  const alive = wanted === undefined ? living[0] : living.find(({ creature }) => creature.id === wanted);
  const target = alive ?? (wanted === undefined ? undefined : await deadOf(database, agent.id, wanted));
  if (target === undefined) {
    if (wanted !== undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
    throw call.fail("no_living_creatures", { fields: { your_creatures: [] }, nextSteps: [adoptStep()] });
  }
  const { id, name, species, hatchedAt } = target.creature;
  const isDead = alive === undefined;
  const approved = await approvedItemsOf(database, species);
  const [item] = approved.play;
  const play = step(care, {
    action: "play",
    description: "Play with something it likes.",
    body: { action: "play", creature_id: id, ...(item === undefined ? {} : { item }) },
  });
  const tried = keeper && (await listDiscovered(database, { agentId: agent.id, creatureId: id, judge: JUDGE_VERSION }));
  return {
    creature: { id, name, ...speciesView(species), family: species.family },
    preferences: recordOf(ITEM_ACTIONS, (action) => [...approved[action]]),
    // Tried items are the keeper's own words, which a sitter must not read.
    discovered: keeper === undefined || tried === undefined ? {} : byAction(keeper, tried),
    note: "Items are judged by how similar they are to these. Similar items are loved, very different ones are disliked, and dangers do harm. Giving no item is always safe. Discipline may stay at 0: nothing depends on it.",
    next_steps: isDead
      ? [statusStep(id, `See what happened to ${name}.`)]
      : hatchedAt === null
        ? [statusStep(id, "Call status to hatch the egg.", "compact")]
        : [play, statusStep(id, `See how ${name} is.`, "compact")],
  };
});

/** Finds a creature that has died. The preferences of released creatures cannot be read. */
async function deadOf(db: Db, agentId: string, id: string): Promise<StoredCreature | undefined> {
  const stored = await findCreature(db, agentId, id);
  return stored?.creature.releasedAt === null ? stored : undefined;
}

function byAction(keeper: KeeperCaller, rows: readonly DiscoveredRow[]): DiscoveredItems {
  const lists: DiscoveredItems = {};
  for (const { action, item, category, score } of rows)
    (lists[action] ??= []).push({ item: ownWords(keeper, item), category, score: Math.round(score * 1000) / 1000 });
  return lists;
}
