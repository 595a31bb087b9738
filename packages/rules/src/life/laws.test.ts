// Tests the laws that hold for every life, as properties over random creatures (LAW rules).
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arbitraryCreature,
  arbitraryGapMs,
  arbitraryHistory,
  arbitraryOutages,
} from "../../../../test/lives/arbitrary-life.ts";
import { evaluate } from "../../../../test/lives/evaluate-lives.ts";
import { courseOf } from "./course.ts";
import { STATS, type Dead, type Living } from "../creature/creature.ts";
import { moveAcrossOutages } from "./pause.ts";
import { settle, settleAny } from "./settle.ts";
import { mergeSpans, type Span } from "../time/span.ts";
import { livingOf } from "../../../../test/lives/creatures.ts";

const CLOSE = 1e-9;
const BEYOND_DEATH_MS = 60 * 3_600_000;

function expectSameLife(one: Living | Dead, other: Living | Dead): void {
  for (const stat of STATS) expect(Math.abs(one.stats[stat] - other.stats[stat])).toBeLessThanOrEqual(CLOSE);
  expect(Math.abs(one.consistency - other.consistency)).toBeLessThanOrEqual(CLOSE);
  expect(one).toEqual({ ...other, stats: one.stats, consistency: one.consistency });
}

/** Returns the creature at an instant, moved across the outages before it. */
function lifeAt(creature: Living | Dead, outages: readonly Span[], at: number): Living | Dead {
  return creature.death === null ? settle(moveAcrossOutages(creature, outages, at), at) : creature;
}

