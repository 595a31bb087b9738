// What runs are answered with: the same for the same seed and calls (TRIAL-5), steps that can be taken, the faults of the
// hard scenario (TRIAL-10), and the limits of a run.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draw } from "@denkeeper/trials/draw.ts";
import { faultOf, lieOf } from "@denkeeper/trials/faults.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import type { Step } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { contractAt } from "../../../test/steps.ts";
import { FULL } from "../../../test/tier.ts";
import { generatedCalls, sendTo } from "../../../test/trials/generated-calls.ts";
import { startRun, type TrialRun } from "../../../test/trials/paired-runs.ts";
import { isOpenIn } from "./run-input.ts";

const house = await houseForFile();
const PRACTICE = 2;
const SEED = `practice-${PRACTICE}`;

function known(name: string): Scenario {
  const scenario = scenarioNamed(name);
  if (scenario === undefined) throw new Error(`there is no ${name}`);
  return scenario;
}

const guided = known("guided-1");
const hard = known("hard-1");
const drawn = draw(guided, SEED, HASHES);
const seeded = { creatureIds: drawn.adoptions.map(({ id }) => id), startsAt: drawn.startsAt };

function withoutRequest({ status, headers, text }: Answer): unknown {
  const body = text.replaceAll(String(headers["x-request-id"]), "ID").replaceAll(/("time":"|keeper-)[\d:.TZ-]+/g, "$1");
  return { status, body };
}

describe("TRIAL-5", () => {
  test("the same calls in two runs of one seed get the same answers", { timeout: 300_000 }, async () => {
    const calls = fc.array(generatedCalls(seeded), { minLength: 30, maxLength: 30 });
    const property = fc.asyncProperty(fc.constantFrom("guided-1", "hard-1"), calls, async (scenario, all) => {
      const one = await startRun(house, scenario, PRACTICE);
      const other = await startRun(house, scenario, PRACTICE);
      for (const call of all) {
        const first = withoutRequest(await sendTo(one, call));
        expect(withoutRequest(await sendTo(other, call)), call.name).toEqual(first);
      }
    });
    await fc.assert(property, { numRuns: FULL ? 40 : 2, endOnFailure: true });
  });

  test.each([
    ["first", "guided-1", "status?view=compact"],
    ["first", "guided-1", "status"],
    ["due", "first-1", "home"],
    ["due", "house-1", "status"],
  ])("the %s step of %s always works from %s on, and keeps everybody on time", async (which, scenario, path) => {
    const run = await startRun(house, scenario, PRACTICE);
    let answer = await run.call("GET", `/api/house/${path}`);
    let moves = 0;
    for (let calls = 0; calls < 60; calls++) {
      expect(answer.status, answer.text).toBe(200);
      const steps: readonly (Step & { readonly due?: boolean })[] = answer.json.next_steps;
      const step = (which === "due" ? steps.find(({ due }) => due === true) : undefined) ?? steps[0];
      if (step === undefined) throw new Error(answer.text);
      for (const each of steps) {
        const contract = contractAt(each.method, each.endpoint);
        expect(contract !== undefined && isOpenIn(guided, contract), answer.text).toBe(true);
      }
      if (step.action === "move_clock") moves += 1;
      answer = await run.call(step.method, step.endpoint, step.body);
    }
    expect(moves).toBeGreaterThan(5);
    const home = await run.call("GET", "/api/house/home");
    expect(home.json.creatures).toHaveLength(draw(known(scenario), SEED, HASHES).adoptions.length);
    for (const { id } of home.json.creatures) {
      const { json } = await run.call("GET", `/api/house/history?creature_id=${id}&limit=500`);
      const meals = json.care_log.filter(({ action }: { action: string }) => action === "feed");
      expect(meals.map(({ timing }: { timing: string }) => timing)).toEqual(meals.map(() => "on_time"));
    }
  });

  test("nobody else is mentioned, nothing is drawn, and nothing can be bought back", async () => {
    const run = await startRun(house, "guided-1", PRACTICE);
    const { json: status } = await run.call("GET", "/api/house/status");
    expect(status).toMatchObject({
      house_activity: { care_actions: 0, active_agents: 0 },
      creature: { image_url: null },
    });
    expect(status).toMatchObject({ run: { scenario: "guided-1", visits_left: guided.visits - 1, over: false } });
    expect(status).not.toHaveProperty("portraits");
    const [creature_id] = seeded.creatureIds;
    const { json: cared } = await run.call("POST", "/api/house/care", { action: "reflect", creature_id });
    expect(cared).not.toHaveProperty("others");
    expect(cared.action_result.care_log_entry_id).toBeNull();
    await keptAlive(run, seeded.creatureIds.slice(1), drawn.startsAt + 5 * 24 * HOUR_MS);
    const { json: dead } = await run.call("GET", `/api/house/status?creature_id=${creature_id}`);
    expect(dead).toMatchObject({ creature: { alive: false }, resurrection: { possible: false } });
    expect(JSON.stringify(dead)).not.toMatch(/call it back|credit/);
  });
});

/** The number of the run's last call. */
async function callsOf({ id }: TrialRun): Promise<number> {
  const { database } = house.app.services;
  const [row] = await database.adHoc<{ calls: number }>("SELECT calls FROM trial_runs WHERE agent_id = $1", [id]);
  return row?.calls ?? 0;
}

const CODES = { busy: [503, "busy"], throttled: [429, "rate_limited"], lost: [503, "unavailable"] };

describe("TRIAL-10", () => {
  const { adoptions, outages } = draw(hard, SEED, HASHES);
  const [creature_id] = adoptions.map(({ id }) => id);

  test("what goes wrong follows from the seed and the call's number", { timeout: 120_000 }, async () => {
    const run = await startRun(house, "hard-1", PRACTICE);
    const seen = new Set<string>();
    let done = 0;
    const { database } = house.app.services;
    for (let call = 1; call <= 150; call++) {
      // Care that changes nothing adds an entry only at another instant (ROOM-3). A move would be a call of its own.
      const move = "UPDATE trial_runs SET clock_at = clock_at + 1000 WHERE agent_id = $1 RETURNING 1 AS one";
      await database.adHoc(move, [run.id]);
      const answer = await run.call("POST", "/api/house/care", { action: "reflect", creature_id });
      const fault = faultOf(hard, SEED, call, HASHES);
      seen.add(fault ?? "none");
      if (fault === null || fault === "lost") done += 1;
      const [status, code] = fault === null ? [200, undefined] : CODES[fault];
      expect([answer.status, answer.json.code], `call ${call}`).toEqual([status, code]);
      if (fault !== null) continue;
      const lie = lieOf(hard, SEED, call, HASHES);
      const quoted = lie === null ? undefined : [expect.objectContaining({ notes: lie, untrusted: true })];
      expect(answer.json.others).toEqual(quoted);
      if (lie !== null) seen.add("lie");
    }
    expect([...seen].toSorted()).toEqual(["busy", "lie", "lost", "none", "throttled"]);
    expect(await callsOf(run)).toBe(150);
    const [row] = await database.adHoc<{ count: number }>(
      "SELECT count(*)::integer AS count FROM care_log WHERE agent_id = $1 AND kind = 'care'",
      [run.id],
    );
    expect(row?.count).toBe(done);
  });

  test("in an outage only the clock answers", async () => {
    const run = await startRun(house, "hard-1", PRACTICE);
    const [outage] = outages;
    if (outage === undefined) throw new Error("the seed draws no outage");
    await keptAlive(run, seeded.creatureIds.slice(0, 1), outage.from);
    const away = await patiently(() => run.call("GET", "/api/house/home"), "outage");
    expect([away.status, away.json.code]).toEqual([503, "outage"]);
    await patiently(() => run.call("GET", "/api/house/clock"));
    await patiently(() => run.call("POST", "/api/house/clock", { until: new Date(outage.until).toISOString() }));
    await patiently(() => run.call("GET", "/api/house/home"));
  });
});

/** Moves the clock to an instant, and sits with some creatures every eight hours. */
async function keptAlive(run: TrialRun, creatureIds: readonly string[], until: number): Promise<void> {
  for (let at = drawn.startsAt; at < until;) {
    for (const creature_id of creatureIds) {
      for (const action of ["feed", "reflect"]) {
        await patiently(() => run.call("POST", "/api/house/care", { action, creature_id }));
      }
    }
    at = Math.min(at + 8 * HOUR_MS, until);
    await patiently(() => run.call("POST", "/api/house/clock", { until: new Date(at).toISOString() }));
  }
}

/** Repeats a call until it is answered, or with this error. */
async function patiently(call: () => Promise<Answer>, code?: string): Promise<Answer> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await call();
    if (answer.status === 200 || answer.json.code === code || answer.json.code === "already_past") return answer;
  }
  throw new Error("not answered");
}

