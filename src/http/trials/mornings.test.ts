// A run with letters over HTTP (RELAY-1 to RELAY-4): what a morning shows, what it takes, and that no answer tells of another day.
import { expect, onTestFinished, test } from "vitest";
import { drawOf } from "../../app/trials/caller-run.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { practiceSeed } from "@denkeeper/trials/chance.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { startRun, type PlayedRun } from "../../../test/trial-runs.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const PRACTICE = { scenario: "relay-1", practice: 1 };
const facts = drawOf(RELAY_1, practiceSeed(1)).relay;
if (facts === undefined) throw new Error("relay-1 has no letters");
const ids = drawOf(RELAY_1, practiceSeed(1)).adoptions.map(({ id }) => id);

const leave = (run: PlayedRun, body: object = { advance_hours: 24 }) => run.call("POST", "/api/house/clock", body);
const visit = (run: PlayedRun, body: object) => run.call("POST", "/api/house/visit", body);
const pageOf = async (run: PlayedRun) => (await run.call("GET", "/api/house/home")).json.page;
const feed = (creature_id: string | undefined, item?: string) => ({ creature_id, action: "feed", item });

const serveAll = (run: PlayedRun) => visit(run, { actions: ids.map((id) => feed(id, facts.shelf[0])) });

async function servedDay(run: PlayedRun): Promise<Answer> {
  await serveAll(run);
  return leave(run);
}

/** Every call that a run's key can make, with a notebook, a serving, and errors. The clock goes last. */
async function dayOf(run: PlayedRun): Promise<readonly (readonly [name: string, answer: Answer])[]> {
  const calls = [
    ["GET", "/api/house/home"],
    ["POST", "/api/house/visit", { actions: ids.map((id) => feed(id, facts?.shelf[0])), notebook: "nothing" }],
    ["POST", "/api/house/visit", { actions: [] }],
    ["POST", "/api/house/care", feed(ids[0], "a cake")],
    ["POST", "/api/house/care", feed(ids[0], facts?.shelf[0])],
    ["POST", "/api/house/care", { ...feed(ids[1], facts?.shelf[0]), dry_run: true }],
    ["POST", "/api/house/care?view=compact", { creature_id: ids[2], action: "reflect" }],
    ["GET", "/api/house/status"],
    ["GET", "/api/house/status?view=compact"],
    ["GET", `/api/house/status?creature_id=${ids[3]}`],
    ["GET", `/api/house/history?creature_id=${ids[3]}`],
    ["GET", `/api/house/preferences?creature_id=${ids[3]}`],
    ["GET", `/api/house/forecast?creature_id=${ids[3]}`],
    ["GET", "/api/house/schedule"],
    ["GET", "/api/house/events"],
    ["GET", "/api/house/clock"],
    ["GET", `/api/trials/runs/${run.id}`],
    ["GET", "/api/trials"],
    ["POST", "/api/house/clock", { advance_hours: 1 }],
  ] as const;
  const answers: (readonly [string, Answer])[] = [];
  for (const [method, path, body] of calls)
    answers.push([`${method} ${path.replace(run.id, "ID")}`, await run.call(method, path, body)]);
  answers.push(["owner", await run.owner.call("GET", `/api/trials/runs/${run.id}`)]);
  return answers;
}

test("RELAY-1: a letter is in the answers of its day, and in none of the next", { timeout: 120_000 }, async () => {
  const run = await startRun(house, PRACTICE);
  for (let day = 1; day <= 3; day++) await servedDay(run);
  const { day, letters } = await pageOf(run);
  expect([day, letters.length > 0]).toEqual([4, true]);
  const fourth = await dayOf(run);
  const fifth = await dayOf(run);
  const sixth = await dayOf(run);
  const tells = (answers: typeof fourth) =>
    answers.filter(([, { text }]) =>
      letters.some((letter: string) => text.includes(JSON.stringify(letter).slice(1, -1))),
    );
  expect(tells(fourth).map(([name]) => name)).toEqual(["GET /api/house/home"]);
  for (const answers of [fifth, sixth]) expect(tells(answers)).toEqual([]);
});

