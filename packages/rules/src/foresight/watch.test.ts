// Alerts of random lives: each is true when it is reported, comes once for a feeding, and none is left out.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory, type History } from "../../../../test/lives/arbitrary-life.ts";
import { HOUR, T0, caredFor, creatureWith, hours, idThat, livingOf } from "../../../../test/lives/creatures.ts";
import { statesOf } from "../../../../test/lives/states.ts";
import { board, comeBack } from "../care/boarding.ts";
import { resurrect } from "../care/resurrection.ts";
import type { Creature, Dead, Living } from "../creature/creature.ts";
import { creatureAt, type LivingNow } from "../life/life.ts";
import { settle } from "../life/settle.ts";
import { lookAt, type Alert, type WatchMemory, type WatchedEvent } from "./watch.ts";

interface Report extends WatchedEvent {
  readonly lookedAt: number;
  readonly state: Living | Dead;
}

/** How long the last state of a life is watched. */
const AFTER = 60 * HOUR;

/** What a watcher reports that looks after each change, whenever a look is due, and at `extra` instants as well. */
function reportsOf(history: History, extra: readonly number[] = [], diligent = true): readonly Report[] {
  const states = statesOf(history);
  const reports: Report[] = [];
  let memory: WatchMemory = { until: history.startMs, cycle: -1, told: [] };
  for (const [index, [from, state]] of states.entries()) {
    const until = states[index + 1]?.[0] ?? from + AFTER;
    const asked = extra.map((at) => history.startMs + at).filter((at) => at >= from && at < until);
    const looks = new Set(diligent ? [from, ...asked] : asked);
    for (;;) {
      const lookedAt = Math.min(...looks);
      if (lookedAt >= until || looks.size === 0) break;
      looks.delete(lookedAt);
      const look = lookAt(state, memory, lookedAt);
      expect(look.next ?? Infinity).toBeGreaterThan(lookedAt);
      if (diligent && look.next !== null) looks.add(look.next);
      reports.push(...look.events.map(({ event, at }) => ({ event, at, lookedAt, state })));
      ({ memory } = look);
    }
  }
  return reports;
}

const cycleOf = ({ feedings, resurrections }: Creature) => feedings + resurrections;
const named = ({ event, at, state }: Report) =>
  `${event} ${cycleOf(state)}${event === "creature.back" ? ` ${at}` : ""}`;

function livingAt(state: Creature, at: number): LivingNow | undefined {
  const now = creatureAt(state, at);
  return now.kind === "living" && now.resting === null ? now : undefined;
}

const TRUE_OF: Readonly<Record<Alert, (now: LivingNow) => boolean>> = {
  "creature.late": ({ position }) => position >= 1,
  // A creature is watched in whole milliseconds.
  "creature.critical": ({ creature, deathClock }) => creature.stats.health < 20.001 || deathClock.hoursRemaining <= 6,
};

const instants = fc.array(fc.integer({ min: 0, max: 400 * HOUR }), { maxLength: 30 });

