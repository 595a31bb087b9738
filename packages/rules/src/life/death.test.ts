import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  deadOf,
  done,
  hours,
  idThat,
  livingAt,
  livingOf,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import { board } from "../care/boarding.ts";
import { applyCare } from "../care/care.ts";
import type { CareAction, Creature, Dead, DeathCause, Living } from "../creature/creature.ts";
import { deathClockAt, lifespanWords, postMortem, urgencyOf, type PostMortemEvent } from "./death.ts";
import { windowMs } from "./feeding.ts";
import { creatureAt } from "./life.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle, settleAny } from "./settle.ts";
import { isWaiting, visibleAt } from "./shown.ts";

const WINDOW = windowMs(speciesWith());
const QUICK = { averageHours: 5, weight: 3, intervals: 3 };
const LONG_WINDOW = { feedingWindowHours: 24, hungerDecayPerHour: 0.35 };

interface Fate {
  readonly name: string;
  readonly creature: Living;
  readonly at: number;
  readonly cause: DeathCause;
}

/** One creature for every way to die by the clock. Only the first two sleep before they die. */
const FATES: readonly Fate[] = [
  { name: "36 h without care", creature: creatureWith(), at: T0 + hours(36), cause: "neglect" },
  { name: "24 h without care", creature: creatureWith({ rhythm: QUICK }), at: T0 + hours(24), cause: "neglect" },
  {
    name: "p of 1.5 alone",
    creature: creatureWith({ stats: { health: 1 } }),
    at: T0 + hours(9.5),
    cause: "hunger",
  },
  {
    name: "hunger below 10 alone",
    creature: creatureWith({ species: LONG_WINDOW, stats: { hunger: 5, health: 10 } }),
    at: T0 + hours(8),
    cause: "hunger",
  },
  {
    name: "hunger falling below 10",
    creature: creatureWith({ species: { feedingWindowHours: 24 }, stats: { hunger: 18, health: 2.5 } }),
    at: T0 + hours(7),
    cause: "hunger",
  },
  {
    name: "dirt",
    creature: creatureWith({ species: LONG_WINDOW, lastCleanedAt: T0 - hours(46), stats: { health: 2 } }),
    at: T0 + hours(10),
    cause: "illness",
  },
  {
    name: "dirt and p of 1.5",
    creature: creatureWith({ lastCleanedAt: T0 - hours(60), stats: { health: 3 } }),
    at: T0 + hours(9),
    cause: "hunger",
  },
];

