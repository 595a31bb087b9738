// Tests the comparison of sizes with budgets and baselines, and that sizes are the same in every run.
import { describe, expect, test } from "vitest";
import { STEPS } from "../check/steps.ts";
import { baselineOf, faultsIn, type SizeReading } from "./budgets.ts";
import { sizeOf } from "./reader.ts";

const reading = (tokens: number, more: Partial<SizeReading> = {}): SizeReading => ({
  name: "tools",
  size: { tokens, bytes: tokens * 4, lines: 1 },
  budget: { tokens: 2_000 },
  ...more,
});

describe("faultsIn", () => {
  test.each([
    ["the baseline itself", 1_000, []],
    ["five percent more", 1_050, []],
    ["less", 10, []],
    ["one token more than that", 1_051, ["tools: grew from 1000 to 1051 tokens, more than 5%"]],
  ])("reports growth only above five percent: %s", (_, tokens, faults) => {
    expect(faultsIn([reading(tokens)], { tools: 1_000 })).toEqual(faults);
  });

  test("reports each unit over budget, even with an equal baseline", () => {
    const large = reading(2_001, { budget: { tokens: 2_000, bytes: 8_000, lines: 1 } });
    expect(faultsIn([large], baselineOf([large]))).toEqual([
      "tools: 2001 tokens, but the budget is 2000",
      "tools: 8004 bytes, but the budget is 8000",
    ]);
  });

  test("reports a reading without a baseline, and a baseline without a reading", () => {
    expect(faultsIn([reading(1)], {})).toEqual([expect.stringContaining("has no baseline")]);
    expect(faultsIn([], { gone: 1 })).toEqual(["gone: is in the baseline but was not measured"]);
  });
});

test("sizes do not depend on ids, keys, addresses or instants", () => {
  const text = (id: string, key: string, port: number, at: string) =>
    JSON.stringify({ id, key, url: `http://127.0.0.1:${port}/skill.md`, at });
  const [one, other] = [
    text("019a8e3c-0000-7000-8000-000000000000", `dk_${"a".repeat(64)}`, 3000, "2026-11-16T00:00:00.000Z"),
    text("7f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", `dk_${"Zk8".repeat(21)}`, 45_123, "2031-01-09T23:59:59Z"),
  ];
  expect(sizeOf(one)).toEqual(sizeOf(other));
});

test("the gate has a step that measures", () => {
  expect(STEPS.find(({ name }) => name === "context")?.gate).toEqual(["node", "scripts/context/context.ts"]);
});
