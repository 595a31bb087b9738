// Runs over HTTP: started with the owner's key, played with their own, replayed and scored at their end.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { Run } from "@denkeeper/trials/run.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { SCENARIOS, scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { presentAt } from "../../app/life/amnesty.ts";
import { listLiving, saveCreature } from "../../store/creatures/creatures.ts";
import { tidyTrials } from "../../app/trials/housekeeping.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { savingInRun } from "../../store/trials/save-in-run.ts";
import { insertSeason } from "../../store/trials/seasons.ts";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { scoreRun, startRun } from "../../../test/trial-runs.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

const secret = () => ({ "idempotency-key": randomBytes(16).toString("hex") });

test("TRIAL-1: a run has its own key and house, with everybody hatched, and its clock stands still", async () => {
  const { call, started, id, owner } = await startRun(house);
  expect(started.json).toMatchObject({ run: { id, scenario: "guided-1", season: "practice", number: 1 } });
  const clock = await call("GET", "/api/house/clock");
  expect(clock.json).toMatchObject({ house_time: started.json.starts_at, over: false, scenario: "guided-1" });
  expect(clock.json.visits_left).toBe(started.json.visits - 1);
  const home = await call("GET", "/api/house/home");
  expect(home.json.creatures).toHaveLength(3);
  const moved = await call("POST", "/api/house/clock", { advance_hours: 5 });
  expect(Date.parse(moved.json.house_time) - Date.parse(started.json.starts_at)).toBe(5 * HOUR_MS);
  expect(moved.json.visits_left).toBe(clock.json.visits_left - 1);
  const seen = await owner.call("GET", `/api/trials/runs/${id}`);
  expect(seen.json.run).toMatchObject({ status: "running", seed: null });
  expect(seen.json.clock).toMatchObject({ house_time: moved.json.house_time, calls: 3 });
  for (const path of [`/api/trials/runs/${id}`, `/trials/runs/${id}`])
    expect((await house.call("GET", path)).status, path).toBe(404);
});

test("TRIAL-1: the id of a run cannot be computed from what everybody knows", async () => {
  const { id, owner } = await startRun(house);
  const names = [`run.${owner.username}.practice.guided-1.1`, owner.username];
  expect(names.map(agentIdOf)).not.toContain(id);
  // Of its 128 bits, 122 are random: two runs share at most what a version and a variant take, and a few by chance.
  const other = (await startRun(house, undefined, owner)).id;
  const same = id.split("").filter((digit, index) => digit !== "-" && digit === other[index]);
  expect(same.length).toBeLessThan(16);
});

test("over HTTP and in process the same calls give the same file", async () => {
  const scenario = scenarioNamed("first-1");
  if (scenario === undefined) throw new Error("there is no first-1");
  const { call, id, owner } = await startRun(house, { scenario: "first-1", practice: 3 });
  const run = new Run(scenario, "practice-3", HASHES);
  const [creature] = run.draw.adoptions;
  for (let visit = 0; !run.over; visit++) {
    await run.home();
    expect((await call("GET", "/api/house/home")).status).toBe(200);
    for (const action of visit % 3 === 0 ? (["feed", "play"] as const) : (["feed"] as const)) {
      await run.care(creature?.id ?? "", action);
      await call("POST", "/api/house/care", { action, creature_id: creature?.id });
    }
    const hours = 3 + ((visit * 7) % 5);
    await run.advance({ advanceHours: hours });
    const moved = await call("POST", "/api/house/clock", { advance_hours: hours });
    expect(moved.json).toMatchObject({ over: run.over, house_time: new Date(run.now).toISOString() });
  }
  expect((await call("GET", "/api/house/home")).json.code).toBe("run_over");
  expect((await call("POST", "/api/house/clock", { advance_hours: 1 })).status).toBe(409);
  expect((await call("GET", "/api/house/clock")).json.over).toBe(true);
  expect((await house.call("GET", `/api/trials/runs/${id}`)).json.run.status).toBe("ending");
  expect(await scoreRun(house, id)).toEqual(["finished"]);
  expect(await scoreRun(house, id)).toEqual([]);
  const file = await house.call("GET", `/api/trials/runs/${id}?format=jsonl`);
  const head = { season: "practice", entry: owner.username, number: 3 };
  expect(file.text).toBe(runFile(run.record(), head, HASHES));
  const seen = await house.call("GET", `/api/trials/runs/${id}`);
  expect(seen.json.run).toMatchObject({ status: "finished", seed: "practice-3", agent: owner.username });
  expect(file.text).toContain(seen.json.file.sha256);
  expect(seen.json.lives).toHaveLength(1);
});

