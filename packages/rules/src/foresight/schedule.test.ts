// Tests the schedule of a house: feeding bands, due creatures, and the best time for one visit.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  hours,
  idThat,
  livingAt,
  livingOf,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import { adopt } from "../care/adoption.ts";
import { board } from "../care/boarding.ts";
import { applyCare } from "../care/care.ts";
import type { Creature, Living } from "../creature/creature.ts";
import { unveil } from "../creature/visibility.ts";
import { CATALOG } from "../species/catalog/index.ts";
import { creatureAt } from "../life/life.ts";
import { askedFor, bandOf, dueInOrder, residentsIn, isDue, visitOf, type ResidentNow } from "./schedule.ts";
import { settle } from "../life/settle.ts";

describe("the feeding band", () => {
  it("TELL-4: the band spans half a window to one and is missed at 1.5", () => {
    const creature = creatureWith();
    for (const at of [T0, T0 + hours(3), T0 + hours(6)]) {
      const band = bandOf(livingAt(creature, at));
      expect(band).toEqual({ opensAt: T0 + hours(2.5), endsAt: T0 + hours(5), missedAt: T0 + hours(7.5) });
    }
  });

  it("TELL-4: only food within the band is on time", () => {
    const creature = creatureWith({ zone: "Asia/Kolkata" });
    const { opensAt, endsAt, missedAt } = bandOf(livingAt(creature, T0));
    const timingAt = (at: number) => {
      const outcome = applyCare(creature, "feed", undefined, at);
      return outcome.kind === "done" ? outcome.timing : outcome.kind;
    };
    expect([opensAt - 1, opensAt, endsAt, endsAt + 1, missedAt - 1, missedAt].map(timingAt)).toEqual([
      "early",
      "on_time",
      "on_time",
      "late",
      "late",
      "missed_window",
    ]);
  });
});

/** Returns the creatures' states at an instant. */
function houseAt(at: number, creatures: readonly Creature[]): readonly ResidentNow[] {
  return residentsIn(creatures.map((creature) => creatureAt(creature, at)));
}

function named(id: string, overrides: Parameters<typeof creatureWith>[0] = {}): Living {
  return creatureWith({ id, name: id, ...overrides });
}

const EGG = adopt({ id: "egg", name: "egg", species: speciesWith(), zone: "UTC", at: T0 });

describe("due creatures", () => {
  it("ADVICE-6: only eggs and creatures past their check-in are due", () => {
    const at = T0 + hours(3);
    const boarding = board(named("boarded"), T0 + hours(2), hours(20));
    if (boarding.kind !== "boarded") throw new Error(boarding.kind);
    const dead = settle(named("dead", { lastCareAt: T0 - hours(40) }), at);
    expect(dead.death).not.toBeNull();
    const fed = caredFor(named("fed"), "feed", T0 + hours(2.6));
    const due = dueInOrder(houseAt(at, [EGG, fed, boarding.creature, dead, named("hungry")]));
    expect(due.map(({ creature }) => creature.id)).toEqual(["hungry", "egg"]);
  });

  it("ADVICE-7: critical waking creatures come first, then earlier deaths, then eggs", () => {
    const at = T0 + hours(3);
    const house = [
      EGG,
      named("later", { lastCareAt: T0 + hours(1) }),
      named("sooner", { lastCareAt: T0 - hours(10) }),
      named("weak", { stats: { health: 30 } }),
      named("critical", { stats: { health: 19 }, lastCareAt: T0 + hours(2), feedingMs: 0, lastFedAt: T0 + hours(2) }),
    ];
    expect(dueInOrder(houseAt(at, house)).map(({ creature }) => creature.id)).toEqual([
      "critical",
      "sooner",
      "weak",
      "later",
      "egg",
    ]);
  });

  it("ADVICE-7: a sleeper with health below 20 is ordered by its death", () => {
    const night = T0 + hours(13.5);
    const id = idThat({ asleep: [night] });
    const sleeper = named(id, { stats: { health: 19 }, lastCareAt: night - hours(35), asOf: T0, lastFedAt: night });
    const other = named("other", { lastCareAt: night - hours(35.5) });
    const house = houseAt(night, [{ ...sleeper, feedingMs: 0 }, other]);
    expect(dueInOrder(house).map(({ creature }) => creature.id)).toEqual(["other", id]);
  });
});