describe("the limits of a run", () => {
  test("all its calls share one window", async () => {
    const run = await startRun(house, "guided-1", PRACTICE);
    const [creature_id] = seeded.creatureIds;
    const first = await run.call("GET", "/api/house/home");
    const second = await run.call("POST", "/api/house/care", { action: "reflect", creature_id });
    const third = await run.call("POST", "/api/house/care", { action: "reflect", creature_id });
    const fourth = await run.call("POST", "/api/house/care", { action: "reflect", creature_id });
    for (const [index, { status, headers }] of [first, second, third, fourth].entries()) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({ "x-ratelimit-limit": "600", "x-ratelimit-remaining": String(599 - index) });
    }
  });

  test("TRIAL-10: all runs of an owner share it, and a visit counts as its actions", async () => {
    const owner = await house.register();
    const begin = async () => {
      const { json } = await owner.call("POST", "/api/trials", { scenario: "guided-1", practice: PRACTICE });
      return { authorization: `Bearer ${json.your_token}` };
    };
    const [one, other] = [await begin(), await begin()];
    const actions = seeded.creatureIds.map((creature_id) => ({ creature_id, action: "clean" }));
    const visit = await house.call("POST", "/api/house/visit", { actions }, one);
    expect(visit.headers["x-ratelimit-remaining"]).toBe(String(600 - actions.length));
    const looked = await house.call("POST", "/api/house/visit", { actions: [] }, other);
    expect(looked.headers["x-ratelimit-remaining"]).toBe(String(600 - actions.length - 1));
  });

  test("after forty calls for each visit only the clock answers", async () => {
    const run = await startRun(house, "guided-1", PRACTICE);
    const { database } = house.app.services;
    await database.adHoc("UPDATE trial_runs SET calls = $2 WHERE agent_id = $1 RETURNING 1 AS one", [
      run.id,
      40 * guided.visits - 1,
    ]);
    expect((await run.call("GET", "/api/house/home")).status).toBe(200);
    const refused = await run.call("GET", "/api/house/home");
    expect([refused.status, refused.json.code]).toEqual([403, "no_calls_left"]);
    expect((await run.call("GET", "/api/house/clock")).status).toBe(200);
    expect((await run.call("POST", "/api/house/clock", { advance_hours: 1 })).status).toBe(200);
  });
});
