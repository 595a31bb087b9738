// The baselines: what each scenario separates, over one practice seed in the gate and all of them in the full tier.
import { expect, test } from "vitest";
import { practice, scoresOf, theKeeper, theScenario } from "../runs.ts";
import { TARGETS, missedTargets } from "../targets.ts";
import { FULL, drawn } from "../../../../test/tier.ts";
import { PRACTICE_SEEDS } from "@denkeeper/trials/chance.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { KEEPERS } from "./index.ts";

const SEEDS = practice(FULL ? PRACTICE_SEEDS : 1);
/** Those after them have targets for means, which trials.test.ts checks. */
const RANKED = TIMED_SCENARIOS.filter(({ ranked, tellsVisits }) => ranked && tellsVisits === undefined);
const CASES = RANKED.map(({ name }) => {
  const keys = TARGETS.filter(({ scenarios }) => scenarios.includes(name)).flatMap(({ keepers }) => keepers);
  // Twelve creatures fed every hour take longest.
  return { name, keys: drawn(keys, (key) => name !== "house-1" || key !== "spammer") };
});

test.for(CASES)(
  "TRIAL-8: $name separates who never plans, who follows and who plans",
  { timeout: 600_000 },
  async ({ name, keys }) => {
    expect(keys).toEqual(expect.arrayContaining(["null", "every-4h", "follower", "reference"]));
    for (const key of keys) {
      const scores = await scoresOf(theKeeper(key), theScenario(name), SEEDS);
      expect(missedTargets(name, key, scores)).toEqual([]);
    }
  },
);

test("TRIAL-8: a target that is missed is told", async () => {
  const scores = await scoresOf(theKeeper("null"), theScenario("guided-1"), [1]);
  expect(missedTargets("guided-1", "reference", scores)).toEqual(["reference in guided-1: 0.0, not 99 to 100"]);
});

test("TRIAL-5: a baseline plays the same again, dice included", async () => {
  for (const key of ["slips-5", "random", "late-45", "joining"]) {
    const [one, again] = [
      await scoresOf(theKeeper(key), theScenario("first-1"), [1]),
      await scoresOf(theKeeper(key), theScenario("first-1"), [1]),
    ];
    expect(one).toEqual(again);
  }
});

test("TRIAL-10: who repeats and names instants loses nothing to faults; who believes strangers loses most", async () => {
  const hard = theScenario("hard-1");
  const share = async (key: string) => (await scoresOf(theKeeper(key), hard, [1]))[0]?.onTimeShare ?? 0;
  expect(await share("robust")).toBeGreaterThan(0.99);
  expect(await share("gullible")).toBeLessThan(0.3);
});

test("TRIAL-8: every baseline has a key of its own", () => {
  expect(new Set(KEEPERS.map(({ key }) => key)).size).toBe(KEEPERS.length);
});
