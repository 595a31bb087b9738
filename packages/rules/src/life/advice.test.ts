import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import { HOUR, T0, caredFor, creatureWith, done, hours, livingOf } from "../../../../test/lives/creatures.ts";
import { checkInAt, firstAdvice, lowForDiscipline, type Advice, type CheckIn } from "./advice.ts";
import { courseOf } from "./course.ts";
import type { Living, Stats } from "../creature/creature.ts";
import { recommendedPosition } from "./feeding.ts";
import { creatureAt, type LivingNow } from "./life.ts";
import { settle } from "./settle.ts";
import { isAsleepAt, sleeperOf } from "../time/sleep.ts";
import type { SpeciesNature } from "../species/species.ts";

type Overrides = Omit<Partial<Living>, "species" | "stats"> & {
  readonly species?: Partial<SpeciesNature>;
  readonly stats?: Partial<Stats>;
};

function livingAt(creature: Living, now: number): LivingNow {
  const living = creatureAt(creature, now);
  if (living.kind !== "living") throw new Error(`It is ${living.kind}.`);
  return living;
}

function checkInOf(creature: Living, now: number): CheckIn {
  return checkInAt(livingOf(settle(creature, now)), courseOf(creature), now);
}

/** Returns an id whose creature, in UTC, is asleep or awake at each given instant as requested. */
function idThat(sleeps: readonly (readonly [at: number, asleep: boolean])[]): string {
  for (let number = 0; ; number++) {
    const id = `sleeper-${number}`;
    const sleeper = sleeperOf({ id, zone: "UTC" });
    if (sleeps.every(([at, asleep]) => isAsleepAt(sleeper, at) === asleep)) return id;
  }
}

const AT_22 = T0 + hours(13);
const AT_23 = T0 + hours(14);
const AT_0 = T0 + hours(15);

