// Tests boarding (BOARD rules): which creatures may board, how long, which clocks stop, and how boarding ends.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import { T0, caredFor, creatureWith, hours, livingAt, speciesWith } from "../../../../test/lives/creatures.ts";
import { board, boardableMs, returnFromBoarding, type BoardingOutcome } from "./boarding.ts";
import { applyCare } from "./care.ts";
import { check } from "./check.ts";
import { CARE_ACTIONS, ageMsAt, instantFor, type Living, type Pause } from "../creature/creature.ts";
import { postMortem } from "../life/death.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { release } from "./release.ts";
import { settle } from "../life/settle.ts";
import { overlapMs } from "../time/span.ts";
import { adopt } from "./adoption.ts";

function boarded(creature: Living, at: number, forHours: number): Living {
  const outcome = board(creature, at, hours(forHours));
  if (outcome.kind !== "boarded") throw new Error(`not boarded but ${JSON.stringify(outcome)}`);
  return outcome.creature;
}

function reasonOf(outcome: BoardingOutcome): string {
  return outcome.kind === "refused" ? outcome.reason : outcome.kind;
}

type Stay = readonly [daysAgo: number, forHours: number];

/** Builds a boarding for each stay: the number of days before `T0` at which it starts, and its length in hours. */
function boardedBefore(...stays: readonly Stay[]): readonly Pause[] {
  return stays.map(([daysAgo, forHours]) => {
    const from = T0 - daysAgo * DAY_MS;
    return { kind: "boarding", from, until: from + hours(forHours) };
  });
}

