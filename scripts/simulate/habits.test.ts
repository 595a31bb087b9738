// Compares the habit table in docs/heartbeat.md with lives played by the rules.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FULL } from "../../test/tier.ts";
import { HABITS, playHabit } from "./habits.ts";

const wordsOf = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
const text = wordsOf("heartbeat.md");
/** Lives per species: the 40 that BALANCE-7 names, or the first of them. */
const numbers = Array.from({ length: FULL ? 40 : 1 }, (_, number) => number);
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** Tolerance in percentage points. The gate plays one life per species, and the table states shares over 40. */
const CHANCE = FULL ? 1 : 6;

/** Reads the shares that the table states for a habit, by feeding window. */
function statedFor(name: string): readonly [onTime: readonly number[], highCare: readonly number[]] {
  const row = new RegExp(`\\| ${name.replaceAll(/[()]/g, "\\$&")} \\| ([\\d, ]+)% \\| ([\\d, ]+)% \\|`).exec(text);
  const shares = (list = "") => list.split(", ").map(Number);
  return [shares(row?.[1]), shares(row?.[2])];
}

test.each(HABITS)("BALANCE-7: a keeper who comes $name gets the documented shares", (habit) => {
  const [onTime, highCare] = statedFor(habit.name);
  for (const [window, counts] of playHabit(habit, numbers).entries()) {
    expect(counts.alive, "lives without a death").toBe(counts.lives);
    const compared = [
      { stated: onTime[window] ?? NaN, share: counts.onTime / counts.meals, chance: CHANCE },
      { stated: highCare[window] ?? NaN, share: counts.highCare / counts.lives, chance: FULL ? 1 : 100 },
    ];
    for (const { stated, share, chance } of compared) {
      // The table states 100 and 0 only for all and none, so these need no tolerance.
      const message = `${habit.name}, window group ${window}: ${(100 * share).toFixed(2)} %, not ${stated} %`;
      if (stated === 100 || stated === 0) expect.soft(share, message).toBe(stated / 100);
      else expect.soft(Math.abs(100 * share - stated), message).toBeLessThanOrEqual(chance);
    }
  }
});

test("BALANCE-7: the sentences about habits agree with the table", () => {
  expect(text).toContain("run once an hour, around the clock. Hourly runs are enough for every built-in species");
  for (const name of ["every 30 minutes, day and night", "every hour, day and night"])
    expect(new Set(statedFor(name).flat()), name).toEqual(new Set([100]));
  const [onTime] = statedFor("every 30 minutes, but not from 22:00 to 8:00");
  const lateInOne = onTime.slice(0, -1).map((share) => Math.round(100 / (100 - share)));
  const [least, most] = [Math.min(...lateInOne), Math.max(...lateInOne)].map((count) => NUMBERS[count]);
  expect(wordsOf("heartbeat-short.md")).toContain(
    `a pause from 22:00 to 8:00 makes one meal in ${least} to ${most} late, unless feeding windows are 12 hours or longer`,
  );
});
