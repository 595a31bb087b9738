// Tests that a feeding clock computed from the start of a cycle agrees with the stored clock.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature, arbitraryGapMs } from "../../../../test/lives/arbitrary-life.ts";
import { HOUR, T0, creatureWith, hours, idThat } from "../../../../test/lives/creatures.ts";
import { isLiving } from "../creature/creature.ts";
import { dueAt } from "../foresight/derived-events.ts";
import { positionOf } from "../life/feeding.ts";
import { settle } from "../life/settle.ts";
import { toCalendar } from "../time/span.ts";
import { positionAtEnd, windowOf } from "./feeding-cycle.ts";

const EPSILON = 1e-9;

describe("feeding cycles", () => {
  it("FEED-2: a cycle's clock equals the stored clock across sleep and pauses", () => {
    fc.assert(
      fc.property(arbitraryCreature, arbitraryGapMs, (creature, gapMs) => {
        const startedAt = toCalendar(creature.pauses, creature.lastFedAt);
        const at = creature.asOf + gapMs;
        const settled = settle(creature, at);
        fc.pre(isLiving(settled));
        const cycle = { creature, startedAt, startedEarly: false, end: { kind: "fed" as const, at } };
        expect(positionAtEnd(cycle)).toBeCloseTo(positionOf(creature.species, settled.feedingMs), 9);
        expect(windowOf(cycle).opensAt).toBe(dueAt(creature));
      }),
    );
  });

  it("FEED-3: a cycle's window covers the positions from half to one", () => {
    fc.assert(
      fc.property(arbitraryCreature, (creature) => {
        const startedAt = toCalendar(creature.pauses, creature.lastFedAt);
        const { opensAt, endsAt, missedAt } = windowOf({ creature, startedAt });
        const positionAt = (at: number) =>
          positionAtEnd({ creature, startedAt, startedEarly: false, end: { kind: "fed", at } });
        expect(Math.abs(positionAt(endsAt) - 1)).toBeLessThan(EPSILON);
        expect(Math.abs(positionAt(missedAt) - 1.5)).toBeLessThan(EPSILON);
        expect(positionAt(opensAt)).toBeGreaterThanOrEqual(0.5 - EPSILON);
        expect(opensAt < endsAt && endsAt < missedAt).toBe(true);
      }),
    );
  });

  it("FEED-2: pauses, and sleep after half a window, stop a cycle's clock", () => {
    const night = T0 + hours(13);
    const id = idThat({ asleep: [night, night + HOUR], awake: [night + 2 * HOUR, night + 3 * HOUR] });
    const creature = creatureWith({ id, pauses: [{ kind: "boarding", from: T0 + hours(1), until: T0 + hours(3) }] });
    const pausedThenAwake = windowOf({ creature, startedAt: T0 });
    expect(pausedThenAwake).toEqual({
      halfAt: T0 + hours(4.5),
      opensAt: T0 + hours(4.5),
      endsAt: T0 + hours(7),
      missedAt: T0 + hours(9.5),
    });
    const overNight = windowOf({ creature, startedAt: T0 + hours(9.5) });
    expect(overNight).toMatchObject({ opensAt: T0 + hours(12), endsAt: T0 + hours(16.5) });
  });
});