describe("the recommended check-in", () => {
  it.each([
    ["half a window is over", {}, 2.5],
    ["the window is over", {}, 5],
    ["a window was missed", {}, 9],
    ["health is below 20", { stats: { health: 19.999 } }, 0],
    ["health is below 40 while it is awake", { stats: { health: 39.999 } }, 0],
    ["a pangolin's trust is below 40", { species: { mechanic: "pangolin" }, stats: { trust: 39.999 } }, 0],
  ] as const satisfies readonly (readonly [string, Overrides, number])[])(
    "ADVICE-1: the check-in is now when %s",
    (_when, overrides, after) => {
      const now = T0 + hours(after);
      expect(checkInOf(creatureWith(overrides), now).at).toBe(now);
    },
  );

  it.each([
    ["before half a window", {}],
    ["with health 40", { stats: { health: 40 } }],
    ["with a pangolin's trust at 40", { species: { mechanic: "pangolin" }, stats: { trust: 40 } }],
    ["with another species' trust below 40", { stats: { trust: 5 } }],
  ] as const satisfies readonly (readonly [string, Overrides])[])(
    "ADVICE-1, RESP-1: %s, the check-in is when p reaches q",
    (_when, overrides) => {
      const creature = creatureWith(overrides);
      const q = recommendedPosition(creature);
      expect(q).toBeGreaterThanOrEqual(0.55);
      expect(q).toBeLessThan(0.65);
      const at = T0 + Math.round(q * hours(5));
      for (const now of [T0, T0 + hours(1), T0 + hours(2.5) - 1]) {
        expect(checkInOf(creature, now)).toEqual({ at, reason: "feeding_opens" });
      }
      expect(livingAt(creature, at).position).toBeCloseTo(q, 6);
    },
  );

  it("ADVICE-1, FEED-2: sleep delays the feeding clock and the check-in", () => {
    // Half of the 24-hour window ends at 21:00. Later hours of sleep delay the clock.
    for (let number = 0; number < 40; number++) {
      const species = { feedingWindowHours: 24, hungerDecayPerHour: 0.4 };
      const creature = creatureWith({ id: `slow-${number}`, species });
      let left = Math.round(recommendedPosition(creature) * hours(24)) - hours(12);
      let at = T0 + hours(12);
      for (;;) {
        if (isAsleepAt(sleeperOf(creature), at)) at += hours(1);
        else if (left > hours(1)) {
          left -= hours(1);
          at += hours(1);
        } else break;
      }
      at += left;
      expect(checkInOf(creature, T0).at).toBe(Math.min(at, T0 + hours(34)));
    }
  });

  it("ADVICE-2: a check-in during sleep moves to the next waking hour", () => {
    const id = idThat([
      [AT_22, true],
      [AT_23, true],
      [AT_0, false],
    ]);
    for (const overrides of [{}, { stats: { health: 15 } }] satisfies Overrides[]) {
      // The last care was at 20:00, so that death is far away.
      const creature = creatureWith({
        id,
        ...overrides,
        lastCareAt: T0 + hours(11),
        asOf: T0 + hours(11),
        feedingMs: hours(2.5),
      });
      expect(checkInOf(creature, AT_22)).toEqual({ at: AT_0, reason: "wakes" });
      expect(checkInOf(creature, AT_0 - 1)).toEqual({ at: AT_0, reason: "wakes" });
      expect(checkInOf(creature, AT_0).at).toBe(AT_0);
    }
  });

  it("ADVICE-1: only health below 20 sets a sleeper's check-in to its waking", () => {
    const id = idThat([
      [AT_22, true],
      [AT_23, false],
      [AT_0, false],
      [AT_0 + hours(1), false],
    ]);
    const fed = { id, lastFedAt: AT_22, asOf: AT_22, lastCareAt: AT_22, feedingMs: 0 };
    const checkIn = (health: number, now: number) => checkInOf(creatureWith({ ...fed, stats: { health } }), now);
    expect(checkIn(19.9, AT_22)).toEqual({ at: AT_23, reason: "wakes" });
    expect(checkIn(20, AT_22).reason).toBe("feeding_opens");
    expect(checkIn(39.9, AT_22).reason).toBe("feeding_opens");
    expect(checkIn(39.9, AT_23)).toEqual({ at: AT_23, reason: "low_health" });
  });

  it("ADVICE-2: a sleeping pangolin is visited only below trust 40", () => {
    const id = idThat([
      [AT_22, true],
      [AT_23, false],
    ]);
    const pangolin = (trust: number) =>
      creatureWith({ id, species: { mechanic: "pangolin" }, stats: { trust }, lastCareAt: T0 + hours(11) });
    expect(checkInOf(pangolin(39.9), AT_22 + 1)).toEqual({ at: AT_22 + 1, reason: "trust_low" });
    expect(checkInOf({ ...pangolin(45), asOf: T0 + hours(11), feedingMs: hours(3) }, AT_22 + 1)).toEqual({
      at: AT_23,
      reason: "wakes",
    });
  });

  it("ADVICE-2: a check-in is at least two hours before death", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 24 }, lastCareAt: T0 - hours(26) });
    const { death } = courseOf(creature);
    expect(death).toEqual({ at: T0 + hours(10), cause: "neglect" });
    expect(checkInOf(creature, T0)).toEqual({ at: death.at - hours(2), reason: "before_death" });
  });

  it("ADVICE-2: the margin before death applies during sleep, but never to the past", () => {
    const id = idThat([
      [AT_23, true],
      [AT_0, false],
    ]);
    const creature = creatureWith({ id, lastCareAt: T0 + hours(16.5) - hours(36) });
    expect(courseOf(creature).death).toEqual({ at: T0 + hours(16.5), cause: "neglect" });
    expect(checkInOf(creature, AT_23)).toEqual({ at: T0 + hours(14.5), reason: "before_death" });
    expect(checkInOf(creature, T0 + hours(14.75))).toEqual({ at: T0 + hours(14.75), reason: "before_death" });
    expect(livingAt(creature, T0 + hours(14.5)).advice?.action).toBe("reflect");
  });

  it("ADVICE-2: a death exactly two hours after the check-in does not move it", () => {
    const id = idThat([
      [AT_23, true],
      [AT_0, false],
    ]);
    const dyingAt = (death: number) => creatureWith({ id, lastCareAt: death - hours(36) });
    expect(checkInOf(dyingAt(AT_0 + hours(2)), AT_23)).toEqual({ at: AT_0, reason: "wakes" });
    expect(checkInOf(dyingAt(AT_0 + hours(2) - 1), AT_23)).toEqual({ at: AT_0 - 1, reason: "before_death" });
  });

  it("ADVICE-3: the check-in is now if mood, or feeding while awake, is critical", () => {
    const ill = livingAt(creatureWith({ stats: { health: 19.9 } }), T0);
    expect(ill).toMatchObject({ mood: "critical", checkIn: { at: T0 } });
    const unfed = livingAt(creatureWith(), T0 + hours(8));
    expect(unfed).toMatchObject({ feedingStatus: "critical", asleep: false, checkIn: { at: T0 + hours(8) } });
  });

  it("ADVICE-3: a sleeper's critical feeding status waits until it wakes", () => {
    const id = idThat([
      [AT_22, true],
      [AT_23, false],
    ]);
    const now = livingAt(creatureWith({ id }), AT_22);
    expect(now).toMatchObject({ feedingStatus: "critical", asleep: true, mood: "sleeping", checkIn: { at: AT_23 } });
  });

  it("ADVICE-3: the predicted hunger is exact", () => {
    const plain = creatureWith();
    const after = (checkInOf(plain, T0).at - T0) / hours(1);
    expect(livingAt(plain, T0).hungerAtCheckIn).toBeCloseTo(100 - 1.6 * after, 9);
    const creatures = [
      plain,
      creatureWith({ species: { innateTraits: ["social"], feedingWindowHours: 8 } }),
      creatureWith({
        species: { feedingWindowHours: 24, hungerDecayPerHour: 2.6 },
        rhythm: { averageHours: 1, weight: 9, intervals: 9 },
      }),
    ];
    for (const creature of creatures) {
      for (const later of [0, 1, 2, 14]) {
        const now = livingAt(creature, T0 + hours(later));
        expect(now.hungerAtCheckIn).toBeCloseTo(settle(creature, now.checkIn.at).stats.hunger, 9);
      }
    }
  });

  it("ADVICE-3, SEEN-2: hidden hunger is not predicted", () => {
    expect(livingAt(creatureWith({ species: { mechanic: "pangolin" } }), T0).hungerAtCheckIn).toBeNull();
  });
});