/** All of an answer but what no two answers share: ids of runs and requests, and real time. */
function comparable(run: PlayedRun, { status, text, json }: Answer): unknown {
  if (json.run?.started_at !== undefined)
    return { ...json, run: { ...json.run, started_at: 0, id: 0, agent: 0, display_name: 0 } };
  return [status, text.replaceAll(run.id, "ID")];
}

test("RELAY-1: two runs that differ in one order answer alike until it is told", { timeout: 120_000 }, async () => {
  const TOLD_ON = 4;
  const days = async (run: PlayedRun) => {
    const seen: unknown[][] = [];
    for (let day = 1; day <= TOLD_ON; day++)
      seen.push((await dayOf(run)).map(([name, answer]) => [name, comparable(run, answer)]));
    return seen;
  };
  const one = await days(await startRun(house, PRACTICE));
  const day = facts.days[TOLD_ON - 1];
  if (day === undefined) throw new Error("there is no such day");
  const kept = structuredClone(facts.days.slice(TOLD_ON - 1));
  onTestFinished(() => {
    for (const [index, each] of kept.entries()) Object.assign(facts.days[TOLD_ON - 1 + index] ?? {}, each);
  });
  const told = structuredClone(day.letters);
  for (const { parts } of told) {
    for (const part of parts) if ("thing" in part) Object.assign(part, { thing: facts.shelf[3] });
  }
  Object.assign(day, { letters: told });
  for (const each of facts.days.slice(TOLD_ON - 1)) Object.assign(each, { truth: each.truth.toReversed() });
  const two = await days(await startRun(house, PRACTICE));
  expect(two.slice(0, TOLD_ON - 1)).toEqual(one.slice(0, TOLD_ON - 1));
  const differing = one[TOLD_ON - 1]?.filter((_, index) => {
    return JSON.stringify(one[TOLD_ON - 1]?.[index]) !== JSON.stringify(two[TOLD_ON - 1]?.[index]);
  });
  expect(differing?.map((each) => (Array.isArray(each) ? each[0] : each))).toEqual(["GET /api/house/home"]);
});

test("a morning's page is in home alone, and reading it changes nothing", async () => {
  const run = await startRun(house, PRACTICE);
  const [first, second] = [await pageOf(run), await pageOf(run)];
  expect(second).toEqual(first);
  expect(Object.keys(first)).toEqual(
    "day of weekday date weather shelf rooms letters notebook notebook_limit".split(" "),
  );
  expect(first).toMatchObject({ day: 1, of: 30, notebook: "", notebook_limit: 1500 });
  expect(first.rooms.map((each: { creature_id: string }) => each.creature_id)).toEqual(ids);
  const guided = await startRun(house);
  expect((await guided.call("GET", "/api/house/home")).json.page).toBeUndefined();
  expect((await run.call("GET", "/api/house/status")).json.page).toBeUndefined();
});

