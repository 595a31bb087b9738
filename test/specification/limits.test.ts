// Tests rate limits, with their headers and rejections, against the contract.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshAddress, freshUsername, houseForFile, type Answer } from "../harness.ts";
import { TEXT, UNKNOWN_ID, holds, within } from "./rows.ts";

const house = await houseForFile();
const keeper = (prefix = "keeper") => house.register({ username: freshUsername(prefix) });

type Repeat = () => Promise<Answer>;

function countersOf({ headers }: Answer) {
  const counter = (name: string) => Number(headers[`x-ratelimit-${name}`]);
  return { limit: counter("limit"), remaining: counter("remaining"), reset: counter("reset") };
}

/** Calls until a 429, which must follow exactly `max` calls of one window. Every answer must count down to it. */
async function refusalAfter(max: number, windowSeconds: number, call: Repeat): Promise<void> {
  let left = { remaining: max, reset: 0 };
  // The loop may cross the end of a window.
  for (let calls = 0; calls <= 6 * max; calls++) {
    const answer = await call();
    const { limit, remaining, reset } = countersOf(answer);
    const before = Math.abs(reset - left.reset) < windowSeconds / 2 ? left.remaining : max;
    expect(limit).toBe(max);
    expect(remaining).toBe(Math.max(0, before - 1));
    expect(Math.abs(reset - Date.now() / 1000)).toBeLessThanOrEqual(windowSeconds + 2);
    expect(answer.status === 429, answer.text).toBe(before === 0);
    left = { remaining, reset };
    if (answer.status !== 429) continue;
    holds(answer, 429, [
      ["error", expect.stringMatching(/^Rate limit exceeded\.?$/)],
      ["retry_after_seconds", within(1, windowSeconds)],
      ["suggestion", TEXT],
    ]);
    expect(Number(answer.headers["retry-after"])).toBe(answer.json.retry_after_seconds);
    return;
  }
  throw new Error("no call was refused");
}

const DESIGN = { name: "A", family: "cat", personality: "Calm and friendly." };

const BY_KEY: readonly (readonly [
  what: string,
  max: number,
  seconds: number,
  call: readonly [method: string, path: string, body?: object],
])[] = [
  ["adoptions", 5, 60, ["POST", "/api/house/adopt", { name: "Pip" }]],
  ["statuses", 60, 60, ["GET", "/api/house/status"]],
  ["preferences", 60, 60, ["GET", "/api/house/preferences"]],
  ["care actions", 2, 10, ["POST", "/api/house/care", { action: "reflect" }]],
  ["histories", 20, 60, ["GET", "/api/house/history"]],
  ["designs", 3, 3600, ["POST", "/api/house/species", { slug: "limited_one", ...DESIGN }]],
  ["resurrections", 3, 3600, ["POST", "/api/house/resurrect", { creature_id: UNKNOWN_ID }]],
  ["releases", 10, 60, ["DELETE", "/api/house/release", { creature_id: UNKNOWN_ID }]],
  ["credits", 30, 60, ["GET", "/api/house/credits"]],
  ["clocks", 60, 60, ["GET", "/api/house/clock"]],
];

test.each(BY_KEY)("%s by key are limited to %d in %d seconds", async (_what, max, seconds, call) => {
  const one = await keeper("test");
  await refusalAfter(max, seconds, () => one.call(...call));
  expect((await (await keeper("test")).call(...call)).status).not.toBe(429);
});

const BY_ADDRESS: readonly (readonly [what: string, max: number, path: string])[] = [
  ["graveyards", 20, "/api/house/graveyard"],
  ["halls", 20, "/api/house/hall"],
  ["species lists", 30, "/api/house/species"],
  ["species profiles", 30, "/api/house/species/housecat"],
  ["statistics", 60, "/api/stats"],
  ["discoveries", 60, "/api"],
  ["unknown routes", 60, "/api/no-such-route"],
  ["analytics", 30, "/api/admin/analytics"],
];

test.each(BY_ADDRESS)("%s by address are limited to %d per minute", async (_what, max, path) => {
  const readFrom = (here: string) => () => house.call("GET", path, undefined, { "x-admin-key": ADMIN_KEY }, here);
  await refusalAfter(max, 60, readFrom(freshAddress()));
  expect((await readFrom(freshAddress())()).status).not.toBe(429);
});

test("registrations by address are limited to 3 per hour", async () => {
  const register = (from: string) => house.call("POST", "/api/auth/register", { username: freshUsername() }, {}, from);
  const here = freshAddress();
  await refusalAfter(3, 3600, () => register(here));
  holds(await register(freshAddress()), 201);
  holds(await house.call("GET", "/api/auth/register", undefined, {}, here), 200);
});

test("rotations are limited to 5 per hour across successive keys", async () => {
  let { key } = await keeper();
  await refusalAfter(5, 3600, async () => {
    const answer = await house.call("POST", "/api/auth/rotate-key", {}, { "x-api-key": key }, freshAddress());
    key = answer.json.your_token ?? key;
    return answer;
  });
});

test("each endpoint has its own counter", async () => {
  const { call } = await keeper();
  const asked = [await call("GET", "/api/house/history"), await call("GET", "/api/house/preferences")];
  expect(asked.map((answer) => countersOf(answer).remaining)).toEqual([19, 59]);
});

test("list and profile of species share a counter", async () => {
  const here = freshAddress();
  const read = (path: string) => house.call("GET", path, undefined, {}, here);
  const [first, second] = [
    countersOf(await read("/api/house/species")),
    countersOf(await read("/api/house/species/owl")),
  ];
  expect([first.remaining, second.remaining]).toEqual([29, first.reset === second.reset ? 28 : 29]);
});

test("requests with bad keys return 429 after 30 per minute and address", async () => {
  const guess = (from: string) => house.call("GET", "/api/house/status", undefined, { "x-api-key": "dk_wrong" }, from);
  const here = freshAddress();
  const statuses: number[] = [];
  // The loop may cross the end of a window.
  while (statuses.length <= 61 && statuses.at(-1) !== 429) statuses.push((await guess(here)).status);
  expect(statuses.length).toBeGreaterThan(30);
  expect(statuses.slice(0, -1)).toEqual(statuses.slice(0, -1).map(() => 401));
  expect(statuses.at(-1)).toBe(429);
  holds(await guess(freshAddress()), 401);
});

test("health checks have their own limit of 600 per minute", async () => {
  expect(countersOf(await house.call("GET", "/api/health", undefined, {}, freshAddress()))).toMatchObject({
    limit: 600,
    remaining: 599,
  });
});