interface AdviceRow {
  readonly when: string;
  readonly creature: Overrides;
  readonly asleep?: boolean;
  readonly action: Advice["action"] | null;
  readonly reason?: Advice["reason"];
}

/** Half of a five-hour window is 2.5 hours. After 4.25 hours, 0.75 hours are left. */
const OPEN = { feedingMs: hours(2.5) };
const LAST_SPARE = { feedingMs: hours(4.25) };
const SPENT = { feedingMs: hours(4.25) + 1 };
const UNCLEANED = { lastCleanedAt: T0 - hours(24) };
const BENGAL = { species: { mechanic: "bengal" } } as const;
const JACKRABBIT = { species: { mechanic: "jackrabbit" } } as const;
const PANGOLIN = { species: { mechanic: "pangolin" } } as const;

const ADVICE_ROWS: readonly AdviceRow[] = [
  { when: "asleep", creature: {}, asleep: true, action: "reflect", reason: "asleep" },
  {
    when: "asleep and dying",
    creature: { ...OPEN, stats: { health: 5 } },
    asleep: true,
    action: "reflect",
    reason: "asleep",
  },
  {
    when: "pangolin at 39.999",
    creature: { ...PANGOLIN, ...OPEN, stats: { trust: 39.999, health: 5 } },
    action: "reflect",
    reason: "trust_low",
  },
  {
    when: "pangolin at 39.999, asleep",
    creature: { ...PANGOLIN, stats: { trust: 39.999 } },
    asleep: true,
    action: "reflect",
  },
  { when: "pangolin at 40", creature: { ...PANGOLIN, ...OPEN, stats: { trust: 40 } }, action: "feed" },

  {
    when: "health 39.999, open",
    creature: { ...OPEN, stats: { health: 39.999 } },
    action: "medicine",
    reason: "health_low",
  },
  { when: "health 39.999, bengal", creature: { ...OPEN, ...BENGAL, stats: { health: 39.999 } }, action: "medicine" },
  { when: "health 59.999, open", creature: { ...OPEN, stats: { health: 59.999 } }, action: "medicine" },
  { when: "health 60, open", creature: { ...OPEN, stats: { health: 60 } }, action: "feed" },
  { when: "health 5, 0.75 h left", creature: { ...LAST_SPARE, stats: { health: 5 } }, action: "medicine" },
  {
    when: "health 5, a millisecond less than 0.75 h left",
    creature: { ...SPENT, stats: { health: 5 } },
    action: "feed",
    reason: "feeding_open",
  },
  {
    when: "health 5, past the window, jackrabbit unplayed",
    creature: { ...JACKRABBIT, feedingMs: hours(9), stats: { health: 5 } },
    action: "play",
    reason: "play_first",
  },
  { when: "health 40, not open", creature: { stats: { health: 40 } }, action: "medicine", reason: "health_low" },

  { when: "bengal unplayed, open", creature: { ...BENGAL, ...OPEN }, action: "play", reason: "play_first" },
  { when: "jackrabbit unplayed, open", creature: { ...JACKRABBIT, ...OPEN }, action: "play", reason: "play_first" },
  {
    when: "jackrabbit unplayed, past the window",
    creature: { ...JACKRABBIT, feedingMs: hours(9) },
    action: "play",
    reason: "play_first",
  },
  {
    when: "bengal unplayed and uncleaned",
    creature: { ...BENGAL, ...OPEN, ...UNCLEANED },
    action: "play",
    reason: "play_first",
  },
  { when: "bengal played with", creature: { ...BENGAL, ...OPEN, playedThisCycle: true }, action: "feed" },
  {
    when: "bengal played with, uncleaned",
    creature: { ...BENGAL, ...OPEN, ...UNCLEANED, playedThisCycle: true },
    action: "clean",
  },
  { when: "bengal unplayed, not open", creature: { ...BENGAL }, action: null },

  { when: "open, uncleaned for 24 h", creature: { ...OPEN, ...UNCLEANED }, action: "clean", reason: "uncleaned" },
  {
    when: "open, cleaned a millisecond less ago",
    creature: { ...OPEN, lastCleanedAt: T0 - hours(24) + 1 },
    action: "feed",
  },
  { when: "0.75 h left, uncleaned", creature: { ...LAST_SPARE, ...UNCLEANED }, action: "clean", reason: "uncleaned" },
  { when: "a millisecond less than 0.75 h left, uncleaned", creature: { ...SPENT, ...UNCLEANED }, action: "feed" },
  {
    when: "open, uncleaned and unhappy",
    creature: { ...OPEN, ...UNCLEANED, stats: { happiness: 5 } },
    action: "clean",
  },

  {
    when: "open, happiness 79.999",
    creature: { ...OPEN, stats: { happiness: 79.999 } },
    action: "play",
    reason: "bored",
  },
  { when: "open, happiness 80", creature: { ...OPEN, stats: { happiness: 80 } }, action: "feed" },
  {
    when: "open, unhappy, played with",
    creature: { ...OPEN, playedThisCycle: true, stats: { happiness: 10 } },
    action: "feed",
  },
  {
    when: "0.75 h left, unhappy",
    creature: { ...LAST_SPARE, stats: { happiness: 10 } },
    action: "play",
    reason: "bored",
  },
  {
    when: "a millisecond less than 0.75 h left, unhappy",
    creature: { ...SPENT, stats: { happiness: 10 } },
    action: "feed",
  },

  { when: "open", creature: { ...OPEN }, action: "feed", reason: "feeding_open" },
  { when: "a millisecond before it opens", creature: { feedingMs: hours(2.5) - 1 }, action: null },
  {
    when: "past the window, uncleaned and unhappy",
    creature: { feedingMs: hours(6), ...UNCLEANED, stats: { happiness: 10 } },
    action: "feed",
  },
  { when: "missed", creature: { feedingMs: hours(9) }, action: "feed", reason: "feeding_open" },

  {
    when: "not open, health 59.999",
    creature: { stats: { health: 59.999 } },
    action: "medicine",
    reason: "health_low",
  },
  { when: "not open, health 60", creature: { stats: { health: 60 } }, action: null },
  {
    when: "not open, health 59.999, uncleaned",
    creature: { ...UNCLEANED, stats: { health: 59.999 } },
    action: "medicine",
  },

  { when: "not open, uncleaned for 24 h", creature: { ...UNCLEANED }, action: "clean", reason: "uncleaned" },
  { when: "not open, cleaned a millisecond less ago", creature: { lastCleanedAt: T0 - hours(24) + 1 }, action: null },
  { when: "not open, uncleaned and unhappy", creature: { ...UNCLEANED, stats: { happiness: 10 } }, action: "clean" },

  { when: "not open, happiness 79.999", creature: { stats: { happiness: 79.999 } }, action: "play", reason: "bored" },
  { when: "not open, happiness 80", creature: { stats: { happiness: 80 } }, action: null },
  {
    when: "not open, unhappy, played with",
    creature: { playedThisCycle: true, stats: { happiness: 10 } },
    action: null,
  },

  { when: "newly hatched", creature: {}, action: null },
];

