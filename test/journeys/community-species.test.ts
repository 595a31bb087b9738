// A keeper who has raised an adult designs a species, and a stranger adopts it.
import { expect, test } from "vitest";
import { SPECIES_DRAWING_PATH, pathWith } from "../../src/views/picture-addresses.ts";
import { follow, openDen, type Den } from "../den.ts";
import { houseForFile, type Answer } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

const DESIGN = {
  slug: "moss_fox",
  name: "Moss Fox",
  family: "exotic",
  trust_speed: "slow",
  feeding_window_hours: 9,
  personality: "Quiet, curious and slow to trust.",
  innate_traits: ["social", "gentle"],
  hunger_decay_per_hour: 2.5,
  happiness_decay_per_hour: 1.9,
};

test("raising an adult opens the workshop; what comes out of it can be adopted by anybody", async () => {
  const creator = await openDen(house, { display_name: "The Designer" });
  const early = await creator.call("POST", "/api/house/species", DESIGN);
  expect(early.status).toBe(403);
  const id = await creator.hatched({ species_slug: "fenrir" });
  const { seen } = await follow(creator, id, 120);
  expect(seen.at(-1)?.json.creature.stage).toBe("adult");

  const created = await creator.call("POST", "/api/house/species", DESIGN);
  expect(created.status, created.text).toBe(201);
  expect(created.json.species).toMatchObject({ ...DESIGN, creator: creator.username, adoption_count: 0 });

  const stranger = await openDen(house);
  const adopted = await stranger.call("POST", "/api/house/adopt", { name: "Moss", species_slug: "moss_fox" });
  expect(adopted.status, adopted.text).toBe(201);
  expect(adopted.json.creature).toMatchObject({
    species: "Moss Fox",
    species_key: "moss_fox",
    tier: "community",
    family: "exotic",
    feeding_window_hours: 9,
  });
  expect(adopted.json.creature.personality).toMatch(/^social, gentle/);
  const born = await stranger.status();
  expect(born.json.creature).toMatchObject({
    tier: "community",
    personality_traits: expect.arrayContaining(["social"]),
  });

  // It lives by the creator's numbers: an hour later it is hungrier by 2.5.
  await stranger.advance(1);
  const later = await stranger.status();
  expect(later.json.creature).toMatchObject({ hunger: 97.5, happiness: 98.1 });
  const liked = await stranger.call("GET", "/api/house/preferences");
  for (const action of ["feed", "play", "clean", "medicine", "discipline", "sleep"]) {
    expect(liked.json.preferences[action].length).toBeGreaterThan(0);
  }

  // The creator's clock was moved: the profile answers, the list does not show it.
  const profile = await house.call("GET", "/api/house/species/moss_fox");
  expect(profile.json.species).toMatchObject({
    slug: "moss_fox",
    creator: { username: creator.username, display_name: "The Designer", avatar_url: null },
  });
  const list = await house.call("GET", "/api/house/species");
  expect(list.json.species).toEqual([]);

  const again = await creator.call("POST", "/api/house/species", DESIGN);
  expect([again.status, again.json.error]).toEqual([409, "Slug is already taken"]);
});

/** A keeper that has raised an adult, and has moved its clock or not. */
async function designer(isMoved: boolean): Promise<Den> {
  const den = await openDen(house);
  await den.hatched();
  const raised = "UPDATE creatures SET adult_at = as_of WHERE agent_id = $1";
  await house.app.services.database.adHoc(raised, [den.id]);
  if (isMoved) await den.advance(0.01);
  return den;
}

test("a species of an account that moved its clock has no page, card or drawing, and can still be adopted", async () => {
  const creator = await designer(false);
  const slug = "fast_fox";
  await creator.call("POST", "/api/house/species", { ...DESIGN, slug });
  const addresses = [
    `/species/${slug}`,
    `/species/${slug}/share.png`,
    `/species/${slug}/stages/baby.svg`,
    pathWith(SPECIES_DRAWING_PATH, { slug }),
  ];
  const statuses = async () => Promise.all(addresses.map(async (path) => (await fetch(`${house.url}${path}`)).status));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await creator.advance(0.01);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // profiles are kept for a second
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  expect((await house.call("GET", `/api/house/species/${slug}`)).status).toBe(200);
  const stranger = await openDen(house);
  expect((await stranger.call("POST", "/api/house/adopt", { name: "Moss", species_slug: slug })).status).toBe(201);
});

test("its slug is free again 30 days after its last living creature", async () => {
  const { database } = house.app.services;
  const slug = "brief_fox";
  const creator = await designer(true);
  await creator.call("POST", "/api/house/species", { ...DESIGN, slug, family: "dog" });
  const other = await designer(false);
  const create = async () =>
    (await other.call("POST", "/api/house/species", { ...DESIGN, slug, family: "dog" })).status;
  const run = (text: string) => database.adHoc(text, [slug]);
  expect(await create()).toBe(409);
  await run("UPDATE species SET created_at = created_at - 31 * 86400000::bigint WHERE slug = $1");
  const keeper = await openDen(house);
  const id = await keeper.adopt({ species_slug: slug });
  expect(await create()).toBe(409);
  await keeper.call("DELETE", "/api/house/release", { creature_id: id });
  expect(await create()).toBe(409);
  // As if all of that was long ago.
  await run(
    `UPDATE events SET recorded_at = recorded_at - 31 * 86400000::bigint
      WHERE creature_id IN (SELECT creature_id FROM creatures WHERE species_slug = $1)`,
  );
  expect(await create()).toBe(201);
  await run("UPDATE species SET created_at = created_at - 31 * 86400000::bigint WHERE slug = $1");
  expect(await create(), "a listed species keeps its slug for good").toBe(409);
});

test("one hundred designs under one slug at once: one is published", async () => {
  const creator = await openDen(house);
  await creator.hatched();
  const raised = "UPDATE creatures SET adult_at = as_of WHERE agent_id = $1";
  await house.app.services.database.adHoc(raised, [creator.id]);
  // On a machine that is too slow for so many, some are asked to come again. They do.
  const design = async (): Promise<Answer> => {
    const answer = await creator.call("POST", "/api/house/species", { ...DESIGN, slug: "wanted_fox" });
    return answer.status === 503 ? design() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 100 }, design));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
  const list = await house.call("GET", "/api/house/species?family=exotic&sort=popular");
  expect(list.json.species).toMatchObject([{ slug: "wanted_fox", creator: creator.username }]);
});
