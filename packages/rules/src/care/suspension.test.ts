// Tests suspension (SUSPEND rules): creatures of a suspended keeper rest and return when the suspension is lifted.
import { describe, expect, it } from "vitest";
import { T0, creatureWith, hours, livingAt } from "../../../../test/lives/creatures.ts";
import { board, boardableMs, returnFromBoarding, suspend } from "./boarding.ts";
import type { Living } from "../creature/creature.ts";
import { restingAt } from "../life/pause.ts";
import { settle } from "../life/settle.ts";

function suspended(creature: Living, at: number): Living {
  const outcome = suspend(creature, at);
  if (outcome === null) throw new Error("the creature is dead");
  return outcome.creature;
}

describe("SUSPEND rules", () => {
  it("SUSPEND-1: a suspended creature rests unharmed for 14 days", () => {
    const creature = creatureWith();
    const at = T0 + hours(2);
    const resting = suspended(creature, at);
    const before = livingAt(creature, at).creature.stats;
    expect(restingAt(resting, at + hours(300))).toMatchObject({ kind: "suspension", until: at + hours(14 * 24) });
    expect(livingAt(resting, at + hours(300)).creature.stats).toEqual(before);
    expect(settle(resting, at + hours(14 * 24 + 200)).death).not.toBeNull();
  });

  it("SUSPEND-1: a boarded creature continues to rest, which uses no further boarding", () => {
    const creature = creatureWith();
    const outcome = board(creature, T0, hours(24));
    if (outcome.kind !== "boarded") throw new Error("the creature was not boarded");
    const at = T0 + hours(10);
    const resting = suspended(outcome.creature, at);
    const back = returnFromBoarding(resting, at + hours(100));
    if (back === null) throw new Error("the creature is not resting");
    expect(livingAt(back, at + hours(100)).creature.stats).toEqual(livingAt(creature, T0).creature.stats);
    expect(boardableMs(back, at + hours(100))).toBe(hours(62));
  });

  it("SUSPEND-2: a creature continues its life when the suspension is lifted", () => {
    const creature = creatureWith();
    const at = T0 + hours(1);
    const lifted = returnFromBoarding(suspended(creature, at), at + hours(50));
    if (lifted === null) throw new Error("the creature is not resting");
    const later = livingAt(lifted, at + hours(53)).creature.stats;
    expect(later.hunger).toBeCloseTo(livingAt(creature, at + hours(3)).creature.stats.hunger, 6);
  });

  it("SUSPEND-1: a dead creature cannot be suspended", () => {
    const creature = creatureWith();
    expect(suspend(creature, T0 + hours(1_000))).toBeNull();
  });
});
