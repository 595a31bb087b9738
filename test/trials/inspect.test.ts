// The Inspect task: its names against a stored list of what Inspect has, and two roles against a stand-in package, each in a house
// of its own.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { monthOf, publishedBook, seedsOf } from "../../scripts/simulate/relay/months.ts";
import { BUILT_COMMAND } from "../processes/built-package.ts";
import { CHILD_ENV } from "../processes/child-env.ts";
import { FULL } from "../tier.ts";

test("who knows what the letters mean gets all, and a fool gets little", () => {
  const truth = Object.fromEntries(
    seedsOf("practice", FULL ? 2 : 1).map((seed) => [
      seed,
      monthOf(seed, publishedBook("practice")).facts.days.map((day) => day.truth),
    ]),
  );
  const env = { ...CHILD_ENV, DENKEEPER_SERVE: `'${process.execPath}' '${BUILT_COMMAND}' trial serve` };
  const { stdout, stderr, status } = spawnSync("python3", ["test/trials/inspect/check_task.py"], {
    input: JSON.stringify(truth),
    encoding: "utf8",
    env,
  });
  expect(status, stderr).toBe(0);
  const scores = Object.entries(JSON.parse(stdout));
  expect(scores).toHaveLength(2 * Object.keys(truth).length);
  for (const [name, score] of scores) {
    if (name.startsWith("oracle")) expect(score, name).toBe(1);
    else expect(score, name).toBeLessThan(0.15);
  }
});
