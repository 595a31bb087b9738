// A run in process: its clock, what is open in it, how it ends, and what goes wrong.
import { expect, test } from "vitest";
import { played, theKeeper, theScenario } from "../../../scripts/simulate/trials/runs.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { FAULT_KINDS, faultOf, lieOf } from "./faults.ts";
import type { Answer } from "./house.ts";
import { Run } from "./run.ts";
import { mostCalls, type Scenario } from "./scenario.ts";
import { score } from "./score.ts";

const guided = theScenario("guided-1");
const hard = theScenario("hard-1");
const start = (scenario = guided, seed = "practice-1"): Run => new Run(scenario, seed, HASHES);

function valueOf<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(answer.failure);
  return answer.value;
}

test("TRIAL-2: the clock stands still until it is moved, by a minute or more and at most to the end", async () => {
  const run = start();
  const { startsAt, endsAt } = run.draw;
  for (let look = 0; look < 5; look++) expect(valueOf(await run.home()).now).toBe(startsAt);
  expect(valueOf(await run.advance({ until: startsAt + 1 })).now).toBe(startsAt + MINUTE_MS);
  expect(valueOf(await run.advance({ advanceHours: 2 })).now).toBe(startsAt + MINUTE_MS + 2 * HOUR_MS);
  expect(valueOf(await run.advance({ until: endsAt + DAY_MS }))).toMatchObject({ now: endsAt, over: true });
});

test("TRIAL-2: an instant that has passed moves nothing and uses no visit, so that a repeated move is one", async () => {
  const run = start();
  const until = run.now + 3 * HOUR_MS;
  const { visitsLeft } = valueOf(await run.advance({ until }));
  expect(visitsLeft).toBe(guided.visits - 2);
  expect(await run.advance({ until })).toEqual({ ok: false, failure: "already_past" });
  expect(run.now).toBe(until);
  expect(valueOf(await run.advance({ advanceHours: 1 })).visitsLeft).toBe(guided.visits - 3);
});

test("TRIAL-2: without visits left, the next move goes to the end", async () => {
  const few: Scenario = { ...guided, visits: 3 };
  const run = start(few);
  expect(valueOf(await run.advance({ advanceHours: 1 })).visitsLeft).toBe(1);
  expect(valueOf(await run.advance({ advanceHours: 1 }))).toMatchObject({ visitsLeft: 0, over: false });
  expect(valueOf(await run.advance({ advanceHours: 1 }))).toMatchObject({ now: run.draw.endsAt, over: true });
  expect(run.record().visits).toHaveLength(3);
});

test("TRIAL-4: everybody is hatched at the start, so that nobody is safe in an egg", async () => {
  const run = start();
  expect(valueOf(await run.home()).creatures).toHaveLength(3);
  expect(run.creatures.map(({ stage }) => stage)).toEqual(["baby", "baby", "baby"]);
  run.abandon();
  expect(score(run.record())).toMatchObject({ deaths: 3, onTimeShare: 0 });
});

test("TRIAL-4: home is a visit that checks everybody, and the schedule changes nothing", async () => {
  const social: Scenario = { ...guided, places: guided.places.map((place) => withTraits(place)) };
  const run = start(social);
  await run.advance({ advanceHours: 4 });
  const before = run.creatures;
  await run.schedule();
  expect(run.creatures).toEqual(before);
  await run.home();
  expect(run.creatures.map(({ lastCheckedAt }) => lastCheckedAt)).toEqual([run.now, run.now, run.now]);
  const kinds = run.record().lives.map(({ events }) => events.map(({ kind }) => kind));
  expect(kinds).toEqual(kinds.map(() => ["adopt", "hatch", "check"]));
});

function withTraits(place: Scenario["places"][number]): Scenario["places"][number] {
  if (!("species" in place)) return place;
  return { species: place.species.map((species) => ({ ...species, innateTraits: ["social"] })) };
}

test("TRIAL-5: one seed and the same calls give the same answers", async () => {
  const answers = async (): Promise<unknown> => {
    const run = start(hard);
    const all: unknown[] = [];
    for (let visit = 0; visit < 30; visit++) {
      const home = await run.home();
      all.push(home, await run.schedule(), run.calls);
      for (const { id } of home.ok ? home.value.creatures : []) all.push(await run.care(id, "play", true));
      all.push(await run.advance({ advanceHours: 3 }));
    }
    return all;
  };
  expect(await answers()).toEqual(await answers());
});

