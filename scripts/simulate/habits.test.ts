// What docs/heartbeat.md says about keepers with fixed habits is what the rules make of them.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FULL } from "../../test/tier.ts";
import { HABITS, LIVES, playHabit } from "./habits.ts";

const text = readFileSync(new URL("../../docs/heartbeat.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
const numbers = Array.from({ length: FULL ? LIVES : 1 }, (_, number) => number);
/** So few lives differ from many by so many points. */
const CHANCE = FULL ? 1 : 6;

test.each(HABITS)("BALANCE-7: a keeper who comes $name finds what the document says", (habit) => {
  const [, onTime = "", highCare = ""] =
    new RegExp(`\\| ${habit.name.replaceAll(/[()]/g, "\\$&")} \\| ([\\d, ]+)% \\| ([\\d, ]+)% \\|`).exec(text) ?? [];
  const shares = (list: string) => list.split(", ").map(Number);
  for (const [window, counts] of playHabit(habit, numbers).entries()) {
    expect(counts.alive, "none of which ended in a death").toBe(counts.lives);
    const told = [shares(onTime)[window], shares(highCare)[window]];
    for (const [nth, share] of [counts.onTime / counts.meals, counts.highCare / counts.lives].entries()) {
      // A sentence around the table promises all and none: there no chance is given.
      if (nth === 0 && told[nth] === 100) expect(share, habit.name).toBe(1);
      else if (nth === 0) expect(Math.abs(100 * share - (told[nth] ?? NaN)), habit.name).toBeLessThanOrEqual(CHANCE);
    }
  }
});