describe("what people are alerted to", () => {
  it("TELL-7: every alert is true of a waking creature at home when it is reported, and dated no later", () => {
    fc.assert(
      fc.property(arbitraryHistory, instants, fc.boolean(), (history, extra, diligent) => {
        for (const { event, at, lookedAt, state } of reportsOf(history, extra, diligent)) {
          expect(at).toBeLessThanOrEqual(lookedAt);
          if (event === "creature.back") continue;
          const now = livingAt(state, lookedAt);
          expect(now?.asleep).toBe(false);
          expect(now !== undefined && TRUE_OF[event](now)).toBe(true);
        }
      }),
    );
  });

  it("TELL-7: each comes once for a feeding, and looking more often reports nothing else", () => {
    fc.assert(
      fc.property(arbitraryHistory, instants, (history, extra) => {
        const reports = reportsOf(history).map(named);
        expect(new Set(reports).size).toBe(reports.length);
        expect(reportsOf(history, extra).map(named)).toEqual(reports);
        const rarely = reportsOf(history, extra, false).map(named);
        expect(new Set(rarely).size).toBe(rarely.length);
      }),
    );
  });

  it("TELL-7: none is left out: at every waking instant what is true has been reported", () => {
    let checked = 0;
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const reports = reportsOf(history);
        const states = statesOf(history);
        for (const [index, [from, state]] of states.entries()) {
          const until = states[index + 1]?.[0] ?? from + AFTER;
          for (let at = from; at < until; at += 11 * 60_000 + 13) {
            const now = livingAt(state, at);
            if (now === undefined || now.asleep) continue;
            const told = reports.filter(({ lookedAt, state: of }) => lookedAt <= at && cycleOf(of) === cycleOf(state));
            const isTold = (event: Alert) => told.some((report) => report.event === event);
            if (TRUE_OF["creature.late"](now)) expect(isTold("creature.late")).toBe(true);
            if (now.creature.stats.health < 20 || now.deathClock.hoursRemaining <= 6) {
              expect(reports.some(({ event, lookedAt }) => event === "creature.critical" && lookedAt <= at)).toBe(true);
            }
            checked++;
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(checked).toBeGreaterThan(1_000);
  });

  it("TELL-7: a plain day: late at the end of the window, critical six hours before the death", () => {
    const creature = creatureWith();
    const dies = settle(creature, T0 + 100 * HOUR).death?.at ?? 0;
    let memory: WatchMemory = { until: T0, cycle: -1, told: [] };
    const heard: [string, number][] = [];
    for (let next: number | null = T0; next !== null;) {
      const look = lookAt(creature, memory, next);
      for (const { event, at } of look.events) heard.push([event, at]);
      expect(look.diesAt).toBe(dies);
      ({ next, memory } = look);
    }
    expect(heard[0]).toEqual(["creature.late", T0 + hours(5)]);
    expect(heard[1]?.[0]).toBe("creature.critical");
    expect(heard[1]?.[1]).toBeGreaterThanOrEqual(dies - 6 * HOUR);
    expect(heard).toHaveLength(2);
  });

  it("TELL-7: whoever is asleep is reported when it wakes", () => {
    const id = idThat({ asleep: [T0 + hours(13), T0 + hours(14)], awake: [T0 + hours(15)] });
    const fed = caredFor(creatureWith({ id }), "feed", T0 + hours(6));
    const memory = { until: T0 + hours(13), cycle: -1, told: [] };
    const asleep = lookAt(fed, memory, T0 + hours(13.6));
    expect(asleep).toMatchObject({ events: [], next: T0 + hours(15) });
    const awake = lookAt(fed, asleep.memory, T0 + hours(15));
    expect(awake.events).toEqual([{ event: "creature.late", at: T0 + hours(11) }]);
  });

  it("TELL-7: a boarded creature is reported when it is home, at its time or before, and nothing else meanwhile", () => {
    const outcome = board(creatureWith(), T0 + HOUR, 10 * HOUR);
    if (outcome.kind !== "boarded") throw new Error("it was not boarded");
    const memory = { until: T0 + HOUR, cycle: -1, told: [] };
    expect(lookAt(outcome.creature, memory, T0 + 6 * HOUR)).toMatchObject({ events: [], next: T0 + 11 * HOUR });
    const home = lookAt(outcome.creature, memory, T0 + 11 * HOUR);
    expect(home.events).toEqual([{ event: "creature.back", at: T0 + 11 * HOUR }]);
    expect(lookAt(outcome.creature, home.memory, T0 + 11 * HOUR + 1).events).toEqual([]);
    const early = comeBack(livingOf(outcome.creature), T0 + 3 * HOUR);
    if (early === null) throw new Error("it did not come back");
    expect(lookAt(early, memory, T0 + 4 * HOUR).events).toEqual([{ event: "creature.back", at: T0 + 3 * HOUR }]);
  });

  it("TELL-7: whoever is fed while critical is not reported again before it has recovered", () => {
    const ill = creatureWith({ stats: { health: 10 }, criticalSince: T0 });
    const first = lookAt(ill, { until: T0, cycle: -1, told: [] }, T0 + 1);
    expect(first.events).toEqual([{ event: "creature.critical", at: T0 }]);
    const fed = caredFor(ill, "feed", T0 + hours(3));
    expect(fed.stats.health).toBeLessThan(20);
    expect(lookAt(fed, first.memory, T0 + hours(3)).events).toEqual([]);
    const dead = settle(fed, T0 + 100 * HOUR);
    if (dead.death === null) throw new Error("it lives");
    const again = lookAt(resurrect(dead, T0 + 101 * HOUR), first.memory, T0 + 101 * HOUR);
    expect(again).toMatchObject({ events: [], memory: { told: [] } });
  });
});
