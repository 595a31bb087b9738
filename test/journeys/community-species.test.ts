// A keeper who has raised an adult designs a species, and a stranger adopts it.
import { expect, test } from "vitest";
import { SPECIES_DRAWING_PATH, pathWith } from "../../src/views/picture-addresses.ts";
import { follow, openDen } from "../den.ts";
import { houseForFile, type Account, type Answer } from "../harness.ts";

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

test("raising an adult unlocks design, and test accounts adopt the new species", async () => {
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

  // The creature follows the designed numbers: an hour later, hunger has dropped by 2.5.
  await stranger.advance(1);
  const later = await stranger.status();
  expect(later.json.creature).toMatchObject({ hunger: 97.5, happiness: 98.1 });
  const liked = await stranger.call("GET", "/api/house/preferences");
  for (const action of ["feed", "play", "clean", "medicine", "discipline", "sleep"]) {
    expect(liked.json.preferences[action].length).toBeGreaterThan(0);
  }

  // The creator has moved its clock, so only test accounts see the profile, and the list omits the species.
  const profile = await stranger.call("GET", "/api/house/species/moss_fox");
  expect(profile.json.species).toMatchObject({
    slug: "moss_fox",
    creator: { username: creator.username, display_name: "The Designer", avatar_url: null },
  });
  const list = await house.call("GET", "/api/house/species");
  expect(list.json.species).toEqual([]);

  const again = await creator.call("POST", "/api/house/species", DESIGN);
  expect([again.status, again.json.error]).toEqual([409, "Slug is already taken"]);
});

/** Updates the row of a creature so that its keeper has raised an adult. */
async function raised<Keeper extends Account>(keeper: Keeper): Promise<Keeper> {
  await keeper.call("POST", "/api/house/adopt", { name: "Ada" });
  await keeper.call("GET", "/api/house/status");
  const grow = "UPDATE creatures SET adult_at = as_of WHERE agent_id = $1";
  await house.app.services.database.adHoc(grow, [keeper.id]);
  return keeper;
}

/** Slightly longer than the second for which profiles are cached. */
const PROFILE_KEPT_MS = 1_100;

test("only test accounts see species of accounts with moved clocks", async () => {
  const creator = await raised(await openDen(house));
  const slug = "fast_fox";
  await creator.call("POST", "/api/house/species", { ...DESIGN, slug });
  const profile = `/api/house/species/${slug}`;
  const addresses = [
    `/species/${slug}`,
    `/species/${slug}/share.png`,
    `/species/${slug}/stages/baby.svg`,
    pathWith(SPECIES_DRAWING_PATH, { slug }),
    profile,
  ];
  const statuses = async () => Promise.all(addresses.map(async (path) => (await fetch(`${house.url}${path}`)).status));
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await creator.advance(0.01);
  await new Promise((resolve) => setTimeout(resolve, PROFILE_KEPT_MS));
  expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  const egg = { name: "Moss", species_slug: slug };
  const [real, other] = [await house.register(), await openDen(house)];
  expect((await real.call("GET", profile)).json.error).toBe("Species not found");
  expect((await real.call("POST", "/api/house/adopt", egg)).json.code).toBe("unknown_species");
  const shown = await other.call("GET", profile);
  expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect((await other.call("POST", "/api/house/adopt", egg)).status).toBe(201);
});

test("a test species blocks its slug for test accounts for 30 days", async () => {
  const slug = "brief_fox";
  const design = { ...DESIGN, slug, family: "dog" };
  const create = async (keeper: Account) => (await keeper.call("POST", "/api/house/species", design)).status;
  const creator = await raised(await openDen(house));
  await creator.advance(0.01);
  expect(await create(creator)).toBe(201);
  const other = await raised(await openDen(house));
  await other.advance(0.01);
  expect(await create(other)).toBe(409);
  const age = "UPDATE species SET created_at = created_at - 31 * 86400000::bigint WHERE slug = $1";
  await house.app.services.database.adHoc(age, [slug]);
  expect(await create(other)).toBe(201);

  const real = await raised(await house.register());
  expect(await create(real)).toBe(201);
  await new Promise((resolve) => setTimeout(resolve, PROFILE_KEPT_MS));
  const found = await house.call("GET", `/api/house/species/${slug}`);
  expect(found.json.species.creator.username).toBe(real.username);
  expect(await create(await raised(await house.register())), "a listed species keeps its slug for good").toBe(409);
});

test("only one of 100 concurrent designs publishes a slug", async () => {
  const creator = await raised(await openDen(house));
  // A slow machine asks some callers to retry.
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