describe("the instant of death", () => {
  it.each(FATES)(
    "DEATH-1, DEATH-3: $name kills exactly at its instant, with cause $cause",
    ({ creature, at, cause }) => {
      expect(livingAt(creature, T0).deathClock.diesAt).toBe(at);
      expect(settle(creature, at).death).toEqual({ at, cause });
    },
  );

  it("DEATH-1: the threshold counts all hours since any care, including sleep", () => {
    const night = T0 + hours(13);
    const sleepy = creatureWith({ id: idThat({ asleep: [0, 1, 2, 3].map((hour) => night + hours(hour)) }) });
    expect(livingAt(sleepy, T0).deathClock.diesAt).toBe(T0 + hours(36));
    const actions: readonly CareAction[] = ["play", "clean", "discipline", "reflect", "feed"];
    for (const action of actions) {
      const cared = caredFor(creatureWith(), action, T0 + hours(2));
      expect(livingAt(cared, T0 + hours(2)).deathClock.diesAt).toBe(T0 + hours(38));
    }
  });

  it("DEATH-1: refused care does not postpone death", () => {
    const jackrabbit = creatureWith({ species: { mechanic: "jackrabbit" } });
    const refused = applyCare(jackrabbit, "feed", undefined, T0 + hours(5));
    expect(refused.kind).toBe("refused");
    expect(livingAt(refused.creature, T0 + hours(5)).deathClock.diesAt).toBe(T0 + hours(36));
  });

  it("DEATH-1: resurrection restarts the threshold as care does", () => {
    const back = resurrect(deadOf(settle(creatureWith({ rhythm: QUICK }), T0 + hours(30))), T0 + hours(48));
    expect(livingAt(back, T0 + hours(50)).deathClock).toMatchObject({
      hoursWithoutCare: 2,
      thresholdHours: 36,
      diesAt: T0 + hours(84),
    });
  });

  it.each([
    [1, 2_057_143],
    [2, 4_114_286],
    [4, 8_228_571],
    [7, 14_400_000],
  ])("DEATH-1: %d health at 1.75 an hour reaches 0 after %d rounded ms", (health, ms) => {
    const creature = creatureWith({ feedingMs: 1.5 * WINDOW, stats: { hunger: 5, health } });
    expect(settle(creature, T0 + hours(30)).death).toEqual({ at: T0 + ms, cause: "hunger" });
    expect(livingAt(creature, T0 + ms - 1).creature.stats.health).toBeGreaterThan(0);
    expect(settle(creature, T0 + ms).stats.health).toBe(0);
  });

  it("DEATH-1: a creature in full health dies at the threshold", () => {
    const creature = creatureWith({ species: LONG_WINDOW, rhythm: QUICK });
    const dead = settle(creature, T0 + hours(24));
    expect(dead.death).toEqual({ at: T0 + hours(24), cause: "neglect" });
    expect(dead.stats.health).toBe(100);
  });
});

describe("one death for every reader", () => {
  it.each(FATES)("DEATH-2: $name: death happens exactly at its instant", ({ creature, at, cause }) => {
    expect(creatureAt(creature, at - 1).kind).toBe("living");
    expect(settle(creature, at - 1).death).toBeNull();
    for (const late of [0, 1, HOUR, 1000 * HOUR]) {
      const now = creatureAt(creature, at + late);
      expect(now.kind).toBe("dead");
      expect(now.creature.death).toEqual({ at, cause });
      expect(now.creature.asOf).toBe(at);
    }
  });

  it.each(FATES)("DEATH-2: $name: the dead creature is the same whenever it is settled", ({ creature, at }) => {
    const dead = settle(creature, at);
    expect(settle(creature, at + 1)).toEqual(dead);
    expect(settle(creature, at + hours(5000))).toEqual(dead);
    expect(settleAny(dead, at + hours(5000))).toBe(dead);
  });

  it("DEATH-2: care is accepted until one millisecond before death", () => {
    const dying = creatureWith({ stats: { health: 1 } });
    expect(applyCare(dying, "medicine", undefined, T0 + hours(9.5) - 1).kind).toBe("done");
    const late = applyCare(dying, "medicine", undefined, T0 + hours(9.5));
    expect(late).toMatchObject({ kind: "died", creature: { death: { at: T0 + hours(9.5), cause: "hunger" } } });
  });
});

