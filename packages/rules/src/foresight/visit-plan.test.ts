// Tests that the plan of a visit equals following single advice, and that following plans keeps houses without late meals.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature, arbitraryGapMs } from "../../../../test/lives/arbitrary-life.ts";
import { HOUR, creatureWith, hours, T0 } from "../../../../test/lives/creatures.ts";
import { NO_ITEM, applyCare } from "../care/care.ts";
import { check } from "../care/check.ts";
import type { Dead, Living } from "../creature/creature.ts";
import { creatureAt } from "../life/life.ts";
import { settle } from "../life/settle.ts";
import { CATALOG } from "../species/catalog/index.ts";
import { dueInOrder, residentsIn, visitOf, type ResidentNow } from "./schedule.ts";
import { visitPlan, type PlannedCare } from "./visit-plan.ts";

const MOST = 50;

function houseAt(creatures: readonly (Living | Dead)[], at: number): readonly ResidentNow[] {
  return residentsIn(creatures.map((creature) => creatureAt(creature, at)));
}

/** Returns the creatures after one care action, which must be accepted. */
function after(
  creatures: readonly (Living | Dead)[],
  { creatureId, action, needsTaskItem }: PlannedCare,
  at: number,
  seen?: (timing: string | null) => void,
): readonly (Living | Dead)[] {
  return creatures.map((creature) => {
    if (creature.id !== creatureId || creature.death !== null) return creature;
    const outcome = applyCare(creature, action, needsTaskItem ? { category: null, isTask: true } : NO_ITEM, at);
    if (outcome.kind !== "done") throw new Error(`${action} was ${outcome.kind}`);
    seen?.(outcome.timing);
    return outcome.creature;
  });
}

/** Repeats the first advice for each creature that is due at the start, until the advice would repeat an action. */
function oneByOne(start: readonly Living[], at: number): readonly PlannedCare[] {
  const done: PlannedCare[] = [];
  let creatures: readonly (Living | Dead)[] = start;
  for (const { creature: visited } of dueInOrder(houseAt(start, at))) {
    for (;;) {
      const now = houseAt(creatures, at).find(({ creature }) => creature.id === visited.id);
      if (now?.kind !== "living" || now.advice === null) break;
      const { action, needsTaskItem } = now.advice;
      if (done.some(({ creatureId, action: earlier }) => creatureId === visited.id && earlier === action)) break;
      const step = { creatureId: visited.id, action, needsTaskItem };
      done.push(step);
      creatures = after(creatures, step, at);
    }
  }
  return done;
}

function byCreature(plan: readonly PlannedCare[]): ReadonlyMap<string, readonly PlannedCare[]> {
  return Map.groupBy(plan, ({ creatureId }) => creatureId);
}

const arbitraryHouse = fc
  .array(arbitraryCreature, { minLength: 1, maxLength: 4 })
  .map((creatures) => creatures.map((creature, place) => ({ ...creature, id: `${creature.id}-${place}` })));

describe("the plan", () => {
  it("ADVICE-10: the plan equals single steps, with each action at most once", () => {
    fc.assert(
      fc.property(arbitraryHouse, arbitraryGapMs, (creatures, gap) => {
        const at = Math.max(...creatures.map(({ asOf }) => asOf)) + gap;
        const plan = visitPlan(houseAt(creatures, at), MOST);
        expect(byCreature(plan)).toEqual(byCreature(oneByOne(creatures, at)));
        expect(new Set(plan.map(({ creatureId, action }) => creatureId + action)).size).toBe(plan.length);
      }),
    );
  });

  it("ADVICE-10: the plan is ordered by urgency and limited in length", () => {
    const late = creatureWith({ id: "late" });
    const later = creatureWith({ id: "later", lastCareAt: T0 - hours(3), lastCleanedAt: T0 - hours(30) });
    const house = houseAt([late, later], T0 + hours(3));
    const plan = visitPlan(house, MOST).map(({ creatureId, action }) => [creatureId, action]);
    expect(plan).toEqual([
      ["later", "clean"],
      ["later", "feed"],
      ["late", "feed"],
    ]);
    expect(visitPlan(house, 2)).toHaveLength(2);
    expect(visitPlan(houseAt([late], T0 + hours(1)), MOST)).toEqual([]);
  });
});

/** Keeps a house with only compact status calls and visits, `delayMs` after each check-in. */
function kept(
  start: readonly Living[],
  days: number,
  delayMs = 0,
): { creatures: readonly (Living | Dead)[]; late: number } {
  let creatures: readonly (Living | Dead)[] = start;
  let late = 0;
  let now = Math.max(...start.map(({ asOf }) => asOf));
  const end = now + days * 24 * HOUR;
  while (now < end) {
    creatures = creatures.map((each) => (each.death === null ? (check(each, now)?.creature ?? each) : each));
    const house = houseAt(creatures, now);
    for (const step of visitPlan(house, MOST)) {
      creatures = after(creatures, step, now, (timing) => {
        if (timing !== null && timing !== "on_time") late++;
      });
    }
    const next = visitOf(houseAt(creatures, now))?.at ?? end;
    // Limits the loop to six visits a minute.
    now = Math.max(next + delayMs, now + 10_000);
  }
  return { creatures: creatures.map((each) => (each.death === null ? settle(each, end) : each)), late };
}

function hatchling(species: (typeof CATALOG)[number], place: number): Living {
  return creatureWith({ id: `visited-${place}`, species });
}

describe("the loop of compact status and visit", () => {
  it.each(CATALOG.map((species, place) => [species.slug, hatchling(species, place)] as const))(
    "ADVICE-10, BALANCE-1: the plan raises a %s to adulthood without a late meal",
    (_, creature) => {
      const { creatures, late } = kept([creature], 5.01);
      expect([creatures[0]?.stage, creatures[0]?.path, late]).toEqual(["adult", "high_care", 0]);
      expect(creatures[0]?.stageInstants.adult).toBe(T0 + hours(120));
    },
  );

  it.each([3, 5, 12])("ADVICE-10, BALANCE-6: the plan keeps a house of %i without a late meal", (size) => {
    const start = CATALOG.filter((_, place) => place % 4 === 0)
      .slice(0, size)
      .map(hatchling);
    const { creatures, late } = kept(start, 5);
    expect(late).toBe(0);
    expect(creatures.filter(({ death }) => death !== null)).toEqual([]);
  });

  it.each([0, 1_000, 600_000])("ADVICE-10: visits %i ms after check-ins keep a house clean and happy", (delayMs) => {
    const start = CATALOG.filter((_, place) => place % 4 === 0)
      .slice(0, 5)
      .map(hatchling);
    const { creatures, late } = kept(start, 5, delayMs);
    expect(late).toBe(0);
    for (const { species, stats } of creatures) {
      expect(stats.happiness, `${species.slug} happiness`).toBeGreaterThan(40);
      expect(stats.health, `${species.slug} health`).toBeGreaterThan(80);
    }
  });
});
