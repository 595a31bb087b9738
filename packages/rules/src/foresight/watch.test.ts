// Observes random lives: every observation is true, and nothing changes before the next requested observation.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory } from "../../../../test/lives/arbitrary-life.ts";
import { HOUR, T0, caredFor, creatureWith, hours, idThat, livingOf } from "../../../../test/lives/creatures.ts";
import { statesOf } from "../../../../test/lives/states.ts";
import { board, returnFromBoarding } from "../care/boarding.ts";
import type { Creature } from "../creature/creature.ts";
import { creatureAt, type LivingNow } from "../life/life.ts";
import { settle } from "../life/settle.ts";
import { observe, type WatchObservation } from "./watch.ts";

/** How long a life's last state is observed. */
const AFTER = 60 * HOUR;

function livingAt(state: Creature, at: number): LivingNow | undefined {
  const now = creatureAt(state, at);
  return now.kind === "living" && now.resting === null ? now : undefined;
}

/**
 * Compares an observation with the state that the keeper sees. Observations are in whole milliseconds, so limits have some slack.
 */
function expectTrue(look: WatchObservation, now: LivingNow | undefined): void {
  if (now === undefined) {
    expect(look.state).toBe("away");
    return;
  }
  const { position, creature, deathClock, asleep } = now;
  const isCritical = (slack: number) => creature.stats.health < 20 + slack || deathClock.hoursRemaining <= 6 + slack;
  if (look.state === "critical") expect(isCritical(0.001)).toBe(true);
  else expect(isCritical(-0.001)).toBe(false);
  if (look.state === "late") expect(position).toBeGreaterThanOrEqual(1);
  if (look.state === "well") expect(position).toBeLessThan(1);
  expect([look.isAsleep, look.isDue]).toEqual([asleep, !asleep && position >= 0.5]);
}

describe("observed states", () => {
  it("TELL-7: every observation is true at any time", () => {
    let checked = 0;
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const states = statesOf(history);
        for (const [index, [from, state]] of states.entries()) {
          const until = Math.min(states[index + 1]?.[0] ?? Infinity, from + AFTER);
          for (let at = from; at < until; at += 97 * 60_000 + 13) {
            expectTrue(observe(state, from, at), livingAt(state, at));
            checked++;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(checked).toBeGreaterThan(1_000);
  });

  it("TELL-7: no awake creature gets worse before the next observation", () => {
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const states = statesOf(history);
        for (const [index, [from, state]] of states.entries()) {
          const until = Math.min(states[index + 1]?.[0] ?? Infinity, from + AFTER);
          let look = observe(state, from, from);
          for (let at = from; at < until; at += 41 * 60_000 + 7) {
            while (look.next !== null && look.next <= at) {
              expect(look.next).toBeGreaterThan(look.until);
              look = observe(state, look.until, look.next);
            }
            const now = observe(state, look.until, at);
            if (now.isAsleep || now.state === "away") continue;
            expect([now.state, look.isAsleep && look.state !== "well"]).toEqual([look.state, false]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("TELL-7: a creature is late after its window, critical six hours before death", () => {
    const creature = creatureWith();
    const dies = settle(creature, T0 + 100 * HOUR).death?.at ?? 0;
    const seen: [string, number][] = [];
    for (let next: number | null = T0; next !== null;) {
      const look = observe(creature, T0, next);
      seen.push([look.state, next]);
      expect(look).toMatchObject({ diesAt: dies, windowEndsAt: T0 + hours(5) });
      ({ next } = look);
    }
    expect(seen.slice(0, 2)).toEqual([
      ["well", T0],
      ["late", T0 + hours(5)],
    ]);
    expect(seen[2]?.[0]).toBe("critical");
    expect(seen[2]?.[1]).toBeGreaterThanOrEqual(dies - 6 * HOUR);
    expect(seen).toHaveLength(3);
  });

  it("TELL-7: a creature that becomes late in its sleep is observed when it wakes", () => {
    const id = idThat({ asleep: [T0 + hours(13), T0 + hours(14)], awake: [T0 + hours(15)] });
    const late = creatureWith({ id, feedingMs: hours(6), lastFedAt: T0 + hours(5), asOf: T0 + hours(11) });
    expect(observe(late, T0, T0 + hours(13.6))).toMatchObject({ state: "late", isAsleep: true, next: T0 + hours(15) });
    const fed = caredFor(late, "feed", T0 + hours(12));
    expect(observe(fed, T0, T0 + hours(13.6))).toMatchObject({ state: "well", isAsleep: true });
  });

  it("TELL-7: a boarded creature is away until it returns", () => {
    const outcome = board(creatureWith(), T0 + HOUR, 10 * HOUR);
    if (outcome.kind !== "boarded") throw new Error("it was not boarded");
    const from = T0 + HOUR;
    expect(observe(outcome.creature, from, T0 + 6 * HOUR)).toMatchObject({ state: "away", next: T0 + 11 * HOUR });
    const home = observe(outcome.creature, from, T0 + 11 * HOUR);
    expect(home.backAt).toEqual([T0 + 11 * HOUR]);
    expect(observe(outcome.creature, home.until, T0 + 11 * HOUR + 1).backAt).toEqual([]);
    const early = returnFromBoarding(livingOf(outcome.creature), T0 + 3 * HOUR);
    if (early === null) throw new Error("the creature did not return");
    expect(observe(early, from, T0 + 4 * HOUR).backAt).toEqual([T0 + 3 * HOUR]);
  });
});
