// Tests the list and the profiles of species over HTTP.
import { expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { freshAddress, houseForFile, houseForTest } from "../../../../test/harness.ts";
import { insertAgents } from "../../../../test/lives/many-lives.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { insertSpecies, type NewSpecies } from "../../../model/creatures/store/species.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const get = (path: string) => house.call("GET", path, undefined, {}, freshAddress());

const [maker] = await insertAgents(database, 1, now());

function species(nth: number, more: Partial<NewSpecies> = {}): NewSpecies {
  return {
    slug: `designed_${nth}`,
    agent_id: maker?.id ?? "",
    creator: maker?.username ?? "",
    name: `Designed ${nth}`,
    family: nth % 2 === 0 ? "cat" : "dog",
    trust_speed: "fast",
    feeding_window_hours: 9.5,
    hunger_decay_per_hour: 2,
    happiness_decay_per_hour: 1.5,
    personality: "Made for a test.",
    special_mechanic: "hums at dusk",
    innate_traits: ["gentle", "stoic"],
    image_prompt: null,
    created_at: now() - nth * 1_000,
    adoption_count: nth % 4,
    is_public: true,
    ...more,
  };
}

await database.withTransaction(async (tx) => {
  for (let nth = 0; nth < 12; nth++) await insertSpecies(tx, { species: species(nth) });
  await insertSpecies(tx, { species: species(12, { slug: "hidden", is_public: false, created_at: now() }) });
});

test("the list has all built-in species, and designed ones newest first", async () => {
  const answer = await get("/api/house/species");
  expect(answer.json.built_in).toHaveLength(CATALOG.length);
  expect(answer.json.built_in[0]).toMatchObject({ slug: "housecat", tier: "common", built_in: true, creator: null });
  const slugs = answer.json.species.map(({ slug }: { slug: string }) => slug);
  expect(slugs).toEqual(Array.from({ length: 12 }, (_, nth) => `designed_${nth}`));
  expect(answer.json.species[0]).toMatchObject({ creator: maker?.username, untrusted: true });
  expect(answer.json.pagination).toMatchObject({ page: 1, per_page: 25, total: 12, pages: 1 });
  const den = await openDen(house);
  for (const { method, endpoint, body } of answer.json.next_steps) {
    expect([200, 201]).toContain((await den.call(method, endpoint, body)).status);
  }
});

test("the compact list shows enough for adoption in 5,600 bytes", async () => {
  const [compact, full] = [await get("/api/house/species?view=compact"), await get("/api/house/species")];
  const { slug, family, tier, feeding_window_hours, special_mechanic } = full.json.built_in[0];
  expect(special_mechanic).toBeNull();
  expect(compact.json.built_in[0]).toEqual({ slug, family, tier, feeding_window_hours });
  const mechanics = (answer: typeof full) =>
    answer.json.built_in.map((each: { special_mechanic?: string | null }) => each.special_mechanic ?? null);
  expect(mechanics(compact)).toEqual(mechanics(full));
  const { adoption_count, creator } = full.json.species[0];
  expect(compact.json.species[0]).toEqual({
    slug: "designed_0",
    family: "cat",
    creator,
    adoption_count,
    untrusted: true,
  });
  expect(compact.json.species).toHaveLength(12);
  expect([compact.json.pagination, compact.json.next_steps]).toEqual([full.json.pagination, full.json.next_steps]);
  const fresh = await houseForTest();
  const alone = await fresh.call("GET", "/api/house/species?view=compact");
  expect(alone.json.built_in).toHaveLength(CATALOG.length);
  expect(Buffer.byteLength(alone.text)).toBeLessThanOrEqual(5_600);
});

/** Fields of the full list in their order, on which clients rely. */
const LISTED = {
  built_in:
    "slug name family tier trust_speed feeding_window_hours personality special_mechanic innate_traits hunger_decay_per_hour happiness_decay_per_hour image_prompt adoption_count creator created_at built_in",
  species:
    "slug name family personality hunger_decay_per_hour happiness_decay_per_hour creator adoption_count created_at untrusted",
  pagination: "page per_page total pages has_next has_prev",
};

test("without a view, the list keeps its fields and suggests adoption", async () => {
  const { text, json } = await get("/api/house/species");
  expect(text).toBe((await get("/api/house/species?view=full")).text);
  expect(Object.keys(json)).toEqual([...Object.keys(LISTED), "next_steps"]);
  for (const each of json.built_in) expect(Object.keys(each).join(" ")).toBe(LISTED.built_in);
  for (const each of json.species) expect(Object.keys(each).join(" ")).toBe(LISTED.species);
  expect(Object.keys(json.pagination).join(" ")).toBe(LISTED.pagination);
  const actions = json.next_steps.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(["adopt", "view_species"]);
});

test("designed species are filtered by family, sorted by adoptions, and paginated", async () => {
  const cats = await get("/api/house/species?family=cat&per_page=4&page=2");
  expect(cats.json.built_in.every(({ family }: { family: string }) => family === "cat")).toBe(true);
  expect(cats.json.species.map(({ slug }: { slug: string }) => slug)).toEqual(["designed_8", "designed_10"]);
  expect(cats.json.pagination).toEqual({ page: 2, per_page: 4, total: 6, pages: 2, has_next: false, has_prev: true });
  const popular = await get("/api/house/species?sort=popular&per_page=3");
  expect(popular.json.species.map(({ slug }: { slug: string }) => slug)).toEqual([
    "designed_3",
    "designed_7",
    "designed_11",
  ]);
  for (const query of ["family=fish", "sort=oldest", "page=0", "per_page=101", "per_page=100&page=101"]) {
    expect((await get(`/api/house/species?${query}`)).status, query).toBe(400);
  }
});

test("a built-in species has a profile that leads to adoption", async () => {
  const answer = await get("/api/house/species/owl");
  expect(answer.json.species).toMatchObject({ slug: "owl", built_in: true, adoption_count: 0, creator: null });
  expect(answer.json.next_steps[0]).toMatchObject({
    method: "POST",
    endpoint: "/api/house/adopt",
    body: { species_slug: "owl" },
  });
});

test("a designed species has a profile unless its creator's clock was moved", async () => {
  const answer = await get("/api/house/species/designed_3");
  expect(answer.json.species).toMatchObject({
    slug: "designed_3",
    built_in: false,
    feeding_window_hours: 9.5,
    innate_traits: ["gentle", "stoic"],
    adoption_count: 3,
    creator: { username: maker?.username, display_name: maker?.username, avatar_url: null },
    untrusted: true,
  });
  expect((await get("/api/house/species/hidden")).status).toBe(404);
});

test("an unknown slug returns 404, whatever characters it contains", async () => {
  for (const slug of ["no_such_species", "x", "%00", "%E0%A4%A", "a%2Fb", "HOUSECAT", "x".repeat(300)]) {
    const answer = await get(`/api/house/species/${slug}`);
    expect(answer.status, slug).toBe(404);
    expect(answer.json.error, slug).toBe("Species not found");
  }
});

test("the list and the profile share one rate limit", async () => {
  const strict = await houseForTest();
  const from = freshAddress();
  for (let count = 0; count < 30; count++) {
    const path = count % 2 === 0 ? "/api/house/species" : "/api/house/species/owl";
    expect((await strict.call("GET", path, undefined, {}, from)).status).toBe(200);
  }
  expect((await strict.call("GET", "/api/house/species/owl", undefined, {}, from)).status).toBe(429);
});
