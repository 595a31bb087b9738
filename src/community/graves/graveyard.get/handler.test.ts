// Tests the graveyard over HTTP: visibility, caching, and pagination.
import { pino } from "pino";
import { expect, test } from "vitest";
import { openDen, type Step } from "../../../../test/den.ts";
import { freshAddress, houseForFile } from "../../../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { Sweeper } from "../../../model/life/sweep.ts";
import { countFigures } from "../../rollups/roll-up.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const PATH = "/api/house/graveyard";
const CACHED = "public, s-maxage=60, stale-while-revalidate=30";

const visit = (query = "", headers: Record<string, string> = {}) =>
  house.call("GET", `${PATH}${query}`, undefined, headers, freshAddress());

/** Two keepers, whose thirty creatures have all died by now. The sweep below records the deaths. */
const [ann, ben] = await insertAgents(database, 2, now());
const lives = Array.from({ length: 30 }, (_, nth) => ({
  keeper: nth % 3 === 0 ? ben : ann,
  creature: hatchling(nth, now() - 40 * HOUR_MS - nth * 1_000),
}));
await insertCreatures(
  database,
  lives.map(({ keeper, creature }) => stored(keeper?.id ?? "", creature)),
);
await new Sweeper(database, now, pino({ level: "silent" })).sweep();
await countFigures(database, now);

test("all agents' gravestones are newest first and cached for a minute", async () => {
  const answer = await visit();
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe(CACHED);
  expect(answer.headers.vary).toBe("authorization, x-api-key");
  const expected = lives
    .map(({ creature }) => ({ name: creature.name, at: courseOf(creature).death.at }))
    .toSorted((a, b) => b.at - a.at);
  const shown: { name: string; died_at: string }[] = answer.json.gravestones;
  expect(shown.map(({ died_at }) => Date.parse(died_at))).toEqual(expected.map(({ at }) => at));
  expect(answer.json.gravestones[0]).toMatchObject({
    stage_reached: "child",
    caretaker: expect.any(String),
    resurrected: false,
    untrusted: true,
  });
  expect(answer.json.gravestones[0].post_mortem.at(-1).event).toBe("died");
  expect(answer.json.next_steps[0]).toMatchObject({ method: "POST", endpoint: "/api/auth/register" });
});

test("consecutive pages neither skip nor repeat a gravestone", async () => {
  const whole = (await visit()).json;
  expect(whole.pagination).toEqual({ page: 1, per_page: 50, total: 30, pages: 1, has_next: false, has_prev: false });
  const ids: string[] = [];
  for (const page of [1, 2, 3]) {
    const { json } = await visit(`?per_page=12&page=${page}`);
    expect(json.pagination).toEqual({
      page,
      per_page: 12,
      total: 30,
      pages: 3,
      has_next: page < 3,
      has_prev: page > 1,
    });
    ids.push(...json.gravestones.map(({ id }: { id: string }) => id));
  }
  expect(ids).toEqual(whole.gravestones.map(({ id }: { id: string }) => id));
  expect((await visit("?page=99")).json.gravestones).toEqual([]);
});

test("one agent's gravestones, by name or id, are not cached", async () => {
  for (const query of [`agent=${ben?.username.toUpperCase()}`, `user_id=${ben?.id}`]) {
    const answer = await visit(`?${query}&per_page=4&page=3`);
    expect(answer.json.pagination).toMatchObject({ total: 10, pages: 3, has_next: false });
    expect(answer.json.gravestones).toHaveLength(2);
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
  const both = await visit(`?agent=${ben?.username}&user_id=${ann?.id}`);
  expect(both.json.pagination.total).toBe(0);
});

test("the public list is limited to 10,000 gravestones; one agent's is not", async () => {
  expect((await visit("?per_page=200&page=50")).status).toBe(200);
  const tooDeep = await visit("?per_page=200&page=51");
  expect(tooDeep.status).toBe(400);
  expect(tooDeep.json.details).toContain("page must be at most 50");
  expect((await visit(`?agent=${ann?.username}&per_page=200&page=51`)).status).toBe(200);
});

test("a key lists only its own gravestones, including unrecorded deaths", async () => {
  const den = await openDen(house);
  for (const name of ["First", "Second"]) await den.hatched({ name });
  await den.advance(49);
  const own = await den.call("GET", PATH);
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect(own.json.gravestones.map(({ name }: { name: string }) => name).toSorted()).toEqual(["First", "Second"]);
  const leads = own.json.next_steps.map(({ method, endpoint }: Step) => `${method} ${endpoint.split("?")[0]}`);
  expect(leads).toEqual(expect.arrayContaining(["GET /api/house/status", "POST /api/house/adopt"]));
  expect((await den.call("GET", `${PATH}?agent=${den.username}`)).json.pagination.total).toBe(2);
  const foreign = await den.call("GET", `${PATH}?agent=${ann?.username}`);
  expect(foreign.json).toMatchObject({ gravestones: [], pagination: { total: 0 } });
  // An account that has moved its clock is not listed in public.
  expect((await visit(`?agent=${den.username}`)).json.pagination.total).toBe(0);
  expect((await visit("?per_page=199")).text).not.toContain(den.username);
});

test("a bad key returns 401, never the public view", async () => {
  expect((await visit("", { "x-api-key": "dk_wrong" })).status).toBe(401);
});

test("an invalid parameter gets a 400 that names the parameter", async () => {
  for (const [query, field] of [
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["per_page=201", "per_page"],
    ["agent=a%20b", "agent"],
    ["user_id=abc", "user_id"],
  ]) {
    const answer = await visit(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error: "Invalid graveyard query",
      details: expect.stringMatching(`^${field} must `),
    });
  }
});
