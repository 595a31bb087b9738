// Tests items over HTTP with the real model, including blank items and items that it cannot read.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile, type Account, type Answer } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { replay } from "../../../test/lives/replay.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { insertSpecies } from "../../model/creatures/store/species.ts";

const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });

/** Returns a time zone in which it is about noon, so that creatures are awake. */
function daylight(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

async function keeper(species: string): Promise<Account> {
  const account = await house.register({ timezone: daylight() });
  const adopted = await account.call("POST", "/api/house/adopt", { name: "Pip", species_slug: species });
  expect(adopted.status, adopted.text).toBe(201);
  await account.call("GET", "/api/house/status");
  return account;
}

function give(account: Account, action: string, item: string): Promise<Answer> {
  return account.call("POST", "/api/house/care", { action, item });
}

/** Repeats the care until the model has judged the item. Until then, the category is null. */
async function judged(account: Account, action: string, item: string): Promise<Answer> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await give(account, action, item);
    return answer.json.action_result.item_result.category !== null;
  });
  if (answer === undefined) throw new Error("the model does not answer");
  return answer;
}

test("CARE-2: an item is judged by its meaning and recorded as discovered", async () => {
  const cat = await keeper("housecat");
  const loved = await judged(cat, "play", "toy mouse");
  expect(loved.json.action_result.item_result).toMatchObject({ item: "toy mouse", category: "loved" });
  const [stored] = await house.app.services.database.adHoc<{ phrase: string }>(
    "SELECT memory->'favorite'->>'phrase' AS phrase FROM creatures WHERE creature_id = $1",
    [loved.json.creature.id],
  );
  expect(findBuiltIn("housecat")?.approvedItems.play).toContain(stored?.phrase);
  const harmful = await give(cat, "play", "rubbing in broken glass");
  expect(harmful.json.action_result.item_result).toMatchObject({ category: "harmful", score: 0 });
  expect(harmful.json.action_result.item_result.message).toContain('It contains "broken glass", which cuts and');
  const { discovered } = (await cat.call("GET", "/api/house/preferences")).json;
  expect(discovered.play.map(({ item, category }: { item: string; category: string }) => [item, category])).toEqual([
    ["toy mouse", "loved"],
    ["rubbing in broken glass", "harmful"],
  ]);
});

test("CARE-3, ITEM-9: an unreadable item is neither judged nor discovered", async () => {
  const cat = await keeper("housecat");
  const answer = await give(cat, "feed", "<zorblax>");
  expect(answer.json.action_result).toMatchObject({
    success: true,
    item_result: { category: null, score: null, message: expect.stringContaining("plain English") },
  });
  expect((await cat.call("GET", "/api/house/preferences")).json.discovered).toEqual({});
});

test("DEATH-3, CARE-6: feeding only poison kills and logs a death", async () => {
  const cat = await keeper("tabby");
  const meals: Answer[] = [];
  for (let meal = 0; meal < 10 && meals.at(-1)?.json.creature.alive !== false; meal++) {
    meals.push(await give(cat, "feed", "rat poison"));
  }
  const last = meals.at(-1);
  expect(last?.json).toMatchObject({ creature: { alive: false, health: 0 }, action_result: { success: true } });
  const { database } = house.app.services;
  const { rows, stored, replayed } = await replay(database, cat.id, last?.json.creature.id);
  expect(rows.map(({ kind }) => kind)).toEqual(["adopt", "hatch", ...meals.map(() => "care"), "death"]);
  expect(replayed).toEqual(stored.creature);
  expect(stored.creature.death?.cause).toBe("harm");
  const { gravestones } = (await cat.call("GET", "/api/house/graveyard")).json;
  expect(gravestones).toHaveLength(1);
  expect(gravestones[0]).toMatchObject({ cause: "harm", feedings: meals.length });
});

test.each(["   ", "!!!", "\u200b"])("CARE-2: %j is rejected as an item", async (item) => {
  const cat = await keeper("tabby");
  const answer = await give(cat, "feed", item);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("item");
});

test("SPECIES-5: a designed species approves of items that suit its personality", async () => {
  const account = await house.register({ timezone: daylight() });
  const { database } = house.app.services;
  await database.withTransaction((tx) =>
    insertSpecies(tx, {
      species: {
        slug: "tide_cat",
        agent_id: account.id,
        creator: account.username,
        name: "Tide Cat",
        family: "cat",
        trust_speed: "medium",
        feeding_window_hours: 5,
        hunger_decay_per_hour: 1.6,
        happiness_decay_per_hour: 0.8,
        personality: "Comes and goes with the tide and smells of the sea.",
        special_mechanic: null,
        innate_traits: ["vocal"],
        image_prompt: null,
        created_at: house.app.services.now(),
        adoption_count: 0,
        is_public: true,
      },
    }),
  );
  const cat = await keeper("tide_cat");
  const { preferences } = (await cat.call("GET", "/api/house/preferences")).json;
  expect(preferences.play).toEqual(expect.arrayContaining(["splashing in a shallow pool", "singing together"]));
  const splash = await judged(cat, "play", "splashing in the pool");
  expect(splash.json.action_result.item_result.category).toBe("loved");
});

test("a visit returns item verdicts, and stat changes for harmful items", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(4);
  const { json } = await den.call("POST", "/api/house/visit", {
    actions: [
      { creature_id: id, action: "feed", item: "motor oil" },
      { creature_id: id, action: "play", item: "feather wand" },
      { creature_id: id, action: "reflect" },
    ],
  });
  const [harm, game, quiet] = json.results;
  expect(harm).toMatchObject({
    effectiveness: "wasted",
    item_result: { item: "motor oil", category: "harmful", message: expect.stringContaining('"motor oil"') },
    changes: { health: { before: 100, after: 85 } },
  });
  expect(game.item_result.item).toBe("feather wand");
  for (const result of [game, quiet]) expect(result).not.toHaveProperty("changes");
  expect(quiet).not.toHaveProperty("item_result");
});
