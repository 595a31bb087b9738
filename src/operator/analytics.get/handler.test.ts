// Analytics over HTTP, and the public stats.
import { expect, test } from "vitest";
import { zoneAt } from "../../../test/den.ts";
import { ADMIN_KEY, freshAddress, freshUsername, houseForFile, type Account } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { countFigures } from "../../community/rollups/roll-up.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const PATH = "/api/admin/analytics";
const ask = (headers: Record<string, string>) => house.call("GET", PATH, undefined, headers, freshAddress());

async function keeps(fields: object): Promise<Account> {
  const keeper = await house.register({ timezone: zoneAt(9), ...fields });
  await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  await keeper.call("GET", "/api/house/status");
  await keeper.call("POST", "/api/house/care", { action: "feed", item: "tuna" });
  await keeper.call("POST", "/api/house/care", { action: "reflect" });
  return keeper;
}

await keeps({ model: { provider: "acme" } });
await house.register();
for (const prefix of ["test", "e2e", "dev", "ci", "seed"]) await keeps({ username: freshUsername(prefix) });
await countFigures(database, now);

test("the admin key opens analytics in either header; other keys get 401", async () => {
  const agent = await house.register({ username: freshUsername("test") });
  for (const headers of [{}, { "x-admin-key": "wrong" }, { authorization: `Bearer ${agent.key}` }]) {
    expect((await ask(headers)).status).toBe(401);
  }
  expect((await ask({ "x-admin-key": ADMIN_KEY })).status).toBe(200);
  expect((await ask({ authorization: `Bearer ${ADMIN_KEY}` })).status).toBe(200);
});

test("test accounts are excluded from all counts", async () => {
  // The process caches rollups for two seconds, so the test polls.
  await until(async () => (await ask({ "x-admin-key": ADMIN_KEY })).json.agents.total > 0);
  const { json } = await ask({ "x-admin-key": ADMIN_KEY });
  expect(json.agents).toEqual({
    total: 2,
    registered: { "24h": 2, "7d": 2, "30d": 2 },
    active: { "24h": 1, "7d": 1, "30d": 1 },
    by_provider: { acme: 1, unknown: 1 },
    untrusted: true,
  });
  expect(json.creatures).toMatchObject({
    total: 1,
    by_status: { alive: 1 },
    by_stage: { baby: 1 },
    by_family: { cat: 1 },
    by_tier: { common: 1 },
    by_evolution_path: {},
    adopted: { "24h": 1 },
    hatched: { "24h": 1 },
  });
  expect(json.care).toMatchObject({
    total: 2,
    "24h": { care_actions: 2, by_action: { feed: 1, reflect: 1 }, items: { with_item: 1, without_item: 1 } },
  });
  expect(Object.values(json.care["24h"].by_feeding_timing)).toEqual([1]);
  expect(json.species).toMatchObject({ community: 0, most_adopted: [{ name: "housecat", count: 1 }] });
  expect(json.deaths).toMatchObject({ total: 0, by_cause: {} });
  expect(json.funnel).toEqual({
    registered: 2,
    adopted: 1,
    cared_at_least_once: 1,
    reached_child: 0,
    reached_adult: 0,
    created_species: 0,
    rates: { adopted: 0.5, cared_at_least_once: 0.5, reached_child: 0, reached_adult: 0, created_species: 0 },
    step_rates: { adopted: 0.5, cared_at_least_once: 1, reached_child: 0, reached_adult: 0, created_species: 0 },
  });
  expect(json.test_users_excluded).toBeGreaterThanOrEqual(5);
});

test("public stats include test accounts that have not moved their clock", async () => {
  const readStats = () => house.call("GET", "/api/stats", undefined, {}, freshAddress());
  // The process caches rollups for two seconds, so the test polls.
  await until(async () => (await readStats()).json.agents > 0);
  const { json } = await readStats();
  expect(json).toMatchObject({ creatures_alive: 6, eggs_unhatched: 0, gravestones: 0 });
  expect(json.agents).toBeGreaterThanOrEqual(7);
  expect(json.activity_24h).toEqual({
    creatures_born: 6,
    creatures_died: 0,
    care_actions: 12,
    feedings: 6,
    reflections: 6,
    active_agents: 6,
    window: "24h",
  });
});

test("only a figure older than a minute shows its age", async () => {
  const keeper = await house.register();
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" });
  const read = async (path: string) => (await keeper.call("GET", path)).json;
  const shown = async () => [
    (await read("/api/stats")).activity_24h,
    (await read("/api/house/status")).house_activity,
    (await read("/api/house/hall")).house_stats,
    await read("/api/house/species/housecat"),
    (await house.call("GET", "/api/house/graveyard", undefined, {}, freshAddress())).json,
    await read("/api/house/species"),
    await read("/api/house/species?view=compact"),
  ];
  await countFigures(database, now);
  await until(async () => (await shown()).every(({ computed_at: at }) => at === undefined));
  const at = now() - 61_000;
  await database.adHoc("UPDATE rollups SET computed_at = $1", [at]);
  const instant = new Date(at).toISOString();
  await until(async () => (await shown()).every((each) => each.computed_at === instant));
});
