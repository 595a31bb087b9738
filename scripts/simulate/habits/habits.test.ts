import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HABITS, playHabit } from "./habits.ts";
import { bare, documentedBlock, FIRST_LIVES, HEARTBEAT, habitsBlock, onTimeOf, readMeasured } from "./report.ts";

const measured = readMeasured();
const byName = new Map(measured.map(({ habit, all }) => [habit, all]));
const words = (url: URL) => readFileSync(url, "utf8").replaceAll(/\s+/g, " ");
const RERUN =
  "run `npm run simulate -- --habits`, then `npm run format`, and read the sentences around the table again";

test("BALANCE-7: the table in docs/heartbeat.md is what simulation gave", () => {
  expect(measured.map(({ habit }) => habit)).toEqual(HABITS.map(({ name }) => name));
  expect(bare(documentedBlock()), RERUN).toBe(bare(habitsBlock(measured)));
});

test.each(HABITS)("BALANCE-7: who comes $name finds what was measured", (habit) => {
  const first = measured.find(({ habit: name }) => name === habit.name)?.first;
  expect(playHabit(habit, FIRST_LIVES), `The rules give other lives: ${RERUN}`).toEqual(first);
});

test("BALANCE-7: the sentences about habits are true", () => {
  const heartbeat = words(HEARTBEAT);
  expect(heartbeat).toContain("run every 30 or 60 minutes, around the clock");
  for (const name of ["every 30 minutes, day and night", "every hour, day and night"]) {
    for (const { lives, highCare, meals, onTime } of byName.get(name) ?? [])
      expect([highCare, onTime], name).toEqual([lives, meals]);
  }
  expect(heartbeat).toContain('A pause at night ("active hours") or a few runs a day kills no one');
  for (const { lives, alive } of measured.flatMap(({ all }) => all)) expect(alive).toBe(lives);

  const NUMBERS = [
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
  ];
  const lateInOne = (byName.get("every 30 minutes, but not from 22:00 to 8:00") ?? [])
    .slice(0, -1)
    .map((counts) => Math.round(1 / (1 - onTimeOf(counts))));
  const span = `one meal in ${NUMBERS[Math.min(...lateInOne)]} to ${NUMBERS[Math.max(...lateInOne)]} late`;
  expect(words(new URL("heartbeat-short.md", HEARTBEAT))).toContain(`a pause from 22:00 to 8:00 makes ${span}`);
});
