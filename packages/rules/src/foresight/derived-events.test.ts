// Tests the derived and the stored events of a life, and that derived events do not depend on how often they are read.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory } from "../../../../test/lives/arbitrary-life.ts";
import { statesOf } from "../../../../test/lives/states.ts";
import { HOUR, T0, caredFor, creatureWith, deadOf, hours, idThat } from "../../../../test/lives/creatures.ts";
import { adopt, hatch } from "../care/adoption.ts";
import type { Dead, Living } from "../creature/creature.ts";
import {
  careEventsOf,
  derivedEventsOf,
  storedEventsOf,
  lapsedEvents,
  type CareEvent,
  type DerivedEvent,
} from "./derived-events.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "../life/settle.ts";

/** Returns the events that a reader receives at these instants, including those that were stored with changes. */
function heardAt(
  states: readonly (readonly [number, Living | Dead])[],
  asks: readonly number[],
  wants: readonly DerivedEvent["type"][],
): readonly string[] {
  const heard: string[] = [];
  const lapsed: DerivedEvent[] = [];
  let since = (states[0]?.[0] ?? 0) - 1;
  let index = 0;
  for (const ask of asks) {
    for (; (states[index + 1]?.[0] ?? Infinity) <= ask; index++) {
      const [from, to] = [states[index]?.[1], states[index + 1]?.[1]];
      if (from !== undefined && to !== undefined) lapsed.push(...lapsedEvents(from, to));
    }
    const creature = states[index]?.[1];
    if (creature === undefined) continue;
    const told = [...lapsed.filter(({ at }) => at > since && at <= ask), ...derivedEventsOf(creature, since, ask)];
    heard.push(...new Set(told.filter(({ type }) => wants.includes(type)).map(({ type, at }) => `${type} ${at}`)));
    since = ask;
  }
  return heard;
}

