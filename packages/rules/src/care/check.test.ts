import { describe, expect, it } from "vitest";
import { HOUR, T0, caredFor, creatureWith, hours, idThat, livingAt } from "../../../../test/lives/creatures.ts";
import { applyCare } from "./care.ts";
import { check, type CheckResult } from "./check.ts";
import { CARE_ACTIONS, type Living } from "../creature/creature.ts";
import { TRAITS } from "../species/species.ts";

const MINUTE = 60_000;

function social(overrides: Parameters<typeof creatureWith>[0] = {}): Living {
  return creatureWith({ ...overrides, species: { innateTraits: ["social"], ...overrides.species } });
}

/** Returns the result of a status call that must be recorded. */
function recorded(creature: Living, at: number): CheckResult {
  const record = check(creature, at);
  if (record === null) throw new Error("nothing was recorded");
  return record;
}

describe("which calls count as checks", () => {
  it("CHECK-1: a status call checks a living social creature", () => {
    const at = T0 + hours(2);
    expect(recorded(social(), at)).toMatchObject({ at, creature: { lastCheckedAt: at } });
  });

  it.each(CARE_ACTIONS)("CHECK-1: care also checks its creature: %s", (action) => {
    const at = T0 + 5 * MINUTE;
    expect(caredFor(social(), action, at).lastCheckedAt).toBe(at);
    expect(caredFor(creatureWith(), action, at).lastCheckedAt).toBe(at);
  });

  it("CHECK-1: refused care is not a check", () => {
    const at = T0 + hours(2);
    const unplayed = applyCare(social({ species: { mechanic: "jackrabbit" } }), "feed", undefined, at);
    expect(unplayed).toMatchObject({ kind: "refused", creature: { lastCheckedAt: T0 } });
    const night = T0 + hours(13);
    const asleep = applyCare(social({ id: idThat({ asleep: [night] }) }), "play", undefined, night);
    expect(asleep).toMatchObject({ kind: "refused", creature: { lastCheckedAt: T0 } });
  });

  it("CHECK-1: computing a creature's state is not a check", () => {
    expect(livingAt(social(), T0 + hours(5)).creature.lastCheckedAt).toBe(T0);
  });

  // 0.5 health lasts 24 minutes at 1.25 an hour.
  it.each([24, 60, 180, 181])(
    "CHECK-1, DEATH-2: a creature dead from minute 24 is not checked at minute %d",
    (minutes) => {
      const dying = social({ stats: { hunger: 0, health: 0.5 } });
      expect(check(dying, T0 + 24 * MINUTE - 1)).not.toBeNull();
      expect(check(dying, T0 + minutes * MINUTE)).toBeNull();
    },
  );
});

describe("recorded checks", () => {
  it.each(TRAITS.filter((trait) => trait !== "social"))(
    "CHECK-2: checks of a %s creature are not recorded",
    (trait) => {
      const creature = creatureWith({ species: { innateTraits: [trait] } });
      expect(check(creature, T0 + hours(1))).toBeNull();
      expect(check(creature, T0 + hours(5))).toBeNull();
    },
  );

  it("CHECK-2: status calls are recorded at most every 10 minutes", () => {
    expect(check(social(), T0)).toBeNull();
    expect(check(social(), T0 + 10 * MINUTE - 1)).toBeNull();
    const first = recorded(social(), T0 + 10 * MINUTE);
    expect(first.creature.lastCheckedAt).toBe(T0 + 10 * MINUTE);
    expect(check(first.creature, T0 + 20 * MINUTE - 1)).toBeNull();
    expect(recorded(first.creature, T0 + 20 * MINUTE).creature.lastCheckedAt).toBe(T0 + 20 * MINUTE);
  });

  it("CHECK-2: care is always recorded and delays the next check 10 minutes", () => {
    const cared = caredFor(caredFor(social(), "play", T0 + MINUTE), "reflect", T0 + 2 * MINUTE);
    expect(cared.lastCheckedAt).toBe(T0 + 2 * MINUTE);
    expect(check(cared, T0 + 12 * MINUTE - 1)).toBeNull();
    expect(check(cared, T0 + 12 * MINUTE)).not.toBeNull();
  });

  it("CHECK-2: a check within three hours changes only lastCheckedAt", () => {
    const before = social();
    const { creature } = recorded(before, T0 + hours(2));
    expect(livingAt(creature, T0 + hours(2)).creature).toEqual({
      ...livingAt(before, T0 + hours(2)).creature,
      lastCheckedAt: T0 + hours(2),
    });
    expect(livingAt(creature, T0 + hours(9)).deathClock.diesAt).toBe(T0 + hours(36));
  });

  it("CHECK-2, DECAY-3: a creature checked every three hours has no extra decay", () => {
    let creature = social();
    for (const hour of [3, 6, 9]) ({ creature } = recorded(creature, T0 + hours(hour)));
    expect(livingAt(creature, T0 + hours(12)).creature.stats.hunger).toBeCloseTo(100 - 12 * 1.6, 9);
    expect(livingAt(social(), T0 + hours(12)).creature.stats.hunger).toBeCloseTo(100 - (3 + 9 * 1.5) * 1.6, 9);
  });
});

describe("checks in the log", () => {
  it("CHECK-3: a check after more than 3 unchecked hours logs their start", () => {
    expect(recorded(social(), T0 + hours(1)).uncheckedSince).toBeNull();
    expect(recorded(social(), T0 + hours(3)).uncheckedSince).toBeNull();
    expect(recorded(social(), T0 + hours(3) + 1).uncheckedSince).toBe(T0);
    const { creature } = recorded(social(), T0 + hours(2));
    expect(recorded(creature, T0 + hours(5)).uncheckedSince).toBeNull();
    expect(recorded(creature, T0 + hours(5) + 1).uncheckedSince).toBe(T0 + hours(2));
  });

  it("CHECK-3: the cost of an unchecked stretch remains after the check", () => {
    const at = T0 + hours(7);
    const { creature } = recorded(social(), at);
    expect(creature.stats.hunger).toBeCloseTo(100 - (3 + 4 * 1.5) * 1.6, 9);
    expect(livingAt(creature, at).creature.stats).toEqual(livingAt(social(), at).creature.stats);
    expect(livingAt(creature, at + hours(3)).creature.stats.hunger).toBeCloseTo(100 - (9 + 3) * 1.6, 9);
  });

  it("CHECK-3: omitting checks within three hours does not change a life", () => {
    const checks = [0.5, 2.9, 4, 6.5, 9];
    const replay = (from: Living, at: readonly number[]): Living => {
      let creature = from;
      for (const hour of at) ({ creature } = recorded(creature, T0 + hours(hour)));
      return creature;
    };
    const all = replay(social(), checks);
    const late = T0 + hours(13);
    const logged = recorded(all, late);
    expect(logged.uncheckedSince).toBe(T0 + hours(9));
    // The start of the last unchecked stretch, from hour 9 to hour 13, is all that a replay needs.
    const fromLog = recorded({ ...social(), lastCheckedAt: logged.uncheckedSince ?? 0 }, logged.at);
    expect(fromLog.creature.stats.hunger).toBeCloseTo(logged.creature.stats.hunger, 9);
    expect(fromLog.creature.stats.hunger).toBeCloseTo(100 - (9 + 3 + 1.5) * 1.6, 9);
    expect(fromLog.creature.feedingMs).toBe(13 * HOUR);
  });
});