describe("causes", () => {
  /**
   * The last care was 16 hours before `T0`, so the threshold of 24 hours is reached 8 hours after it. At 1.25 an hour, 10 health
   * last exactly as long.
   */
  const torn = (health: number) =>
    creatureWith({ species: LONG_WINDOW, rhythm: QUICK, lastCareAt: T0 - hours(16), stats: { hunger: 0, health } });
  const perMs = 1.25 / HOUR;

  it.each([
    ["at the same instant", 10, 0, "neglect"],
    ["within the same millisecond", 10 - 0.4 * perMs, 0, "neglect"],
    ["a millisecond earlier", 10 - perMs, -1, "hunger"],
    ["a millisecond later", 10 + perMs, 0, "neglect"],
  ] as const)("DEATH-3: health ending %s determines the cause of death", (_, health, earlier, cause) => {
    const end = T0 + hours(8) + earlier;
    expect(settle(torn(health), T0 + hours(30)).death).toEqual({ at: end, cause });
    expect(livingAt(torn(health), T0).deathClock.diesAt).toBe(end);
  });

  it("DEATH-3: dirt that kills at the threshold's instant is neglect too", () => {
    const dirty = { ...torn(2), lastCleanedAt: T0 - hours(60) };
    const fed: Living = { ...dirty, stats: { ...dirty.stats, hunger: 100 } };
    expect(settle(fed, T0 + hours(8)).death).toEqual({ at: T0 + hours(8), cause: "neglect" });
  });

  it.each([
    ["feed", 15],
    ["play", 5],
    ["clean", 10],
    ["medicine", 20],
    ["discipline", 10],
    ["sleep", 5],
  ] as const)("DEATH-3: %s with a harmful item that takes the last %d health is harm", (action, health) => {
    const killed = done(creatureWith({ stats: { health } }), action, T0, { category: "harmful" });
    expect(killed.creature.death).toEqual({ at: T0, cause: "harm" });
    expect(creatureAt(killed.creature, T0).kind).toBe("dead");
    const spared = done(creatureWith({ stats: { health: health + 0.01 } }), action, T0, { category: "harmful" });
    expect(spared.creature.death).toBeNull();
  });

  it("DEATH-3: death by the clock after a harmful item is not harm", () => {
    const hurt = caredFor(creatureWith({ stats: { hunger: 5, health: 16 } }), "feed", T0, { category: "harmful" });
    expect(settle(hurt, T0 + hours(5)).death).toEqual({ at: T0 + hours(0.8), cause: "hunger" });
  });
});

describe("the death clock", () => {
  it("WORDS-25: a creature waits after 0.67 of its threshold, unless boarded", () => {
    const creature = creatureWith({ rhythm: { averageHours: 10, weight: 5, intervals: 5 } });
    const waits = (from: Living, at: number) => isWaiting(visibleAt(from, T0 + hours(at)));
    expect([20.1, 20.11, 29].map((at) => waits(creature, at))).toEqual([false, true, true]);
    // A creature near death by illness that was recently cared for does not wait.
    expect(waits(creatureWith({ stats: { health: 1 } }), 9)).toBe(false);
    const boarded = board(creature, T0 + hours(19), hours(20));
    if (boarded.kind !== "boarded") throw new Error(boarded.kind);
    expect([25, 38, 40, 41].map((at) => waits(boarded.creature, at))).toEqual([false, false, false, true]);
    expect(isWaiting(visibleAt(creature, T0 + hours(31)))).toBe(false);
  });

  it("DEATH-4: the clock shows hours without care, threshold, instant, and hours left", () => {
    const creature = creatureWith({ rhythm: { averageHours: 10, weight: 5, intervals: 5 } });
    expect(livingAt(creature, T0 + hours(7.5)).deathClock).toEqual({
      hoursWithoutCare: 7.5,
      thresholdHours: 30,
      diesAt: T0 + hours(30),
      hoursRemaining: 22.5,
      urgency: "safe",
    });
  });

  it("DEATH-4: instant and hours left follow health if health ends first", () => {
    const creature = creatureWith({ stats: { health: 1 } });
    expect(livingAt(creature, T0 + hours(5.5)).deathClock).toEqual({
      hoursWithoutCare: 5.5,
      thresholdHours: 36,
      diesAt: T0 + hours(9.5),
      hoursRemaining: 4,
      urgency: "critical",
    });
  });

  it.each(FATES)("DEATH-4, DEATH-2: $name: the instant does not move without care", ({ creature, at }) => {
    let stopped = creature;
    for (let now = T0; now < at; now += 2_345_678) {
      expect(livingAt(creature, now).deathClock.diesAt).toBe(at);
      stopped = livingOf(settle(stopped, now));
      expect(livingAt(stopped, now).deathClock.diesAt).toBe(at);
      expect(livingAt(creature, now).deathClock.hoursRemaining).toBe((at - now) / HOUR);
    }
  });

  it.each([
    [1, "safe"],
    [0.670_001, "safe"],
    [0.67, "warning"],
    [0.330_001, "warning"],
    [0.33, "critical"],
    [0.110_001, "critical"],
    [0.11, "imminent"],
    [0.000_001, "imminent"],
  ])("DEATH-5: with a share of %d left, urgency is %s", (share, urgency) => {
    expect(urgencyOf(share)).toBe(urgency);
  });

  it.each([24, 30, 36, 48])("DEATH-5: shares of a threshold of %d h are exact to the millisecond", (threshold) => {
    const rhythm = { averageHours: threshold / 3, weight: 3, intervals: 3 };
    const creature = creatureWith({ rhythm });
    const urgencyWith = (msLeft: number) => deathClockAt(creature, T0 + msLeft, T0).urgency;
    for (const [share, above, below] of [
      [0.67, "safe", "warning"],
      [0.33, "warning", "critical"],
      [0.11, "critical", "imminent"],
    ] as const) {
      const msLeft = hours(threshold * share);
      expect(urgencyWith(msLeft + 1)).toBe(above);
      expect(urgencyWith(msLeft)).toBe(below);
      expect(urgencyWith(msLeft - 1)).toBe(below);
    }
  });

  it("DEATH-5: urgency is a share of the threshold even if health ends first", () => {
    const creature = creatureWith({ stats: { health: 1 } });
    expect(livingAt(creature, T0).deathClock).toMatchObject({ hoursRemaining: 9.5, urgency: "critical" });
    expect(livingAt(creature, T0 + hours(6)).deathClock).toMatchObject({ hoursRemaining: 3.5, urgency: "imminent" });
  });
});