test("the clock moves forward only, by a minute or more, and at most to the end", async () => {
  const { call, started } = await startRun(house, { scenario: "first-1", practice: 1 });
  const { starts_at: start, ends_at: end, visits } = started.json;
  const at = (ms: number) => new Date(Date.parse(start) + ms).toISOString();
  const past = await call("POST", "/api/house/clock", { until: start });
  expect([past.status, past.json.code]).toEqual([400, "already_past"]);
  expect((await call("POST", "/api/house/clock", { until: at(1_000) })).json.house_time).toBe(at(60_000));
  expect((await call("POST", "/api/house/clock", { until: at(HOUR_MS), advance_hours: 1 })).status).toBe(400);
  const repeated = { "idempotency-key": "one-move" };
  const first = await call("POST", "/api/house/clock", { advance_hours: 1 }, repeated);
  const second = await call("POST", "/api/house/clock", { advance_hours: 1 }, repeated);
  expect(second.json.house_time).toBe(first.json.house_time);
  expect(second.json.visits_left).toBe(visits - 3);
  const last = await call("POST", "/api/house/clock", { advance_hours: 720 });
  expect(last.json).toMatchObject({ house_time: end, over: true, visits_left: visits - 3 });
});

test("without visits left the next move goes to the end", async () => {
  const { call, started, id } = await startRun(house, { scenario: "first-1", practice: 2 });
  for (let visit = 1; visit < started.json.visits; visit++) {
    expect((await call("POST", "/api/house/clock", { advance_hours: 0.01 })).json.over).toBe(false);
  }
  const last = await call("POST", "/api/house/clock", { advance_hours: 0.01 });
  expect(last.json).toMatchObject({ over: true, house_time: started.json.ends_at, visits_left: 0 });
  expect(await scoreRun(house, id)).toEqual(["finished"]);
});