test("TRIAL-6: a run ends when nobody lives, and then answers nothing", async () => {
  const run = start();
  await run.advance({ advanceHours: 20 * 24 });
  expect(run.over).toBe(true);
  expect(run.now).toBeLessThan(run.draw.endsAt);
  const { calls } = run;
  expect(await run.home()).toEqual({ ok: false, failure: "over" });
  expect(await run.advance({ advanceHours: 1 })).toEqual({ ok: false, failure: "over" });
  expect(run.calls).toBe(calls);
});

test("TRIAL-6: time runs out with nobody coming, and the run is scored as it stands", async () => {
  const whole = await played(theKeeper("follower"), guided, "practice-1");
  const { visits } = whole.record();
  const half: Scenario = { ...guided, visits: Math.floor(visits.length / 2) };
  const run = await played(theKeeper("follower"), half, "practice-1");
  const { onTimeShare, passed, deaths } = score(run.record());
  expect(onTimeShare).toBeGreaterThan(0.4);
  expect(onTimeShare).toBeLessThan(0.6);
  expect([passed, deaths]).toEqual([false, 3]);
});

test("TRIAL-9: a blind run tells stats and mood, and nothing that reveals when to come", async () => {
  const run = start(theScenario("blind-1"));
  const { checkInAt, creatures } = valueOf(await run.home());
  expect(checkInAt).toBeNull();
  for (const creature of creatures) expect(Object.keys(creature).toSorted()).toEqual(["id", "mood", "name", "stats"]);
  expect(await run.schedule()).toEqual({ ok: false, failure: "closed" });
});

test("TRIAL-10: 3% of calls are refused, 1% told to wait, 2% lost, and 5% of care answers quote a stranger", () => {
  const calls = Array.from({ length: 8_000 }, (_, index) => index + 1);
  const faults = calls.map((call) => faultOf(hard, "seed", call, HASHES));
  const share = (kind: string | null) => faults.filter((fault) => fault === kind).length / calls.length;
  expect(FAULT_KINDS.map((kind) => Math.round(100 * share(kind)))).toEqual([3, 1, 2]);
  const lies = calls.map((call) => lieOf(hard, "seed", call, HASHES)).filter((lie) => lie !== null);
  expect(Math.round((100 * lies.length) / calls.length)).toBe(5);
  expect(new Set(lies).size).toBe(3);
  expect(calls.slice(0, 500).some((call) => faultOf(guided, "seed", call, HASHES) !== null)).toBe(false);
});

test("TRIAL-10: what is lost was done all the same, and what is refused was not", async () => {
  const seen = { lost: 0, busy: 0, throttled: 0 };
  for (let number = 1; number <= 6; number++) {
    const run = start(hard, `practice-${number}`);
    const [{ id } = { id: "" }] = run.creatures;
    for (let call = 1; call <= 60; call++) {
      const fault = faultOf(hard, run.draw.seed, call, HASHES);
      const cares = () => run.creatures[0]?.careActions;
      const before = cares();
      const answer = await run.care(id, "reflect");
      expect(cares()).toBe((before ?? 0) + (fault === null || fault === "lost" ? 1 : 0));
      expect(answer.ok).toBe(fault === null);
      if (fault !== null) seen[fault]++;
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

test("TRIAL-10: in an outage only the clock answers, and its time counts for nobody", async () => {
  const slow: Scenario = { ...hard, places: hard.places.slice(2) };
  const runs = Array.from({ length: 24 }, (_, index) => start(slow, `practice-${index + 1}`));
  const untilFirst = ({ draw }: Run) => (draw.outages[0]?.from ?? Infinity) - draw.startsAt;
  const [run] = runs.toSorted((a, b) => untilFirst(a) - untilFirst(b));
  const outage = run?.draw.outages[0];
  if (run === undefined || outage === undefined) throw new Error("there is no outage");
  while (run.now < outage.from) await run.advance({ until: outage.from });
  expect(await run.home()).toEqual({ ok: false, failure: "away" });
  expect(await run.care(run.creatures[0]?.id ?? "", "feed")).toEqual({ ok: false, failure: "away" });
  while (run.now < outage.until) await run.advance({ until: outage.until });
  const spared = run.record().lives.flatMap(({ events }) => events.filter(({ kind }) => kind === "amnesty"));
  for (const { at, until } of spared) expect([at, until]).toEqual([outage.from, outage.until]);
  expect(spared).toHaveLength(1);
});

test("TRIAL-10: a run may make 40 calls for each visit, then only the clock answers", async () => {
  const few: Scenario = { ...guided, visits: 2 };
  const run = start(few);
  for (let call = 0; call < mostCalls(few); call++) expect((await run.schedule()).ok).toBe(true);
  expect(await run.home()).toEqual({ ok: false, failure: "no_calls_left" });
  expect((await run.advance({ advanceHours: 1 })).ok).toBe(true);
});