describe("the visit to a house", () => {
  it("ADVICE-8: an empty house has no visit; one creature's visit is its check-in", () => {
    expect(visitOf([])).toBeNull();
    const one = livingAt(creatureWith(), T0);
    const { creature, checkIn, hungerAtCheckIn } = one;
    expect(visitOf([one])).toEqual({
      at: checkIn.at,
      reason: "feeding_opens",
      decider: one,
      hungerThen: hungerAtCheckIn,
      serves: [creature.id],
    });
  });

  it("ADVICE-8: the visit is now while any creature or egg is due", () => {
    const at = T0 + hours(3);
    const fed = caredFor(named("fed"), "feed", T0 + hours(2.6));
    const house = houseAt(at, [fed, named("due"), named("urgent", { lastCareAt: T0 - hours(3) })]);
    expect(visitOf(house)).toMatchObject({
      at,
      reason: "feeding_open_now",
      decider: { creature: { id: "urgent" } },
      serves: ["urgent", "due"],
    });
    expect(visitOf(houseAt(at, [fed, EGG]))).toMatchObject({ at, reason: "egg", serves: ["egg"], hungerThen: null });
  });

  it("ADVICE-8: a later visit leaves 45 minutes of the first band", () => {
    const at = T0 + hours(1);
    const fedAt = (id: string, when: number, feedingWindowHours = 5) =>
      named(id, { lastFedAt: when, feedingMs: 0, asOf: at, lastCareAt: at, species: { feedingWindowHours } });
    const house = houseAt(at, [fedAt("slow", T0, 20), fedAt("quick", T0 + hours(1)), fedAt("next", T0 + hours(1), 8)]);
    const visit = visitOf(house);
    expect(visit).toMatchObject({ reason: "feeding_closes", decider: { creature: { id: "quick" } } });
    expect(visit?.at).toBe(T0 + hours(1 + 4.25));
    // The visit also serves a creature that it feeds on time before its own check-in.
    expect(visit?.serves).toEqual(["quick", "next"]);
    expect(visit?.hungerThen).toBeCloseTo(100 - 4.25 * 1.6, 9);
  });

  it("ADVICE-8: no creature dies within two hours of the visit", () => {
    const dying = named("dying", { lastCareAt: T0 - hours(31), species: { feedingWindowHours: 24 } });
    const visit = visitOf(houseAt(T0, [named("fine"), dying]));
    expect(visit).toMatchObject({ at: T0 + hours(3), reason: "before_death", decider: { creature: { id: "dying" } } });
  });

  it("ADVICE-8: a boarded creature counts from its return", () => {
    const boarding = board(named("boarded"), T0 + hours(2), hours(2));
    if (boarding.kind !== "boarded") throw new Error(boarding.kind);
    const house = [boarding.creature, named("slow", { species: { feedingWindowHours: 24 } })];
    // Two of the creature's five hours had passed when boarding began.
    expect(visitOf(houseAt(T0 + hours(2.5), house))?.at).toBe(T0 + hours(4 + 2.25));
  });

  it("ADVICE-8: no visit is in the past, after a band, or near a death", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryCreature, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 48 * HOUR }),
        (stored, afterMs) => {
          const creatures = stored.map((creature, place) => ({ ...creature, id: `${creature.id}-${place}` }));
          const at = Math.max(...creatures.map(({ asOf, lastCheckedAt }) => Math.max(asOf, lastCheckedAt))) + afterMs;
          const house = houseAt(at, creatures);
          const living = house.filter((each) => each.kind === "living");
          const visit = visitOf(house);
          if (visit === null) {
            expect(living).toEqual([]);
            return;
          }
          expect(visit.at).toBeGreaterThanOrEqual(at);
          const due = dueInOrder(house);
          if (due.length > 0) {
            expect(visit.at).toBe(at);
            expect(visit.decider).toBe(due[0]);
            // The plan includes every due creature, and each of them needs something.
            expect(due.length).toBe(living.filter(isDue).length);
            for (const each of due) expect(each.kind === "living" && each.advice).not.toBeNull();
            return;
          }
          for (const each of living) {
            expect(visit.at).toBeLessThanOrEqual(each.course.death.at - 2 * HOUR);
            const isDueThen = each.checkIn.at <= visit.at;
            if (isDueThen && each.checkIn.at < visit.at) {
              const { creature } = livingAt(unveil(each.creature), visit.at);
              const left = creature.species.feedingWindowHours * HOUR - creature.feedingMs;
              expect(left).toBeGreaterThanOrEqual(0.75 * HOUR - 1);
            }
          }
          expect(living.some((each) => each.checkIn.at <= visit.at)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("ADVICE-7, ADVICE-8: repeating the first step leaves no creature due", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryCreature, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 20 * HOUR }),
        (stored, afterMs) => {
          let creatures: readonly Living[] = stored.map((creature, place) => ({
            ...creature,
            id: `${creature.id}-${place}`,
          }));
          const at = Math.max(...creatures.map(({ asOf, lastCheckedAt }) => Math.max(asOf, lastCheckedAt))) + afterMs;
          for (let steps = 0; ; steps++) {
            expect(steps).toBeLessThan(200);
            const [first] = dueInOrder(houseAt(at, creatures));
            if (first?.kind !== "living") break;
            const { advice, creature } = first;
            if (advice === null) throw new Error("a due creature has no advice");
            const item = { category: null, isTask: advice.needsTaskItem };
            const outcome = applyCare(unveil(creature), advice.action, item, at);
            expect(outcome.kind).toBe("done");
            creatures = creatures.map((each) => (each.id === creature.id ? livingOf(outcome.creature) : each));
          }
          const visit = visitOf(houseAt(at, creatures));
          if (visit !== null) expect(visit.at).toBeGreaterThan(at);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("the check-in that a meal answers", () => {
  const MINUTE = HOUR / 60;

  /** Feeds, as one visit would, those creatures that can be fed at `at`, or only those in `only`. */
  function fedAt(at: number, creatures: readonly Living[], only?: readonly string[]): readonly Living[] {
    const found = houseAt(at, creatures);
    const served = only ?? found.flatMap(({ kind, creature }) => (kind === "living" ? [creature.id] : []));
    return creatures.map((creature) => {
      const seen = livingAt(creature, at);
      if (!served.includes(creature.id) || seen.position < 0.5 || seen.asleep) return creature;
      const played = applyCare(creature, "play", { category: null, isTask: true }, at);
      const outcome = applyCare(livingOf(played.creature), "feed", undefined, at, askedFor(creature.id, found));
      return livingOf(outcome.creature);
    });
  }

  function nextVisit(at: number, creatures: readonly Living[]): number {
    return visitOf(houseAt(at, creatures))?.at ?? at;
  }

  it("RESP-3: punctual visits to a house score 100 for each creature", () => {
    const patient = CATALOG.filter(({ mechanic }) => mechanic !== "pangolin");
    fc.assert(
      fc.property(fc.shuffledSubarray([...patient], { minLength: 5, maxLength: 5 }), fc.nat(MINUTE), (five, lateMs) => {
        let creatures: readonly Living[] = five.map((species) => named(species.slug, { species }));
        for (let at = T0; at < T0 + hours(240);) {
          const next = nextVisit(at, creatures);
          at = next > at ? next + lateMs : at + MINUTE;
          creatures = fedAt(at, creatures);
        }
        for (const { id, responsiveness, feedings } of creatures) {
          expect([id, Math.round(responsiveness * 10) / 10]).toEqual([id, 100]);
          expect(feedings).toBeGreaterThan(5);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("RESP-3: late food, or food after other creatures' food, scores less", () => {
    const house = [named("one"), named("two")];
    const checkIn = nextVisit(T0, house);
    const late = checkIn + MINUTE + hours(1);
    for (const { responsiveness } of fedAt(late, house)) expect(responsiveness).toBeCloseTo(100 - 0.1 * 20, 9);
    const skipped = fedAt(checkIn, house, ["one"]);
    const [, second] = fedAt(late, skipped, ["two"]);
    expect(second?.responsiveness).toBeCloseTo(100 - 0.1 * 20, 9);
    expect(askedFor("one", houseAt(late, [named("one")]))).toBeNull();
  });
});
