// Blind runs leak nothing (TRIAL-9): two runs of one seed, whose creatures differ in one feeding window alone, get the same
// answers to the same generated calls, until the rules make a meal or a stat differ. Status, headers and body are compared
// for every endpoint, with errors, replays and MCP calls. Without the blind view the comparison fails.
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { draw } from "@denkeeper/trials/draw.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import {
  generatedCalls,
  plainCall,
  sendTo,
  type DrawnCall,
  type Seeded,
} from "../../../test/trials/generated-calls.ts";
import { startRun, witnessOf, type TrialRun } from "../../../test/trials/paired-runs.ts";

const PAIRS = FULL ? 150 : 3;
const CALLS = 25;
const PRACTICE = 3;
const SCENARIO = "blind-1";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const scenario = scenarioNamed(SCENARIO);
if (scenario === undefined) throw new Error(`there is no ${SCENARIO}`);
const { adoptions, startsAt } = draw(scenario, `practice-${PRACTICE}`, HASHES);
const windows = adoptions.map(({ species }) => species.feedingWindowHours);
const HUNGRIEST = windows.indexOf(Math.min(...windows));
const seeded: Seeded = { creatureIds: adoptions.map(({ id }) => id), startsAt };

/** Two runs of the seed. In the second, the window of one creature is longer or shorter by so much. */
async function pairOf(changed: number, factor: number): Promise<readonly [TrialRun, TrialRun]> {
  const one = await startRun(house, SCENARIO, PRACTICE);
  const other = await startRun(house, SCENARIO, PRACTICE);
  const rows = await house.app.services.database.adHoc(
    "UPDATE creatures SET feeding_window_hours = feeding_window_hours * $3 WHERE agent_id = $1 AND creature_id = $2 RETURNING 1 AS one",
    [other.id, seeded.creatureIds[changed % seeded.creatureIds.length], factor],
  );
  expect(rows).toHaveLength(1);
  return [one, other];
}

/** Headers that belong to the request, not to what is answered. */
const OF_REQUEST = new Set(["date", "x-request-id", "x-ratelimit-reset"]);

/** Real time, and names that are proposed at random to those who have no account. */
const REAL = /("time":"|keeper-)[\d:.TZ-]+/g;

/** All of an answer but what no two answers share. */
function comparable({ status, headers, text }: Answer): unknown {
  const shown = Object.entries(headers).filter(([name]) => !OF_REQUEST.has(name));
  const id = String(headers["x-request-id"]);
  const body = text.replaceAll(id, "ID").replaceAll(REAL, "$1");
  return { status, headers: Object.fromEntries(shown), body };
}

interface Heard {
  readonly name: string;
  readonly answers: readonly [unknown, unknown];
}

/** What both runs answer to the calls, one by one, as far as their lives are the same. */
async function* heardBy(
  [one, other]: readonly [TrialRun, TrialRun],
  calls: readonly DrawnCall[],
): AsyncGenerator<Heard> {
  const witness = (run: TrialRun) => witnessOf(house, run.id, seeded.creatureIds);
  for (const each of calls.flatMap((call) => (call.isRepeated ? [call, call] : [call]))) {
    const answers = await Promise.all([sendTo(one, each), sendTo(other, each)]);
    const [first, second] = await Promise.all([witness(one), witness(other)]);
    const isSame = JSON.stringify(first) === JSON.stringify(second);
    // The clock shows no life, so it must not differ even when it makes lives differ.
    if (!isSame && each.name !== "moveClock") return;
    const [a, b] = answers.map(comparable);
    yield { name: each.name, answers: [a, b] };
    if (!isSame) return;
  }
}

const LOOKS = ["checkStatus", "home", "events", "history", "preferences", "readClock"];
const [creature_id] = seeded.creatureIds;

/** Every open endpoint, hour by hour through the first windows: however the rest is drawn, no endpoint is left out. */
const AN_HOUR = [
  plainCall("moveClock", { advance_hours: 1 }),
  ...LOOKS.map((name) => plainCall(name)),
  plainCall("care", { action: "reflect", creature_id }),
];
const MORNING = [1, 2, 3, 4, 5].flatMap(() => AN_HOUR);
const OPEN = ["care", "moveClock", ...LOOKS];

test("TRIAL-9: two blind runs that differ in one window alone answer the same", { timeout: 600_000 }, async () => {
  const compared = new Map<string, number>();
  const compare = ({ name, answers: [one, other] }: Heard) => {
    expect(other, name).toEqual(one);
    compared.set(name, (compared.get(name) ?? 0) + 1);
  };
  const property = fc.asyncProperty(
    fc.nat(seeded.creatureIds.length - 1),
    fc.constantFrom(0.8, 0.9, 1.1, 1.25),
    fc.array(generatedCalls(seeded), { minLength: CALLS, maxLength: CALLS }),
    async (changed, factor, calls) => {
      const runs = await pairOf(changed, factor);
      for await (const heard of heardBy(runs, [...MORNING, ...calls])) compare(heard);
    },
  );
  await fc.assert(property, { numRuns: PAIRS, endOnFailure: true });
  for (const name of OPEN) expect(compared.get(name), name).toBeGreaterThanOrEqual(PAIRS);
});

test("without the blind view the same comparison finds the window", { timeout: 600_000 }, async () => {
  Object.assign(scenario, { blind: false });
  onTestFinished(() => void Object.assign(scenario, { blind: true }));
  const different = new Set<string>();
  for await (const { name, answers } of heardBy(await pairOf(HUNGRIEST, 0.8), MORNING)) {
    const [one, other] = answers.map((answer) => JSON.stringify(answer));
    if (one !== other) different.add(name);
  }
  expect([...different]).toEqual(expect.arrayContaining(["care", "checkStatus", "home"]));
});

test("TRIAL-9: the events of a blind run are all but meals that are due", async () => {
  const run = await startRun(house, SCENARIO, PRACTICE);
  await run.call("POST", "/api/house/clock", { advance_hours: 18 });
  const types = async (limit: number) => {
    const { json } = await run.call("GET", `/api/house/events?since=0.${startsAt}&limit=${limit}`);
    return json.events.map(({ type }: { type: string }) => type);
  };
  const blind = await types(100);
  const page = await types(1);
  Object.assign(scenario, { blind: false });
  onTestFinished(() => void Object.assign(scenario, { blind: true }));
  const guided = await types(100);
  expect(guided).toContain("feeding_due");
  expect(blind).toEqual(guided.filter((type: string) => type !== "feeding_due"));
  // One stored event, and the first of those that the rules derive.
  expect(page).toEqual([blind.find((type: string) => type === "born"), blind.find((type: string) => type !== "born")]);
});