describe("events of a life", () => {
  it("TELL-3: events do not depend on how often they are read", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 60 }), (history, gaps) => {
        const states = statesOf(history);
        const [start, end] = [states[0]?.[0] ?? 0, (states.at(-1)?.[0] ?? 0) + 1];
        const asks: number[] = [];
        for (const gap of gaps) asks.push((asks.at(-1) ?? start) + gap * 60_000 - 1);
        const often = [...new Set([...asks.filter((at) => at > start && at < end), end])];
        const wants = ["feeding_due", "critical"] as const;
        const once = heardAt(states, [end], wants);
        const pieces = heardAt(states, often, wants);
        expect(pieces.toSorted()).toEqual(once.toSorted());
        expect(new Set(pieces).size).toBe(pieces.length);
      }),
    );
  });

  it("TELL-9: care stores that it was late, followed missed meals, or harmed", () => {
    const creature = creatureWith();
    const given = (afterHours: number, care: Partial<CareEvent>, from = creature) =>
      careEventsOf(from, caredFor(from, "feed", T0 + hours(afterHours)), {
        action: "feed",
        timing: "on_time",
        category: null,
        ...care,
      });
    expect(given(3, {})).toEqual([]);
    expect(given(3, { timing: "early", category: "disliked" })).toEqual([]);
    expect(given(6, { timing: "late" })).toEqual([{ type: "fed_late", at: T0 + hours(6) }]);
    expect(given(13, { timing: "missed_window" })).toEqual([{ type: "missed", meals: 2, at: T0 + hours(13) }]);
    // The event does not depend on whether the state was settled after the first missed window.
    const seen = settle(creature, T0 + hours(8));
    if (seen.death !== null) throw new Error("the creature is dead");
    expect(given(13, { timing: "missed_window" }, seen)).toEqual([{ type: "missed", meals: 2, at: T0 + hours(13) }]);
    expect(given(3, { category: "harmful" })).toEqual([{ type: "harmed", action: "feed", at: T0 + hours(3) }]);
  });

  it("TELL-2: food is due at half a window, once per feeding", () => {
    const creature = creatureWith();
    expect(derivedEventsOf(creature, T0, T0 + hours(6))).toEqual([{ type: "feeding_due", at: T0 + hours(2.5) }]);
    expect(derivedEventsOf(creature, T0 + hours(2.5), T0 + hours(6))).toEqual([]);
    const fed = caredFor(creature, "feed", T0 + hours(3));
    expect(lapsedEvents(creature, fed)).toEqual([{ type: "feeding_due", at: T0 + hours(2.5) }]);
    expect(derivedEventsOf(fed, T0, T0 + hours(6))).toEqual([{ type: "feeding_due", at: T0 + hours(5.5) }]);
    expect(lapsedEvents(creature, caredFor(creature, "play", T0 + hours(3)))).toEqual([]);
    expect(lapsedEvents(creature, caredFor(creature, "feed", T0 + hours(2)))).toEqual([]);
  });

  it("TELL-2: events cover sleep and health below 20, until death", () => {
    const id = idThat({ asleep: [T0 + hours(13), T0 + hours(14)], awake: [T0 + hours(15)] });
    const creature = creatureWith({ id, stats: { health: 20.5 } });
    const told = derivedEventsOf(creature, T0, T0 + 40 * HOUR);
    expect(told.filter(({ at }) => at <= T0 + hours(15))).toEqual([
      { type: "feeding_due", at: T0 + hours(2.5) },
      expect.objectContaining({ type: "critical" }),
      { type: "asleep", at: T0 + hours(13) },
      { type: "awake", at: T0 + hours(15) },
    ]);
    const death = settle(creature, T0 + 100 * HOUR).death?.at ?? 0;
    expect(derivedEventsOf(creature, death, T0 + 100 * HOUR)).toEqual([]);
  });

  const NOTHING = { before: null, after: null };

  it("MARK-3: a mark is an event of the change that recorded it", () => {
    const [before, fed] = [creatureWith(), caredFor(creatureWith(), "feed", T0 + hours(3))];
    const memory = { favorite: null, note: null, latest: null, firsts: {} };
    const one = { ...memory, deeds: { days: { boarded: 3 }, brokenOn: 0 } };
    const two = { ...memory, deeds: { days: { ...one.deeds.days, kept_7: 7, came_home: 8 }, brokenOn: 0 } };
    const told = (was: typeof memory | null, is: typeof memory | null) =>
      storedEventsOf(before, fed, { before: was, after: is }).map((event) =>
        "mark" in event ? event.mark : event.type,
      );
    expect([told(null, memory), told(null, one), told(one, two), told(two, two)]).toEqual([
      [],
      ["boarded"],
      ["kept_7", "came_home"],
      [],
    ]);
  });

  it("TELL-1: births, stages, milestones, deaths, returns, and releases are stored", () => {
    const egg = adopt({ id: "e", name: "Pip", species: creatureWith().species, zone: "UTC", at: T0 });
    const baby = hatch(egg, T0);
    expect(storedEventsOf(egg, baby, NOTHING)).toEqual([{ type: "born", at: T0 }]);
    expect(storedEventsOf(baby, baby, NOTHING)).toEqual([]);
    const dead = settle(baby, T0 + 100 * HOUR);
    expect(storedEventsOf(baby, dead, NOTHING)).toEqual([
      { type: "stage_changed", at: T0 + 24 * HOUR, stage: "child", path: null },
      { type: "died", at: dead.death?.at, cause: dead.death?.cause },
    ]);
    const back = resurrect(deadOf(dead), T0 + 101 * HOUR);
    expect(storedEventsOf(dead, back, NOTHING)).toEqual([{ type: "returned", at: T0 + 101 * HOUR }]);
    expect(storedEventsOf(baby, { ...baby, releasedAt: T0 + 1 }, NOTHING)).toEqual([{ type: "released", at: T0 + 1 }]);
    const [before, after] = [creatureWith({ stats: { trust: 49 } }), creatureWith({ stats: { trust: 50 } })];
    expect(storedEventsOf(before, { ...after, milestones: ["trust_milestone:50"] }, NOTHING)).toEqual([
      { type: "milestone", at: T0, milestone: "trust_milestone", threshold: 50 },
    ]);
    const shy = creatureWith({ species: { mechanic: "hedgehog" }, stats: { trust: 50 } });
    expect(storedEventsOf(shy, { ...shy, milestones: ["trust_milestone:50"] }, NOTHING)).toEqual([]);
  });
});
