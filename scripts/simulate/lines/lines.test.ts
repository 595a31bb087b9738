// Tests the lines of many lives against their targets, and that the measure detects spoiled lines.
import { expect, test } from "vitest";
import { FULL } from "../../../test/tier.ts";
import { FEWEST_REMEMBERED, MOST_REPEATED, measure } from "./measure.ts";
import { rememberedLife, type RememberedAnswer, type RememberedLife } from "./remembered-life.ts";

const lives = Array.from({ length: FULL ? 1_000 : 20 }, (_, number) => rememberedLife(number));

test("lines rarely repeat, mostly recall events, and are true", () => {
  const measured = measure(lives);
  expect(measured.visits).toBeGreaterThan(800);
  expect(measured.repeatedPercent).toBeLessThanOrEqual(MOST_REPEATED);
  expect(measured.repeatedAtOnce).toBe(0);
  expect(measured.rememberedPercent).toBeGreaterThanOrEqual(FEWEST_REMEMBERED);
  expect(measured.untrue).toEqual([]);
  expect(measured.unsteady).toEqual([]);
  expect(measured.leaked).toEqual([]);
});

/** Returns the lives with a fault in every answer. */
function spoiled(spoil: (answer: RememberedAnswer) => Partial<RememberedAnswer>): readonly RememberedLife[] {
  const answersOf = (life: RememberedLife) => life.answers.map((answer) => Object.assign({}, answer, spoil(answer)));
  return lives.map((life) => Object.assign({}, life, { answers: answersOf(life) }));
}

test("the measure detects lines that are untrue, change, repeat or leak", () => {
  const wrongNumbers = spoiled(({ line }) => ({ line: line.replaceAll(/\d+/gu, (number) => `${Number(number) + 1}`) }));
  expect(measure(wrongNumbers).untrue.length).toBeGreaterThan(100);
  const otherGifts = spoiled(({ log }) => ({
    log: log.filter((entry) => entry.kind !== "care" || entry.loved === null),
  }));
  expect(measure(otherGifts).untrue.length).toBeGreaterThan(50);
  expect(measure(spoiled(() => ({ readAgain: "Something else." }))).unsteady.length).toBeGreaterThan(800);
  expect(measure(spoiled(() => ({ line: "The same." }))).repeatedPercent).toBeGreaterThan(90);
  const toKeeper = spoiled(({ line }) => ({ toSitter: line }));
  expect(measure(toKeeper).leaked.length).toBeGreaterThan(10);
});