test("RELAY-4: food is from the shelf and the first of its day, and a serving also cleans", async () => {
  const run = await startRun(house, PRACTICE);
  const [item = "", another = ""] = facts.shelf;
  const log = async (id: string | undefined) =>
    (await run.call("GET", `/api/house/history?creature_id=${id}`)).json.care_log.map(
      (row: { action: string; item: string | null }) => [row.action, row.item],
    );
  const refused = await visit(run, { actions: [feed(ids[0], "a cake"), feed(ids[1]), feed(ids[2], item)] });
  const codes = refused.json.results.map((each: { code?: string; success: boolean }) => each.code ?? each.success);
  expect(codes).toEqual(["not_on_the_shelf", "not_on_the_shelf", true]);
  expect(refused.json.results[0].suggestion).toBe(`item is one of ${facts.shelf.join(", ")}.`);
  expect([await log(ids[0]), await log(ids[1])]).toEqual([[], []]);
  expect(await log(ids[2])).toEqual([
    ["feed", item],
    ["clean", null],
  ]);
  const again = await run.call("POST", "/api/house/care", feed(ids[2], another));
  expect([again.status, again.json.code]).toEqual([409, "already_served"]);
  expect(again.json.next_steps).toMatchObject([{ endpoint: "/api/house/home" }]);
  expect(await log(ids[2])).toHaveLength(2);
  // Six other actions later it is still the first of the day that counts.
  for (const action of ["play", "rest", "clean", "discipline", "reflect", "medicine"])
    await run.call("POST", "/api/house/care", { creature_id: ids[2], action });
  expect((await run.call("POST", "/api/house/care", feed(ids[2], another))).json.code).toBe("already_served");
  const results = await Promise.all(facts.shelf.map((each) => run.call("POST", "/api/house/care", feed(ids[3], each))));
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 11 }, () => 409),
  ]);
  expect((await log(ids[3])).filter(([action]: [string]) => action === "feed")).toHaveLength(1);
  await leave(run);
  expect((await run.call("POST", "/api/house/care", feed(ids[2], another))).json.action_result.success).toBe(true);
});

test("a visit that serves only what is due and skips it leaves nothing", async () => {
  const run = await startRun(house, PRACTICE);
  const { json } = await visit(run, { actions: [feed(ids[0], facts.shelf[0])], only_due: true });
  expect(json.results).toMatchObject([{ success: false, skipped: true }]);
  expect((await run.call("GET", `/api/house/history?creature_id=${ids[0]}`)).json.care_log).toEqual([]);
});

test("the notebook is overwritten, and one that is too long changes nothing", async () => {
  const run = await startRun(house, PRACTICE);
  await visit(run, { actions: [], notebook: "room 1: garlic\nroom 2: tea" });
  expect((await pageOf(run)).notebook).toBe("room 1: garlic\nroom 2: tea");
  await leave(run);
  const long = await visit(run, { actions: [feed(ids[0], facts.shelf[0])], notebook: "n".repeat(1501) });
  expect([long.status, long.json.code]).toEqual([400, "notebook_too_long"]);
  expect(long.json.suggestion).toContain("1501");
  expect((await pageOf(run)).notebook).toBe("room 1: garlic\nroom 2: tea");
  const served = await visit(run, { actions: [feed(ids[0], facts.shelf[0])], notebook: "n".repeat(1500) });
  expect(served.status).toBe(200);
  expect((await pageOf(run)).notebook).toHaveLength(1500);
  const guided = await startRun(house);
  const elsewhere = await visit(guided, { actions: [], notebook: "x" });
  expect(elsewhere.json.warnings).toMatchObject([{ field: "notebook" }]);
});

test("TRIAL-2: every move goes to the next noon, and the thirtieth ends the run", async () => {
  const run = await startRun(house, PRACTICE);
  const start = Date.parse(run.started.json.starts_at);
  const moves = [
    { advance_hours: 0.01 },
    { advance_hours: 700 },
    { until: new Date(start + 2.5 * DAY_MS).toISOString() },
  ];
  for (const [index, body] of moves.entries()) {
    await serveAll(run);
    const { json } = await leave(run, body);
    expect([Date.parse(json.house_time), json.visits_left]).toEqual([start + (index + 1) * DAY_MS, 28 - index]);
    expect(json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      "/api/house/home",
      "/api/house/clock",
    ]);
  }
  expect((await leave(run, { until: new Date(start + 3 * DAY_MS).toISOString() })).json.code).toBe("already_past");
  for (let day = 4; day < 30; day++) expect((await servedDay(run)).json.over).toBe(false);
  await serveAll(run);
  expect((await leave(run)).json).toMatchObject({ over: true, house_time: run.started.json.ends_at });
});