describe("BOARD rules", () => {
  it("BOARD-1: eggs and dead, critical, or resting creatures cannot board", () => {
    const at = T0 + hours(1);
    expect(reasonOf(board(creatureWith(), at, hours(1)))).toBe("boarded");
    const egg = adopt({ id: "egg", name: "Egg", species: speciesWith(), zone: "UTC", at: T0 });
    expect(reasonOf(board(egg, at, hours(1)))).toBe("egg");
    expect(reasonOf(board(creatureWith(), T0 + hours(36), hours(1)))).toBe("died");
    expect(reasonOf(board(creatureWith({ stats: { health: 19.99 } }), T0, hours(1)))).toBe("critical");
    expect(reasonOf(board(creatureWith({ stats: { health: 20 } }), T0, hours(1)))).toBe("boarded");
    expect(reasonOf(board(boarded(creatureWith(), at, 2), at + hours(1), hours(1)))).toBe("resting");
  });

  it("BOARD-1: boarding is refused in exactly the death clock's last third", () => {
    // The death threshold is 36 hours, so the last third begins after 24.
    expect(reasonOf(board(creatureWith(), T0 + hours(24), hours(1)))).toBe("near_death");
    expect(reasonOf(board(creatureWith(), T0 + hours(24) - 1, hours(1)))).toBe("boarded");
  });

  it("BOARD-2: boarding is limited to 72 hours in any 14 days", () => {
    const available = (...stays: readonly Stay[]) =>
      boardableMs(creatureWith({ pauses: boardedBefore(...stays) }), T0) / HOUR_MS;
    expect(available()).toBe(72);
    expect(available([3, 72])).toBe(0);
    expect(available([5, 30], [2, 12])).toBe(30);
    // An earlier boarding that leaves the 14-day window during the new one frees its hours one by one.
    expect(available([14, 72])).toBe(72);
    expect(available([13.5, 72])).toBe(0);
    expect(available([13.5, 36], [3, 24])).toBe(12 + 36);
    expect(reasonOf(board(creatureWith({ pauses: boardedBefore([3, 60]) }), T0, hours(12)))).toBe("boarded");
    expect(reasonOf(board(creatureWith({ pauses: boardedBefore([3, 60]) }), T0, hours(12) + 1))).toBe("too_much");
    // An outage of the service does not count as boarding.
    const away: Pause = { kind: "amnesty", from: T0 - 3 * DAY_MS, until: T0 };
    expect(boardableMs(creatureWith({ pauses: [away] }), T0)).toBe(hours(72));
  });

  it("BOARD-2: boardableMs is the longest boarding within 72 hours in 14 days", () => {
    const arbitraryStays = fc.array(fc.tuple(fc.nat(5 * 24), fc.integer({ min: 1, max: 72 })), { maxLength: 6 });
    fc.assert(
      fc.property(arbitraryStays, (stays) => {
        let at = T0 - 20 * DAY_MS;
        const pauses: Pause[] = [];
        const creature = creatureWith({ pauses });
        for (const [afterHours, forHours] of stays) {
          at += hours(afterHours);
          const forMs = Math.min(hours(forHours), boardableMs(creature, at));
          if (forMs === 0) continue;
          pauses.push({ kind: "boarding", from: at, until: at + forMs });
          at += forMs;
        }
        for (const extraMs of [0, 1]) {
          const forMs = boardableMs(creature, at) + extraMs;
          if (forMs > hours(72)) continue;
          const all = [...pauses, { from: at, until: at + forMs }];
          const most = Math.max(...all.map(({ until }) => overlapMs(all, until - 14 * DAY_MS, until)));
          if (extraMs === 0) expect(most).toBeLessThanOrEqual(hours(72));
          else expect(most).toBeGreaterThan(hours(72));
        }
      }),
    );
  });

  it("BOARD-3: boarding keeps the state and moves future instants by its length", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(3));
    const before = livingAt(fed, T0 + hours(4));
    const stays = boarded(fed, T0 + hours(4), 48);
    for (const since of [0, 1, 12, 47.9]) {
      const now = livingAt(stays, T0 + hours(4 + since));
      expect(now.creature.stats).toEqual(before.creature.stats);
      expect(now).toMatchObject({
        clock: T0 + hours(4 + since),
        asleep: false,
        mood: before.mood,
        ageHours: 4,
        hoursSinceFed: 1,
        position: before.position,
        advice: null,
      });
      expect(now.resting).toEqual({ kind: "boarding", from: T0 + hours(4), until: T0 + hours(52) });
      expect(now.deathClock).toEqual({ ...before.deathClock, diesAt: before.deathClock.diesAt + hours(48) });
      expect(now.nextFeedingWindow).toBe(before.nextFeedingWindow + hours(48));
      expect(now.checkIn.at).toBe(before.checkIn.at + hours(48));
    }
    expect(livingAt(stays, T0 + hours(52)).resting).toBeNull();
  });

  it("BOARD-3: a boarded creature that was already due is due at its return", () => {
    const stays = boarded(creatureWith(), T0 + hours(4), 24);
    expect(livingAt(stays, T0 + hours(5)).checkIn).toEqual({ at: T0 + hours(28), reason: "returns" });
  });

  it("BOARD-3, CARE-8: a boarded creature refuses care and cannot be checked", () => {
    const social = creatureWith({ species: { innateTraits: ["social"] } });
    const stays = boarded(social, T0 + hours(1), 10);
    for (const action of CARE_ACTIONS) {
      expect(applyCare(stays, action, undefined, T0 + hours(6))).toMatchObject({ kind: "refused", reason: "resting" });
    }
    expect(check(stays, T0 + hours(10))).toBeNull();
    expect(check(stays, T0 + hours(11) + 1)?.at).toBe(T0 + hours(11) + 1);
    expect(applyCare(stays, "play", undefined, T0 + hours(11)).kind).toBe("done");
  });

  it("BOARD-4: releasing a boarded creature ends its boarding at that instant", () => {
    const stays = boarded(creatureWith(), T0 + hours(1), 10);
    const outcome = release(stays, T0 + hours(5));
    if (outcome.kind !== "released") throw new Error("the creature was not released");
    expect(outcome.creature).toMatchObject({
      releasedAt: T0 + hours(5),
      asOf: T0 + hours(5),
      releasedInDistress: false,
    });
    expect(ageMsAt(outcome.creature, T0 + hours(5))).toBe(hours(1));
  });

  it("BOARD-5: a boarded creature does not age", () => {
    const stays = boarded(creatureWith(), T0 + hours(10), 30);
    expect(livingAt(stays, T0 + hours(50)).ageHours).toBe(20);
    // The creature becomes a child at 24 hours of age, which is 54 hours after hatching by the calendar.
    const fed = caredFor(stays, "feed", T0 + hours(42));
    expect(settle(fed, T0 + hours(54)).stageInstants.child).toBe(T0 + hours(54));
    expect(settle(fed, T0 + hours(54) - 1).stage).toBe("baby");
  });

  it("BOARD-6: ending a boarding early equals booking only that time", () => {
    const arbitraryStay = fc.tuple(
      fc.integer({ min: 1, max: 71 * HOUR_MS }),
      fc.integer({ min: 1, max: 72 * HOUR_MS }),
    );
    fc.assert(
      fc.property(arbitraryCreature, arbitraryStay, (creature, [restedMs, plannedMs]) => {
        const at = instantFor(creature, 0);
        const long = board(creature, at, Math.max(restedMs + 1, plannedMs));
        const short = board(creature, at, restedMs);
        fc.pre(long.kind === "boarded" && short.kind === "boarded");
        const back = returnFromBoarding(long.creature, at + restedMs);
        const pauses = [...short.creature.pauses.slice(0, -1), { ...short.pause, ended: true }];
        expect(back).toEqual({ ...short.creature, pauses });
        // A process whose clock is behind also sees that the boarding has ended.
        expect(returnFromBoarding(back ?? creature, at)).toBeNull();
        expect(returnFromBoarding(short.creature, at + restedMs)).toBeNull();
        // A boarding that ends at its start leaves no pause, and the creature is only settled at that instant.
        expect(returnFromBoarding(long.creature, at)).toEqual(
          settle({ ...creature, pauses: long.creature.pauses.slice(0, -1) }, at),
        );
      }),
    );
  });

  it("DEATH-6, TIME-8: a post-mortem lists the boarding and uses calendar dates", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(3));
    const stays = boarded(fed, T0 + hours(5), 24);
    const dead = settle(stays, T0 + hours(200));
    if (dead.death === null) throw new Error("the creature is still alive");
    expect(dead.death).toEqual({ at: T0 + hours(3 + 36 + 24), cause: "neglect" });
    const told = postMortem(stays, dead);
    expect(told).toContainEqual({ at: T0 + hours(3), event: "last_care", note: "Last care: feed." });
    expect(told).toContainEqual({
      at: T0 + hours(5),
      event: "boarded",
      note: "It was boarded for 24 hours, which do not count.",
    });
  });
});