/** The events that DEATH-6 lists for a death by the clock. */
const LISTED: ReadonlySet<PostMortemEvent> = new Set([
  "last_feeding",
  "last_care",
  "window_missed",
  "uncleaned",
  "hunger_below_10",
  "health_below_20",
] as const);

function report(before: Creature, dead: Living | Dead) {
  return postMortem(livingOf(before), deadOf(dead));
}

function listed(before: Creature, dead: Living | Dead): [PostMortemEvent, number][] {
  return report(before, dead)
    .filter(({ event }) => LISTED.has(event))
    .map(({ event, at }) => [event, (at - T0) / HOUR]);
}

describe("lifespans in words", () => {
  it.each([
    [0, "0 minutes"],
    [1, "1 minute"],
    [59.9, "59 minutes"],
    [60, "1 hour"],
    [125, "2 hours"],
    [24 * 60, "1 day"],
    [25 * 60, "1 day, 1 hour"],
    [53 * 60 + 59, "2 days, 5 hours"],
  ])("DEATH-6: a lifespan of %d minutes reads %s", (minutes, words) => {
    expect(lifespanWords(minutes * 60_000)).toBe(words);
  });
});

describe("the post-mortem", () => {
  /** Returns a creature that never sleeps, was fed after 2.5 hours and played with after 3, and was then abandoned. */
  function left(health: number): Living {
    const nights = [13, 14, 15, 16, 17, 18, 19, 20, 37, 38].map((hour) => T0 + hours(hour));
    const hungry = creatureWith({
      id: idThat({ awake: nights }),
      species: { hungerDecayPerHour: 3 },
      lastCleanedAt: T0 - hours(30),
      stats: { hunger: 23, health },
    });
    return caredFor(caredFor(hungry, "feed", T0 + hours(2.5)), "play", T0 + hours(3));
  }

  it("DEATH-6: a death by neglect lists its causes in order, with dates", () => {
    const creature = left(50);
    const dead = settle(creature, T0 + hours(39));
    expect(dead.death).toEqual({ at: T0 + hours(39), cause: "neglect" });
    expect(listed(creature, dead)).toEqual([
      ["last_feeding", 2.5],
      ["last_care", 3],
      ["window_missed", 10],
      ["window_missed", 15],
      ["uncleaned", 18],
      ["window_missed", 20],
      ["hunger_below_10", 21],
      ["window_missed", 25],
      ["window_missed", 30],
      ["health_below_20", 32.875],
      ["window_missed", 35],
    ]);
  });

  it("DEATH-6: the post-mortem of a starved creature ends with its death", () => {
    const creature = left(25);
    const dead = settle(creature, T0 + hours(39));
    // After 21 hours, 25 - 8 x 0.5 - 3 x 0.75 = 18.75 health is left, which lasts 9.375 hours at 2 an hour.
    expect(dead.death).toEqual({ at: T0 + hours(30.375), cause: "hunger" });
    expect(listed(creature, dead)).toEqual([
      ["last_feeding", 2.5],
      ["last_care", 3],
      ["window_missed", 10],
      ["window_missed", 15],
      ["uncleaned", 18],
      ["health_below_20", 18 + 1 / 0.75],
      ["window_missed", 20],
      ["hunger_below_10", 21],
      ["window_missed", 25],
      ["window_missed", 30],
    ]);
    expect(report(creature, dead).at(-1)).toMatchObject({ at: T0 + hours(30.375), event: "died" });
  });

  it("DEATH-6: the post-mortem lists nothing that did not happen", () => {
    const dirty = creatureWith({ species: LONG_WINDOW, lastCleanedAt: T0 - hours(46), stats: { health: 2 } });
    const events = listed(dirty, settle(dirty, T0 + hours(10))).map(([event]) => event);
    expect(events).toContain("uncleaned");
    for (const event of ["window_missed", "hunger_below_10"]) expect(events).not.toContain(event);
    const clean = creatureWith({ species: LONG_WINDOW, rhythm: QUICK });
    const neglected = listed(clean, settle(clean, T0 + hours(24))).map(([event]) => event);
    for (const event of ["window_missed", "uncleaned", "hunger_below_10", "health_below_20"]) {
      expect(neglected).not.toContain(event);
    }
  });

  it.each(FATES)("DEATH-6: $name: dates are in order and none is after the death", ({ creature, at }) => {
    const entries = report(creature, settle(creature, at));
    const dates = entries.map((entry) => entry.at);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(Math.max(...dates)).toBe(at);
    expect(entries.at(-1)).toMatchObject({ event: "died", note: expect.stringMatching(/ would have saved it\.$/) });
    for (const { note } of entries) expect(note).not.toMatch(/null|undefined|NaN/);
  });

  it.each([25, 50])("DEATH-6: earlier settling does not change a post-mortem with %d health", (health) => {
    const creature = left(health);
    const once = report(creature, settle(creature, T0 + hours(5000)));
    let stopped: Living | Dead = creature;
    let before = creature;
    for (let at = creature.asOf; stopped.death === null; at += 1_800_000) {
      before = stopped;
      stopped = settle(stopped, at);
    }
    expect(report(before, stopped)).toEqual(once);
    expect(report(creature, stopped)).toEqual(once);
  });

  it("DEATH-6: settling at hunger 10 preserves the date of falling below 10", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 24 }, stats: { hunger: 26 } });
    const settled = settle(creature, T0 + hours(10));
    expect(settled.stats.hunger).toBe(10);
    const dead = settle(creature, T0 + hours(36));
    expect(listed(creature, dead)).toContainEqual(["hunger_below_10", 10]);
    expect(listed(settled, settle(livingOf(settled), T0 + hours(36)))).toEqual(listed(creature, dead));
  });

  it("DEATH-6: a post-mortem omits hunger and health that care restored", () => {
    const dire = { starvingSince: T0 - hours(2), criticalSince: T0 - hours(1), stats: { hunger: 5, health: 15 } };
    const hungry = creatureWith({ ...dire, species: { hungerDecayPerHour: 0.35 } });
    const neglected = listed(hungry, settle(hungry, T0 + hours(36)));
    expect(neglected).toContainEqual(["hunger_below_10", -2]);
    expect(neglected).toContainEqual(["health_below_20", -1]);
    const saved = caredFor(caredFor(hungry, "feed", T0 + hours(3)), "medicine", T0 + hours(3));
    const events = listed(saved, settle(saved, T0 + hours(39))).map(([event]) => event);
    expect(events).not.toContain("hunger_below_10");
    expect(events).not.toContain("health_below_20");
  });

  it("DEATH-6: a death by harm lists missed windows and the harmful care", () => {
    const starved = creatureWith({ stats: { health: 10 } });
    const { before, creature } = done(starved, "feed", T0 + hours(8), { category: "harmful" });
    expect(creature.death).toEqual({ at: T0 + hours(8), cause: "harm" });
    expect(listed(before, creature)).toContainEqual(["window_missed", 7.5]);
    const harmful = report(before, creature).find(({ event }) => event === "harmful_item");
    expect(harmful).toMatchObject({ at: T0 + hours(8), note: "Last care: feed, with a harmful item." });
    expect(report(before, creature).filter(({ note }) => /last care/i.test(note))).toHaveLength(1);
  });

  it("DEATH-6: a post-mortem says whether the feeding clock started with a meal", () => {
    const startOf = (before: Living) => report(before, settle(before, T0 + hours(80)))[0]?.note;
    const hatched = creatureWith();
    const played = caredFor(hatched, "play", T0 + hours(1));
    expect([startOf(hatched), startOf(played)]).toEqual(Array(2).fill("Hatched; not fed after that."));
    expect(startOf(caredFor(hatched, "feed", T0 + hours(3)))).toBe("Last feeding.");
    const back = resurrect(deadOf(settle(caredFor(hatched, "feed", T0 + hours(3)), T0 + hours(60))), T0 + hours(60));
    expect(report(back, settle(back, T0 + hours(120)))[0]?.note).toBe("Resurrected; not fed after that.");
    const refed = caredFor(caredFor(back, "play", T0 + hours(61)), "feed", T0 + hours(64));
    expect(report(refed, settle(refed, T0 + hours(130)))[0]?.note).toBe("Last feeding.");
    const fatal = done(creatureWith({ stats: { health: 10 } }), "feed", T0 + hours(3), { category: "harmful" });
    expect(report(fatal.before, fatal.creature)[0]?.note).toBe("Hatched; not fed before the feeding that killed it.");
  });

  it("DEATH-6: the last note says how to prevent the death", () => {
    const lastNote = (before: Living, dead: Living | Dead) => report(before, dead).at(-1)?.note;
    const alone = creatureWith();
    expect(lastNote(alone, settle(alone, T0 + hours(40)))).toBe(
      "No care for 36 hours, the longest that a creature without a rhythm of care can last. " +
        "Any care before then, even a reflect, would have saved it.",
    );
    const rhythm = { averageHours: 5, weight: 20, intervals: 20 };
    const known = creatureWith({ rhythm });
    expect(lastNote(known, settle(known, T0 + hours(40)))).toMatch(
      /^No care for 24 hours, the longest that its rhythm/,
    );
    const hungry = left(25);
    expect(lastNote(hungry, settle(hungry, T0 + hours(39)))).toMatch(/Feeding it before then would have saved it\.$/);
  });

  it("DEATH-6: a post-mortem after a return does not mention earlier care", () => {
    const dead = settle(caredFor(creatureWith(), "discipline", T0 + hours(1)), T0 + hours(50));
    const back = resurrect(deadOf(dead), T0 + hours(60));
    const note = report(back, settle(back, T0 + hours(96))).find(({ event }) => event === "last_care")?.note;
    expect(note ?? "").not.toContain("discipline");
  });
});
