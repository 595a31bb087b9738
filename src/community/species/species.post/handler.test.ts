// Tests designing species over HTTP: who may, default values, slugs, and invalid fields.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { houseForFile, type Account } from "../../../../test/harness.ts";
import { hatchling, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;

function design(more: object = {}): object {
  const slug = `sp_${randomBytes(5).toString("hex")}`;
  return { slug, name: "Moss Fox", family: "exotic", personality: "Quiet, curious and slow to trust.", ...more };
}

/** Registers a keeper whose teen was last cared for 20 hours ago, and has since become an adult, which is not recorded. */
async function raiser(): Promise<Account> {
  const account = await house.register();
  const young = settle(hatchling(0, now() - 121 * HOUR_MS), now() - 121 * HOUR_MS);
  const cared = now() - 20 * HOUR_MS;
  const teen = {
    ...young,
    stage: "teen" as const,
    asOf: cared,
    lastFedAt: cared,
    lastCareAt: cared,
    lastCleanedAt: cared,
    lastCheckedAt: cared,
  };
  await insertCreatures(database, [stored(account.id, teen)]);
  return account;
}

const keeper = await raiser();
const create = (body: object, who = keeper, headers = {}) => who.call("POST", "/api/house/species", body, headers);

test("SPECIES-7: only agents that raised an adult, even unrecorded, may design", async () => {
  const newcomer = await house.register();
  const refused = await create(design(), newcomer);
  expect(refused.status).toBe(403);
  expect(refused.json.error).toBe("You haven't raised an adult creature yet");
  expect(refused.json.next_steps[0]).toMatchObject({ method: "POST", endpoint: "/api/house/adopt" });
  expect((await create(design())).status).toBe(201);
});

test("omitted fields get their defaults", async () => {
  const given = design();
  const answer = await create(given);
  expect(answer.json.species).toEqual({
    ...given,
    trust_speed: "medium",
    feeding_window_hours: 5,
    special_mechanic: null,
    innate_traits: [],
    hunger_decay_per_hour: 1.6,
    happiness_decay_per_hour: 0.8,
    creator: keeper.username,
    adoption_count: 0,
  });
  for (const { method, endpoint, body } of answer.json.next_steps) {
    expect([200, 201]).toContain((await keeper.call(method, endpoint, body)).status);
  }
});

test("a slug belongs to one species", async () => {
  const reserved = await create(design({ slug: "housecat" }));
  expect([reserved.status, reserved.json.error]).toEqual([409, "Slug is reserved"]);
  const same = design();
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(same)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, json } of answers) if (status !== 201) expect(json.error).toBe("Slug is already taken");
});

test("a repeated call with its Idempotency-Key gets the first answer", async () => {
  const body = design();
  const first = await create(body, keeper, { "idempotency-key": "once" });
  const again = await create(body, keeper, { "idempotency-key": "once" });
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.text).toBe(first.text);
});

test("every invalid field is named", async () => {
  const answer = await create({
    slug: "Moss-Fox",
    name: "",
    family: "fish",
    trust_speed: "never",
    feeding_window_hours: "5",
    personality: "short",
    special_mechanic: "x".repeat(201),
    innate_traits: ["gentle", "vocal", "stoic", "anxious"],
    hunger_decay_per_hour: 3.1,
    happiness_decay_per_hour: 0.1,
    image_prompt: "x".repeat(501),
  });
  expect(answer.status).toBe(400);
  expect(answer.json.error).toBe("Invalid species data");
  expect(answer.json.invalid_fields.map(({ field }: { field: string }) => field)).toEqual([
    "slug",
    "name",
    "family",
    "trust_speed",
    "feeding_window_hours",
    "personality",
    "special_mechanic",
    "innate_traits",
    "hunger_decay_per_hour",
    "happiness_decay_per_hour",
    "image_prompt",
  ]);
});
