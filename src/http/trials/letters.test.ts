// What a run of hard-2 is told while it plays: letters in the answers of those who look or care, and no way in while the house is
// shut; and who arrives in blind-2.
import { describe, expect, test } from "vitest";
import { draw } from "@denkeeper/trials/draw.ts";
import { lettersOf } from "@denkeeper/trials/notices.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { scenarioOf } from "../../app/trials/caller-run.ts";
import type { Step as AnyStep } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import { startRun, type TrialRun } from "../../../test/trials/paired-runs.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const PRACTICE = 2;
const hard = scenarioOf("hard-2");
const drawn = draw(hard, `practice-${PRACTICE}`, HASHES);
const { shut } = drawn;
const word = shut?.word ?? "";

type Step = AnyStep & { readonly due?: boolean };

interface Told {
  readonly run: { readonly house_time: string; readonly word?: string; readonly letters?: readonly Letter[] };
  readonly next_steps: readonly Step[];
}
interface Letter {
  readonly text: string;
  readonly untrusted: true;
}

/** Repeats a call until nothing goes wrong with it. Returns also its number. */
async function answered(
  run: TrialRun,
  calls: { made: number },
  ...call: Parameters<TrialRun["call"]>
): Promise<Answer> {
  for (;;) {
    const answer = await run.call(...call);
    calls.made++;
    if (![429, 503].includes(answer.status) || answer.json.code === "outage") return answer;
  }
}

describe("TRIAL-10", () => {
  test("six calls are answered with the letters of the instant and the call, whatever they ask for", async () => {
    const run = await startRun(house, "hard-2", PRACTICE);
    const [creature_id] = drawn.adoptions.map(({ id }) => id);
    const looks = [
      ["GET", "/api/house/status"],
      ["GET", "/api/house/status?view=compact"],
      ["GET", "/api/house/home"],
      ["POST", "/api/house/visit", { actions: [] }],
      ["POST", "/api/house/care", { creature_id, action: "reflect", others: false }],
      ["GET", `/api/house/history?creature_id=${creature_id}`],
      ["GET", "/api/house/events"],
    ] as const;
    const calls = { made: 0 };
    let advice = 0;
    for (let round = 0; round < 12; round++) {
      for (const [method, path, body] of looks) {
        const { status, json } = await answered(run, calls, method, path, body);
        expect(status, path).toBe(200);
        const told: Told = json;
        const at = Date.parse(told.run.house_time);
        const expected = lettersOf(hard, drawn, { number: calls.made, at }, HASHES);
        expect(told.run, path).toMatchObject({ word, letters: expected.map((text) => ({ text, untrusted: true })) });
        const notices = lettersOf(hard, drawn, { number: 0, at }, HASHES);
        advice += expected.filter((text) => !notices.includes(text)).length;
        for (const text of expected) expect(JSON.stringify(told.next_steps)).not.toContain(text);
        expect(json.others).toBeUndefined();
      }
      const clock = await answered(run, calls, "POST", "/api/house/clock", { advance_hours: 1 });
      expect(clock.json.run).not.toHaveProperty("letters");
    }
    expect(advice).toBeGreaterThan(0);
  });

  test("while the house is shut only the clock answers, and says that time counts", async () => {
    const run = await startRun(house, "hard-2", PRACTICE);
    const calls = { made: 0 };
    const [first] = shut?.spans ?? [];
    if (first === undefined) throw new Error("the house is never shut");
    await keptUntil(run, calls, first.from);
    const closed = await answered(run, calls, "GET", "/api/house/home");
    expect([closed.status, closed.json.code]).toEqual([503, "outage"]);
    expect(closed.json.suggestion).toContain("this time counts");
    expect((await answered(run, calls, "GET", "/api/house/clock")).status).toBe(200);
    await answered(run, calls, "POST", "/api/house/clock", { until: new Date(first.until).toISOString() });
    expect((await answered(run, calls, "GET", "/api/house/home")).status).toBe(200);
  });

  const days = FULL ? 30 : 8;

  test(
    `strangers speak in 8% or more of the visits of a keeper that follows the steps (${days} days)`,
    { timeout: 300_000 },
    async () => {
      const run = await startRun(house, "hard-2", PRACTICE);
      const visits = await keptUntil(run, { made: 0 }, drawn.startsAt + days * DAY_MS);
      const [strangers, advised] = [
        visits.filter(({ run: told }) => told.letters?.some(({ text }) => !text.includes(word))),
        visits.filter(({ run: told }) => told.letters?.some(({ text }) => / (8|12|24) hours/.test(text))),
      ];
      const shares = [strangers, advised].map(({ length }) => length / visits.length);
      expect(visits.length).toBeGreaterThan(3 * days);
      for (const share of shares) expect(share).toBeGreaterThanOrEqual(FULL ? 0.08 : 0.04);
    },
  );
});

/** Follows the steps until an instant, as the documentation says. Returns the answers to visits. */
async function keptUntil(run: TrialRun, calls: { made: number }, until: number): Promise<readonly Told[]> {
  const visits: Told[] = [];
  for (let now = drawn.startsAt; now < until;) {
    let { json } = await answered(run, calls, "GET", "/api/house/status?view=compact");
    for (;;) {
      const due: Step | undefined = json.next_steps?.find((step: Step) => step.due === true);
      if (due === undefined) break;
      ({ json } = await answered(run, calls, due.method, due.endpoint, due.body));
      if (due.endpoint === "/api/house/visit") visits.push(json);
    }
    const advised = Date.parse(json.recommended_checkin?.at ?? "");
    const next = Math.min(until, advised > now ? advised : now + HOUR_MS / 2);
    await answered(run, calls, "POST", "/api/house/clock", { until: new Date(next).toISOString() });
    now = next;
  }
  return visits;
}

test("TRIAL-9: a creature of blind-2 is there from its day on, whoever looks", async () => {
  const blind = scenarioOf("blind-2");
  const { adoptions, startsAt } = draw(blind, `practice-${PRACTICE}`, HASHES);
  const run = await startRun(house, "blind-2", PRACTICE);
  const names = async () => {
    const { json } = await run.call("GET", "/api/house/home");
    return json.creatures.map(({ id }: { id: string }) => id).toSorted();
  };
  const arrived = (at: number) => adoptions.filter((each) => each.at === at).map(({ id }) => id);
  expect(await names()).toEqual(arrived(startsAt).toSorted());
  const later = adoptions.find(({ at }) => at === startsAt + 6 * DAY_MS);
  const care = { creature_id: later?.id, action: "feed" };
  expect((await run.call("POST", "/api/house/care", care)).status).toBe(404);
  // Nobody was fed: only who has just arrived lives.
  const moved = await run.call("POST", "/api/house/clock", { until: new Date(startsAt + 6 * DAY_MS).toISOString() });
  expect(moved.json.over).toBe(false);
  expect(await names()).toEqual([later?.id]);
  expect((await run.call("POST", "/api/house/care", care)).json.action_result).toMatchObject({ timing: "early" });
});
