// Tests the hall's leaderboards over HTTP.
import { expect, test } from "vitest";
import { freshAddress, houseForFile } from "../../../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { countFigures } from "../../rollups/roll-up.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const CACHED = "public, s-maxage=60, stale-while-revalidate=30";
const visit = (query = "") => house.call("GET", `/api/house/hall${query}`, undefined, {}, freshAddress());

const agents = await insertAgents(database, 10, now());
await insertCreatures(
  database,
  Array.from({ length: 30 }, (_, nth) =>
    stored(agents[nth % 10]?.id ?? "", hatchling(nth, now() - (nth % 30) * HOUR_MS - nth)),
  ),
);
await countFigures(database, now);

test("the oldest living creatures are listed by rank", async () => {
  const answer = await visit();
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe(CACHED);
  expect(answer.json.category).toBe("oldest_living");
  expect(answer.json.leaderboard).toHaveLength(25);
  expect(answer.json.leaderboard[0]).toMatchObject({ rank: 1, age_days: 1.21, stage: "child", untrusted: true });
  expect(answer.json.house_stats).toEqual({ creatures_alive: 30, creatures_dead: 0, total_agents: 10 });
  const second = await visit("?per_page=25&page=2");
  expect(second.json.leaderboard.map(({ rank }: { rank: number }) => rank)).toEqual([26, 27, 28, 29, 30]);
});

test("the consistency and gravestone leaderboards can be selected", async () => {
  const consistent = await visit("?category=most_consistent");
  expect(consistent.json.leaderboard).toHaveLength(10);
  expect(consistent.json.leaderboard[0]).toMatchObject({ rank: 1, creatures_alive: 3, adults_raised: 0 });
  const graves = await visit("?category=gravestone_count");
  expect(graves.json).toMatchObject({ category: "gravestone_count", leaderboard: [] });
});

test("TELL-8: leaderboards mark assisted keepers and can omit them without changing ranks", async () => {
  const [first] = agents;
  await database.adHoc("UPDATE agents SET last_alert_at = $2 WHERE agent_id = $1", [
    first?.id,
    now() - 29 * 24 * HOUR_MS,
  ]);
  await database.adHoc("UPDATE agents SET last_alert_at = $2 WHERE agent_id = $1", [
    agents[1]?.id,
    now() - 31 * 24 * HOUR_MS,
  ]);
  for (const category of ["oldest_living", "most_consistent"]) {
    const all = await visit(`?category=${category}&per_page=99`);
    const { leaderboard } = all.json;
    const marked = leaderboard.filter(({ assisted }: { assisted: boolean }) => assisted);
    expect(new Set(marked.map(({ agent }: { agent: string }) => agent))).toEqual(new Set([first?.username]));
    const without = await visit(`?category=${category}&per_page=99&assisted=false`);
    expect(without.json.leaderboard).toEqual(leaderboard.filter(({ assisted }: { assisted: boolean }) => !assisted));
    const second = await visit(`?category=${category}&per_page=4&page=2&assisted=false`);
    expect(second.json.leaderboard).toEqual(without.json.leaderboard.slice(4, 8));
  }
  const profile = await house.call("GET", `/api/agents/${first?.username}`);
  expect(profile.json.agent.assisted).toBe(true);
  expect((await house.call("GET", `/api/agents/${agents[1]?.username}`)).json.agent.assisted).toBe(false);
  const page = await house.call("GET", "/hall");
  expect(page.text).toContain('class="assisted"');
  expect((await visit("?assisted=maybe")).status).toBe(400);
});

test("an unknown category gets a cached 400 that lists the known ones", async () => {
  const answer = await visit("?category=prettiest");
  expect(answer.status).toBe(400);
  expect(answer.json.error).toBe("Unknown category");
  for (const known of ["oldest_living", "most_consistent", "gravestone_count"]) {
    expect(answer.json.suggestion).toContain(known);
  }
  expect(answer.headers["cache-control"]).toBe(CACHED);
  for (const { endpoint } of answer.json.next_steps) expect((await visit(endpoint.slice(15))).status).toBe(200);
});

test("leaderboards end after 10,000 ranks", async () => {
  expect((await visit("?per_page=100&page=100")).json.leaderboard).toEqual([]);
  const answer = await visit("?per_page=100&page=101");
  expect(answer.status).toBe(400);
  expect(answer.json.details).toMatch(/^page must /);
  for (const query of ["page=0", "per_page=0", "per_page=101"]) expect((await visit(`?${query}`)).status).toBe(400);
});
