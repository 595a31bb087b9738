// Tests that the line on a stone is short, names the cause, and is true of the life.
import { expect, it } from "vitest";
import { CARE_ACTIONS, DEATH_CAUSES } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { STONE_LINE_LENGTH, stoneLine, type BuriedLife } from "./stone-line.ts";

const LIVED_HOURS = [30, 2_500];
const COUNTS = [0, 1, 31, 12_345];

function* lives(): Generator<BuriedLife> {
  for (const cause of DEATH_CAUSES) {
    for (const hours of LIVED_HOURS) {
      for (const feedings of COUNTS) {
        for (const lastCareAction of [null, ...CARE_ACTIONS]) {
          for (let nth = 0; nth < 8; nth++) {
            const missedFeedings = COUNTS[nth % COUNTS.length] ?? 0;
            const life = { cause, livedMs: hours * HOUR_MS, feedings, missedFeedings, lastCareAction };
            yield { ...life, creatureId: `creature-${nth}`, diedAt: nth * 977 };
          }
        }
      }
    }
  }
}

it("WORDS-15: stone lines are short, stable, and specific to one cause", () => {
  const causes = new Map<string, string>();
  for (const life of lives()) {
    const line = stoneLine(life);
    expect(line.length, line).toBeLessThanOrEqual(STONE_LINE_LENGTH);
    expect(line).toMatch(/^[A-Z0-9][^{}]*\.$/u);
    expect(stoneLine(life)).toBe(line);
    expect(causes.get(line) ?? life.cause, line).toBe(life.cause);
    causes.set(line, life.cause);
  }
  expect(causes.size).toBeGreaterThan(25);
});

it("WORDS-15: a stone line says nothing that did not happen", () => {
  for (const life of lives()) {
    const line = stoneLine(life);
    if (life.feedings === 0) expect(line).not.toMatch(/^(?!Not)[\w ]+ meals?[,.]|^Fed/u);
    if (life.feedings > 0) expect(line).not.toMatch(/No one ever|Not one meal|then no one/u);
    if (life.lastCareAction !== "feed") expect(line).not.toMatch(/last thing it was fed|once too often/u);
    if (life.lastCareAction !== "play") expect(line).not.toContain("last game");
    if (life.livedMs >= 48 * HOUR_MS) expect(line).not.toContain("third day");
    if (life.missedFeedings < 2) expect(line).not.toContain("never came");
  }
});