describe("the first advice", () => {
  it.each(ADVICE_ROWS)(
    "ADVICE-4: $when, the first advice is $action",
    ({ creature, asleep = false, action, reason }) => {
      const advice = firstAdvice(creatureWith(creature), asleep, T0);
      expect(advice?.action ?? null).toBe(action);
      if (reason !== undefined) expect(advice?.reason).toBe(reason);
    },
  );

  it("ADVICE-4: the spare band has the same length for every window", () => {
    const withLeft = (feedingWindowHours: number, left: number) =>
      firstAdvice(
        creatureWith({ species: { feedingWindowHours }, feedingMs: hours(feedingWindowHours) - left, ...UNCLEANED }),
        false,
        T0,
      )?.action;
    for (const window of [2, 3, 3.5, 8, 24]) {
      expect(withLeft(window, hours(0.75))).toBe("clean");
      expect(withLeft(window, hours(0.75) - 1)).toBe("feed");
    }
  });

  it("ADVICE-4: only a border collie is advised to play with task items", () => {
    const collie = { species: { mechanic: "border_collie" }, stats: { happiness: 50 } } as const;
    for (const feedingMs of [0, hours(2.5)]) {
      expect(firstAdvice(creatureWith({ ...collie, feedingMs }), false, T0)).toEqual({
        action: "play",
        reason: "bored",
        needsTaskItem: true,
      });
      expect(firstAdvice(creatureWith({ stats: { happiness: 50 }, feedingMs }), false, T0)?.needsTaskItem).toBe(false);
    }
    expect(firstAdvice(creatureWith({ ...collie, ...SPENT }), false, T0)).toMatchObject({
      action: "feed",
      needsTaskItem: false,
    });
  });

  it("ADVICE-4: a status includes advice, which for a sleeper is to reflect", () => {
    const id = idThat([[AT_22, true]]);
    const creature = creatureWith({ id });
    expect(livingAt(creature, T0 + hours(3)).advice?.action).toBe("feed");
    expect(livingAt(creature, AT_22).advice).toMatchObject({ action: "reflect", reason: "asleep" });
    expect(done(creature, "reflect", AT_22).creature.lastCareAt).toBe(AT_22);
  });

  it("ADVICE-4: all advice is accepted, and following it leaves a fed creature", () => {
    for (const mechanic of [null, "bengal", "jackrabbit", "border_collie", "pangolin", "chonk", "persian"] as const) {
      let creature = creatureWith({ species: { mechanic }, stats: { happiness: 40, health: 35 }, ...UNCLEANED });
      const now = T0 + hours(3);
      let steps = 0;
      for (let advice = livingAt(creature, now).advice; advice !== null; advice = livingAt(creature, now).advice) {
        creature = caredFor(creature, advice.action, now, { isTask: advice.needsTaskItem });
        expect(++steps).toBeLessThan(30);
      }
      expect(creature.feedings).toBe(1);
    }
  });
});