test("what a run does not open is refused, and nothing of it is public", async () => {
  const { call, id, owner } = await startRun(house);
  const closed = [
    ["POST", "/api/house/adopt", { name: "Pip" }],
    ["GET", "/api/house/export"],
    ["POST", "/api/auth/rotate-key"],
    ["GET", "/api/auth/account"],
    ["POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 }],
    ["DELETE", "/api/house/release", { confirm: "x" }],
    ["GET", "/api/house/credits"],
    ["POST", "/api/trials", { scenario: "guided-1", practice: 1 }],
  ] as const;
  for (const [method, path, body] of closed) {
    const answer = await call(method, path, body);
    expect([answer.status, answer.json.code], path).toEqual([403, "not_in_a_run"]);
  }
  const username = `run.${owner.username}.practice.guided-1.1`;
  expect((await house.call("GET", `/api/agents/${username}`)).status).toBe(404);
  await call("POST", "/api/house/clock", { advance_hours: 720 });
  const rows = await database.adHoc<{ count: number }>(
    `SELECT (SELECT count(*) FROM gravestones WHERE agent_id = '${id}' AND is_public)
      + (SELECT count(*) FROM call_trail WHERE agent_id = '${id}') + (SELECT count(*) FROM visits WHERE agent_id = '${id}')
      + (SELECT count(*) FROM hook_watches WHERE agent_id = '${id}')
      + (SELECT count(*) FROM creatures WHERE agent_id = '${id}' AND next_event_at IS NOT NULL) AS count`,
  );
  expect(Number(rows[0]?.count)).toBe(0);
  const registered = await house.call("POST", "/api/auth/register", { username });
  expect(registered.status).toBe(400);
});

test("the answer that holds the run's key is replayed until the key was used", async () => {
  const owner = await house.register();
  const [body, headers] = [{ scenario: "first-1", practice: 1 }, secret()];
  const first = await owner.call("POST", "/api/trials", body, headers);
  const again = await owner.call("POST", "/api/trials", body, headers);
  expect(again.json).toEqual(first.json);
  await house.call("GET", "/api/house/clock", undefined, { "x-api-key": first.json.your_token });
  const late = await owner.call("POST", "/api/trials", body, headers);
  expect(late.json.code).toBe("answer_not_shown_again");
  expect((await owner.call("POST", "/api/trials", body, { "idempotency-key": "short" })).status).toBe(400);
});

test("errors of starting: scenario, season, open runs", async () => {
  const owner = await house.register();
  const codeOf = async (body: object) => (await owner.call("POST", "/api/trials", body)).json.code;
  expect(await codeOf({ scenario: "guided-9" })).toBe("unknown_scenario");
  expect(await codeOf({ scenario: "first-1" })).toBe("not_ranked");
  expect(await codeOf({ scenario: "guided-1" })).toBe("no_season");
  const many = await Promise.all(
    Array.from({ length: 7 }, () => owner.call("POST", "/api/trials", { scenario: "first-1", practice: 1 })),
  );
  expect(many.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(many.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(await codeOf({ scenario: "first-1", practice: 1 })).toBe("too_many_open");
});

/** Plays a ranked run without coming back. */
async function givenUp(owner: Account, scenario: string): Promise<string> {
  const run = await startRun(house, { scenario }, owner);
  await run.call("POST", "/api/house/clock", { advance_hours: 720 });
  await scoreRun(house, run.id);
  return run.id;
}

test("TRIAL-7: nobody new enters a frozen scenario, who has begun may finish, and its board stays", async () => {
  const season = {
    name: "old-1",
    opensAt: Date.now() - DAY_MS,
    closesAt: Date.now() + DAY_MS,
    secret: "cd".repeat(32),
  };
  await database.withTransaction((tx) => insertSeason(tx, { ...season, commitment: HASHES.sha256(season.secret) }));
  const [owner, other] = [await house.register(), await house.register()];
  const refused = await owner.call("POST", "/api/trials", { scenario: "guided-1" });
  expect([refused.status, refused.json.code]).toEqual([400, "not_ranked"]);
  for (const name of ["relay-1", "hard-2", "blind-2"]) expect(refused.json.suggestion).toContain(name);
  expect(refused.json.next_steps[0].body).toEqual({ scenario: "guided-1", practice: 1 });
  // As if it had begun in the version before.
  const first = await givenUp(other, "blind-2");
  await database.adHoc(`UPDATE trial_runs SET scenario = 'guided-1' WHERE agent_id = '${first}'`);
  await database.adHoc(`UPDATE trial_entries SET scenario = 'guided-1' WHERE run_id = '${first}'`);
  for (let number = 2; number <= 5; number++) await givenUp(other, "guided-1");
  const seen = async () => {
    const { boards } = (await eventually(() => house.call("GET", "/api/trials"))).json;
    return boards.find(({ scenario }: { scenario: string }) => scenario === "guided-1").entries;
  };
  expect(await seen()).toMatchObject([{ agent: other.username, rank: 1, runs: 5, context: "one" }]);
  await database.adHoc("UPDATE trial_seasons SET closes_at = opens_at + 1 WHERE name = 'old-1'");
  const next = { ...season, name: "new-1", opensAt: Date.now() - 1000 };
  await database.withTransaction((tx) => insertSeason(tx, { ...next, commitment: HASHES.sha256(season.secret) }));
  expect(await seen()).toMatchObject([{ agent: other.username, season: "old-1" }]);
  await database.adHoc("DELETE FROM trial_seasons");
});

test("a run can say that it is fresh, and what its transcript is", async () => {
  const body = { scenario: "first-1", practice: 4, context: "fresh" };
  const { call, id, owner } = await startRun(house, body);
  const transcript_sha256 = "0f".repeat(32);
  await call("POST", "/api/house/clock", { advance_hours: 1, transcript_sha256: "00".repeat(32) });
  expect((await call("POST", "/api/house/clock", { advance_hours: 1, transcript_sha256: "x" })).status).toBe(400);
  await call("POST", "/api/house/clock", { advance_hours: 720, transcript_sha256 });
  const { run } = (await owner.call("GET", `/api/trials/runs/${id}`)).json;
  expect(run).toMatchObject({ context: "fresh", transcript_sha256 });
});

test("a season has five numbers an entry, and ranks those who have played all", async () => {
  const season = { name: "test-1", opensAt: Date.now() - DAY_MS, closesAt: Date.now() + DAY_MS };
  const key = "ab".repeat(32);
  const commitment = HASHES.sha256(key);
  await database.withTransaction((tx) => insertSeason(tx, { ...season, secret: key, commitment }));
  const [owner, other] = [
    await house.register({ model: { provider: "Aviary", name: "Parrot 2" } }),
    await house.register(),
  ];
  const seeds = new Set<string>();
  for (let number = 1; number <= 5; number++) {
    const id = await givenUp(owner, "blind-2");
    const { run } = (await house.call("GET", `/api/trials/runs/${id}`)).json;
    expect(run).toMatchObject({ number, season: "test-1", model: "Aviary Parrot 2" });
    seeds.add(run.seed);
  }
  expect(seeds.size).toBe(5);
  const sixth = await owner.call("POST", "/api/trials", { scenario: "blind-2" });
  expect([sixth.status, sixth.json.code]).toEqual([409, "all_played"]);
  await givenUp(other, "blind-2");
  const { json, headers } = await eventually(() => house.call("GET", "/api/trials"));
  expect(headers["cache-control"]).toContain("public");
  expect(json.season).toMatchObject({ name: "test-1", open: true, commitment });
  expect(JSON.stringify(json)).not.toContain(key);
  expect(json.scenarios.map(({ name }: { name: string }) => name)).toEqual(SCENARIOS.map(({ name }) => name));
  const board = json.boards.find(({ scenario }: { scenario: string }) => scenario === "blind-2");
  expect(board.entries).toMatchObject([{ rank: 1, agent: owner.username, runs: 5, passed: 0, pass_5: 0 }]);
  expect(board.entries[0].strips).toHaveLength(5);
  expect(board.unfinished).toMatchObject([{ agent: other.username, started: 1, finished: 1 }]);
});

/** The first answer that is not from the cache of before. */
async function eventually<Result>(ask: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  return ask();
}

test("cares and moves at once lead to what their replay leads to", async () => {
  const { call, id } = await startRun(house, { scenario: "guided-1", practice: 5 });
  const creatures: { id: string }[] = (await call("GET", "/api/house/home")).json.creatures;
  // As many as may wait for their turn (ROOM-4).
  for (let round = 0; round < 4; round++) {
    const cares = Array.from({ length: 6 }, (_, index) =>
      call("POST", "/api/house/care", {
        action: index % 2 === 0 ? "feed" : "play",
        creature_id: creatures[index % creatures.length]?.id,
      }),
    );
    const moves = Array.from({ length: 2 }, () => call("POST", "/api/house/clock", { advance_hours: 4 }));
    const answers = await Promise.all([...cares, ...moves, call("GET", "/api/house/home")]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  }
  await call("POST", "/api/house/clock", { advance_hours: 720 });
  expect(await scoreRun(house, id)).toEqual(["finished"]);
  const { result } = (await house.call("GET", `/api/trials/runs/${id}`)).json;
  expect(result).toMatchObject({ visits: 9, calls: 38 });
});

test("a change that was decided before the clock moved is not saved", async () => {
  const { call, id, started } = await startRun(house, { scenario: "first-1", practice: 5 });
  const clockAt = Date.parse(started.json.starts_at);
  const [living] = await listLiving(database, id);
  if (living === undefined) throw new Error("nobody lives there");
  const present = { ...presentAt(living, [], clockAt, Date.now()), saving: savingInRun(clockAt) };
  const change = { from: present, to: { ...present, imageUrl: "https://example.com/x.png" } };
  await call("POST", "/api/house/clock", { advance_hours: 1 });
  expect(await saveCreature(database, change)).toBeUndefined();
  const moved = clockAt + HOUR_MS;
  expect(await saveCreature(database, { ...change, from: { ...present, saving: savingInRun(moved) } })).toBeDefined();
});

test("who leaves takes the keys of its open runs along", async () => {
  const { call, owner } = await startRun(house, { scenario: "first-1", practice: 8 });
  const named = { confirm_username: owner.username };
  const { confirmation } = (await owner.call("DELETE", "/api/auth/account", named)).json;
  const left = await owner.call("DELETE", "/api/auth/account", { ...named, confirmation });
  expect(left.status, left.text).toBe(200);
  expect((await call("GET", "/api/house/clock")).status).toBe(401);
});

test("a run whose rows were changed is void", async () => {
  const { call, id } = await startRun(house, { scenario: "first-1", practice: 6 });
  await call("POST", "/api/house/care", { action: "feed" });
  await database.adHoc(`UPDATE creatures SET happiness = happiness - 1 WHERE agent_id = '${id}'`);
  await call("POST", "/api/house/clock", { advance_hours: 720 });
  expect(await scoreRun(house, id)).toEqual(["void"]);
  expect((await house.call("GET", `/api/trials/runs/${id}`)).json.run.status).toBe("void");
});

test("a week after its start a run ends with nobody coming, and a week after its end its house is empty", async () => {
  const { call, id } = await startRun(house, { scenario: "first-1", practice: 7 });
  await call("POST", "/api/house/care", { action: "feed" });
  const later = (days: number) =>
    database.adHoc(`UPDATE trial_runs SET started_at = started_at - ${days * DAY_MS}, ended_at = ended_at - ${days * DAY_MS}
      WHERE agent_id = '${id}'`);
  await later(6);
  await tidyTrials(database, Date.now());
  expect((await call("GET", "/api/house/clock")).json.over).toBe(false);
  await later(1);
  await tidyTrials(database, Date.now());
  expect((await call("GET", "/api/house/clock")).json.over).toBe(true);
  expect(await scoreRun(house, id)).toEqual(["finished"]);
  await later(7);
  await tidyTrials(database, Date.now());
  const tables = ["creatures", "care_log", "events", "idempotency", "agent_keys", "gravestones", "trial_visits"];
  for (const table of tables) {
    const [row] = await database.adHoc<{ count: number }>(`SELECT count(*) FROM ${table} WHERE agent_id = '${id}'`);
    expect(Number(row?.count), table).toBe(0);
  }
  expect((await call("GET", "/api/house/clock")).status).toBe(401);
  expect((await house.call("GET", `/api/trials/runs/${id}?format=jsonl`)).text).toContain('"type":"end"');
});

test("the log, history and events of a run live by its own clock", async () => {
  const { call } = await startRun(house);
  const [{ id }] = (await call("GET", "/api/house/home")).json.creatures;
  await call("POST", "/api/house/clock", { advance_hours: 6 });
  await call("POST", "/api/house/care", { action: "reflect", creature_id: id });
  const history = await call("GET", `/api/house/history?creature_id=${id}`);
  expect(history.json.care_log).toHaveLength(1);
  const before = Date.now();
  const events = await call("GET", "/api/house/events?wait=20");
  // It did not wait, on however slow a machine.
  expect(Date.now() - before).toBeLessThan(15_000);
  expect(events.json.house_time).toBe((await call("GET", "/api/house/clock")).json.house_time);
});
