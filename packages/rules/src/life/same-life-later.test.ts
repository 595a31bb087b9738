// Tests that a pause shifts a life and changes nothing else (LAW-8). A pause does not shift the hours of sleep, so the law is
// tested for whole lives where it is always noon, and with real local time only while the hours of sleep agree.
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { arbitraryCreature, arbitraryHistory, creatureOf } from "../../../../test/lives/arbitrary-life.ts";
import { board } from "../care/boarding.ts";
import { applyCare } from "../care/care.ts";
import { CARE_ACTIONS, ITEM_CATEGORIES, instantFor, type Dead, type Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { moveAcrossOutages } from "./pause.ts";
import { settle, settleAny } from "./settle.ts";
import { sleepStretches, sleeperOf, type Sleeper } from "../time/sleep.ts";
import type * as Zone from "../time/zone.ts";

const world = vi.hoisted(() => ({ alwaysNoon: false }));

vi.mock("../time/zone.ts", async (importOriginal) => {
  const real = await importOriginal<typeof Zone>();
  return {
    ...real,
    localHourAt: (zone: string, at: number) =>
      world.alwaysNoon ? { hour: 12, startsAt: at, endsAt: Infinity } : real.localHourAt(zone, at),
    nextLocalHour: (zone: string, at: number, hour: number) =>
      world.alwaysNoon ? Infinity : real.nextLocalHour(zone, at, hour),
  };
});

function atNoon<Result>(work: () => Result): Result {
  world.alwaysNoon = true;
  try {
    return work();
  } finally {
    world.alwaysNoon = false;
  }
}

/** Returns a life whose events after `from` happened `byMs` later. Earlier instants keep their dates. */
function later(life: Living | Dead, from: number, byMs: number): Living | Dead {
  const date = (instant: number | null) => (instant === null || instant <= from ? instant : instant + byMs);
  const clock = (instant: number) => instant + byMs;
  const {
    stageInstants: { baby, child, teen, adult },
    death,
    lastPlayedAt,
    rhythmSince,
  } = life;
  return {
    ...life,
    stageInstants: { baby: date(baby), child: date(child), teen: date(teen), adult: date(adult) },
    death: death === null ? null : { ...death, at: clock(death.at) },
    stillMs: life.stillMs + byMs,
    asOf: clock(life.asOf),
    lastFedAt: clock(life.lastFedAt),
    lastPlayedAt: lastPlayedAt === null ? null : clock(lastPlayedAt),
    lastCleanedAt: clock(life.lastCleanedAt),
    lastCheckedAt: clock(life.lastCheckedAt),
    lastCareAt: clock(life.lastCareAt),
    rhythmSince: rhythmSince === null ? null : clock(rhythmSince),
    starvingSince: date(life.starvingSince),
    criticalSince: date(life.criticalSince),
  };
}

const arbitraryPause = fc.record({
  afterMs: fc.integer({ min: 1, max: 30 * HOUR_MS }),
  forMs: fc.integer({ min: 1, max: 200 * HOUR_MS }),
});

const arbitraryVisits = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 20 * HOUR_MS }),
    action: fc.constantFrom(...CARE_ACTIONS),
    category: fc.option(fc.constantFrom(...ITEM_CATEGORIES)),
  }),
  { maxLength: 20 },
);

/** Returns the creature after visits, the first of them some time after `start`. */
function visited(
  creature: Living | Dead,
  start: number,
  visits: typeof arbitraryVisits extends fc.Arbitrary<infer V> ? V : never,
) {
  let current = creature;
  let now = start;
  for (const { afterMs, action, category } of visits) {
    now += afterMs;
    if (current.death !== null) continue;
    const outcome = applyCare(current, action, { category, isTask: category !== null }, now);
    if (outcome.kind !== "refused") current = outcome.creature;
  }
  return settleAny(current, now);
}

describe("the same life, later", () => {
  it("LAW-8: without nights, a life continues after an outage unchanged", () => {
    atNoon(() =>
      fc.assert(
        fc.property(arbitraryHistory, arbitraryPause, arbitraryVisits, (history, { afterMs, forMs }, visits) => {
          const creature = creatureOf(history);
          const from = instantFor(creature, 0) + afterMs;
          const until = from + forMs;
          const before = settle(creature, from);
          const expected = visited(before, from, visits);
          const lived = visited(moveAcrossOutages(creature, [{ from, until }], until), until, visits);
          if (before.death !== null) expect(lived.death).toEqual(before.death);
          // Responsiveness may differ, because the check-in depends on the instant of the last feeding.
          else {
            const told = { pauses: [], responsiveness: 0 };
            expect({ ...lived, ...told }).toEqual({ ...later(expected, from, forMs), ...told });
          }
        }),
      ),
    );
  });

  it("LAW-8: without nights, a boarding equals an outage of its length", () => {
    atNoon(() =>
      fc.assert(
        fc.property(arbitraryCreature, arbitraryPause, (creature, { afterMs, forMs }) => {
          const from = instantFor(creature, 0) + afterMs;
          const outcome = board(creature, from, (forMs % (72 * HOUR_MS)) + 1);
          fc.pre(outcome.kind === "boarded");
          const { until } = outcome.pause;
          const away = moveAcrossOutages(creature, [{ from, until }], until);
          expect({ ...outcome.creature, pauses: [] }).toEqual({ ...away, pauses: [] });
        }),
      ),
    );
  });

  it("LAW-8: with nights, a life is the same while its sleep agrees", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        arbitraryCreature,
        arbitraryPause,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (creature, { afterMs, forMs }, share) => {
          const from = instantFor(creature, 0) + afterMs;
          const before = settle(creature, from);
          fc.pre(before.death === null);
          const until = from + forMs;
          const sleeper = sleeperOf(creature);
          const alikeMs = alikeFor(night(sleeper, from), night(sleeper, until));
          const afterwards = Math.floor(share * alikeMs);
          if (afterwards > 0) compared++;
          const lived = settle(moveAcrossOutages(creature, [{ from, until }], until), until + afterwards);
          const expected = later(settleAny(before, from + afterwards), from, forMs);
          expect({ ...lived, pauses: [] }).toEqual({ ...expected, pauses: [] });
        },
      ),
    );
    expect(compared).toBeGreaterThan((fc.readConfigureGlobal().numRuns ?? 300) / 20);
  });
});

interface Asleep {
  readonly asleep: boolean;
  readonly afterMs: number;
}

/** Returns the stretches of sleep and waking after an instant, with their ends relative to that instant. */
function night(sleeper: Sleeper, from: number): readonly Asleep[] {
  return sleepStretches(sleeper, from, from + 72 * HOUR_MS).map(({ asleep, until }) => ({
    asleep,
    afterMs: until - from,
  }));
}

/** Returns how long two such nights agree. */
function alikeFor(one: readonly Asleep[], other: readonly Asleep[]): number {
  let alikeMs = 0;
  for (const [index, { asleep, afterMs }] of one.entries()) {
    const twin = other[index];
    if (twin === undefined || twin.asleep !== asleep) break;
    alikeMs = Math.min(afterMs, twin.afterMs);
    if (afterMs !== twin.afterMs) break;
  }
  return alikeMs;
}