describe("laws of every life", () => {
  it("LAW-1: evaluation from a to c equals evaluation by way of b", () => {
    fc.assert(
      fc.property(arbitraryCreature, arbitraryGapMs, arbitraryGapMs, (creature, first, second) => {
        const middle = creature.asOf + first;
        const end = middle + second;
        expectSameLife(settleAny(settle(creature, middle), end), settle(creature, end));
      }),
    );
  });

  it("LAW-1, AMNESTY-2: evaluation by way of b changes nothing across outages", () => {
    fc.assert(
      fc.property(arbitraryOutages, arbitraryGapMs, arbitraryGapMs, ({ creature, outages }, first, second) => {
        const middle = creature.asOf + first;
        const end = middle + second;
        const atOnce = lifeAt(creature, outages, end);
        expectSameLife(lifeAt(lifeAt(creature, outages, middle), outages, end), atOnce);
      }),
    );
  });

  it("LAW-1, TIME-8: an outage moves a life as its two pieces do", () => {
    fc.assert(
      fc.property(arbitraryOutages, arbitraryGapMs, ({ creature, outages: [outage] }, gap) => {
        fc.pre(outage !== undefined);
        const { from, until } = outage;
        const halfway = Math.floor((from + until) / 2);
        const now = Math.max(until, creature.asOf) + gap;
        const inPieces = moveAcrossOutages(moveAcrossOutages(creature, [{ from, until: halfway }], now), [outage], now);
        expectSameLife({ ...settle(inPieces, now), pauses: [] }, { ...lifeAt(creature, [outage], now), pauses: [] });
        expect(
          mergeSpans([
            { from, until: halfway + 1 },
            { from: halfway, until },
          ]),
        ).toEqual([outage]);
      }),
    );
  });

  it("LAW-2: every stat stays within 0 to 100", () => {
    fc.assert(
      fc.property(arbitraryCreature, arbitraryGapMs, (creature, gap) => {
        for (const { stats } of [creature, settle(creature, creature.asOf + gap)]) {
          for (const stat of STATS) {
            expect(stats[stat]).toBeGreaterThanOrEqual(0);
            expect(stats[stat]).toBeLessThanOrEqual(100);
          }
        }
      }),
    );
  });

  it("LAW-3: without care, no stat or score rises and discipline is constant", () => {
    fc.assert(
      fc.property(arbitraryCreature, arbitraryGapMs, arbitraryGapMs, (creature, first, second) => {
        const before = settle(creature, creature.asOf + first);
        const after = settle(creature, creature.asOf + first + second);
        for (const stat of STATS) expect(after.stats[stat]).toBeLessThanOrEqual(before.stats[stat] + CLOSE);
        expect(after.stats.discipline).toBe(before.stats.discipline);
        expect(after.consistency).toBeLessThanOrEqual(before.consistency);
        expect(after.streak).toBeLessThanOrEqual(before.streak);
      }),
    );
  });

  it("LAW-4: every earlier evaluation yields the same death, to the millisecond", () => {
    fc.assert(
      fc.property(arbitraryCreature, fc.double({ min: 0, max: 1, noNaN: true }), (creature, share) => {
        const { death } = courseOf(creature);
        const between = Math.floor(creature.asOf + share * (death.at - 1 - creature.asOf));
        const later = livingOf(settle(creature, between));
        expect(courseOf(later).death).toEqual(death);
        expect(settle(later, death.at + BEYOND_DEATH_MS).death).toEqual(death);
      }),
    );
  });

  it("LAW-4, AMNESTY-2: every earlier evaluation yields the same death across outages", () => {
    fc.assert(
      fc.property(arbitraryOutages, fc.double({ min: 0, max: 1, noNaN: true }), ({ creature, outages }, share) => {
        const end = (outages.at(-1)?.until ?? 0) + creature.asOf + BEYOND_DEATH_MS;
        const { death } = lifeAt(creature, outages, end);
        if (death === null) throw new Error("every creature dies");
        const between = Math.floor(creature.asOf + share * (death.at - 1 - creature.asOf));
        const later = lifeAt(creature, outages, between);
        expect(later.death).toBeNull();
        expect(lifeAt(later, outages, end).death).toEqual(death);
        expect(lifeAt(creature, outages, death.at - 1).death).toBeNull();
        expect(outages.some(({ from, until }) => from < death.at && death.at < until)).toBe(false);
      }),
    );
  });

  it("LAW-5: missed windows and stages ascend, and death comes last", () => {
    fc.assert(
      fc.property(arbitraryCreature, (creature) => {
        const { misses, death } = courseOf(creature);
        const end = settle(creature, death.at + BEYOND_DEATH_MS);
        const { baby, child, teen, adult } = end.stageInstants;
        const stages = [baby, child, teen, adult].filter((instant) => instant !== null);
        for (const list of [misses, stages]) {
          list.forEach((instant, index) => {
            expect(instant).toBeGreaterThan(list[index - 1] ?? -Infinity);
            expect(instant).toBeLessThanOrEqual(death.at);
          });
        }
        expect(end.asOf).toBe(death.at);
        expect(end.missedFeedings - creature.missedFeedings).toBe(misses.length);
        expect(settle(creature, death.at - 1).death).toBeNull();
        expect(settle(creature, death.at)).toEqual(end);
      }),
    );
  });

  it("LAW-6, LAW-7: another process in another time zone computes the same life", () => {
    const { numRuns = 300, seed = 1 } = fc.readConfigureGlobal();
    const question = fc.record({ history: arbitraryHistory, gapMs: arbitraryGapMs });
    const questions = fc.sample(question, { numRuns, seed });
    const here = JSON.parse(JSON.stringify(questions.map(evaluate))) as unknown[];
    for (const TZ of ["Pacific/Apia", "America/St_Johns"]) {
      const program = fileURLToPath(new URL("../../../../test/lives/evaluate-lives.ts", import.meta.url));
      const { stdout } = spawnSync(process.execPath, [program], {
        input: JSON.stringify(questions),
        env: { ...process.env, TZ },
        encoding: "utf8",
        maxBuffer: 1 << 30,
      });
      expect(JSON.parse(stdout)).toEqual(here);
    }
  });

  it("LAW-7: the machine's time zone changes nothing within one process", () => {
    const question = fc.record({ history: arbitraryHistory, gapMs: arbitraryGapMs });
    const before = process.env["TZ"];
    try {
      fc.assert(
        fc.property(question, (asked) => {
          process.env["TZ"] = "Asia/Tokyo";
          const tokyo = JSON.stringify(evaluate(asked));
          process.env["TZ"] = "America/Los_Angeles";
          expect(JSON.stringify(evaluate(asked))).toBe(tokyo);
        }),
      );
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});