describe("discipline", () => {
  it("ADVICE-5: discipline is never the first advice", () => {
    for (const { creature } of ADVICE_ROWS) {
      for (const discipline of [0, 50, 100]) {
        for (const asleep of [false, true]) {
          const built = creatureWith({ ...creature, stats: { ...creature.stats, discipline } });
          expect(firstAdvice(built, asleep, T0)?.action).not.toBe("discipline");
        }
      }
    }
  });

  it("ADVICE-5: a creature's discipline affects no other part of its life", () => {
    fc.assert(
      fc.property(arbitraryCreature, fc.nat(100), fc.nat(48 * HOUR), (creature, discipline, afterMs) => {
        const at = creature.asOf + afterMs;
        const lifeWith = (value: number) => {
          const now = creatureAt({ ...creature, stats: { ...creature.stats, discipline: value } }, at);
          if (now.kind !== "living") return now.creature.death;
          const { mood, advice, checkIn, trend, deathClock, creature: living } = now;
          const stats = { ...living.stats, discipline: 0 };
          return { mood, advice, checkIn, trend, deathClock, living: { ...living, stats } };
        };
        expect(lifeWith(discipline)).toEqual(lifeWith(0));
      }),
    );
  });

  it.each([
    [{ health: 40, trust: 30, happiness: 30 }, false],
    [{ health: 39.999, trust: 30, happiness: 30 }, true],
    [{ health: 40, trust: 29.999, happiness: 30 }, true],
    [{ health: 40, trust: 30, happiness: 29.999 }, true],
    [{ health: 100, trust: 100, happiness: 100 }, false],
    [{ health: 100, trust: 20, happiness: 100 }, true],
  ])("ADVICE-5: discipline is advised against with %o: %s", (stats, unwise) => {
    expect(lowForDiscipline(stats) !== null).toBe(unwise);
  });
});
