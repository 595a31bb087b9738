// Tests the one-sentence verdict about a house in every case.
import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, hours, speciesWith } from "../../../../test/lives/creatures.ts";
import { adopt } from "../care/adoption.ts";
import { board } from "../care/boarding.ts";
import type { Creature, Living } from "../creature/creature.ts";
import { byNeed, residentsIn } from "../foresight/schedule.ts";
import { visibleAt } from "../life/shown.ts";
import { needOf, verdictOf, type LostCreature } from "./verdict.ts";

const MINUTE = hours(1 / 60);

/** Returns the verdict on creatures that hatched at `T0` and have a five-hour window, which is on time from 2.5 to 5 hours. */
function said(now: number, creatures: readonly Creature[], lost: readonly LostCreature[] = [], lived = true) {
  return verdictOf({ house: residentsIn(creatures.map((each) => visibleAt(each, now))), lost, lived, now });
}

function named(name: string, overrides: Parameters<typeof creatureWith>[0] = {}): Living {
  return creatureWith({ id: `id-${name}`, name, ...overrides });
}

function fed(name: string, atHours: number): Living {
  return caredFor(named(name), "feed", T0 + hours(atHours));
}

/** A creature that was fed recently but whose death clock counts 26 hours without care. */
const ALONE = { ...fed("Pip", 26), lastCareAt: T0 };

function boarded(name: string): Living {
  const outcome = board(named(name), T0 + hours(1), hours(20));
  if (outcome.kind !== "boarded") throw new Error(outcome.kind);
  return outcome.creature;
}

const PIP = named("Pip");
const EGG = adopt({ id: "egg", name: "Dot", species: speciesWith(), zone: "UTC", at: T0 });
const NOW = T0 + hours(1);

function moss(agoHours: number, returnable = true): LostCreature {
  const at = NOW - hours(agoHours);
  return { name: "Moss", at, cause: "hunger", returnableUntil: returnable ? at + hours(168) : null };
}

describe("an empty house", () => {
  it("WORDS-23: the verdict says whether a creature ever lived there", () => {
    expect(said(NOW, [], [], false)).toMatchObject({ state: "empty", text: "No creatures yet." });
    expect(said(NOW, [])).toMatchObject({ state: "empty", text: "No creatures right now." });
    expect(said(NOW, [], [moss(200)])).toMatchObject({ state: "empty", text: "No creatures right now." });
    expect(said(NOW, [], [moss(200, false)])).toMatchObject({ state: "empty", text: "No creatures right now." });
  });

  it("WORDS-23: the verdict mentions a death while it can be undone", () => {
    const text = "Moss died 5 hours ago of hunger and can be called back for another 6 days 19 h.";
    expect(said(NOW, [], [moss(100), moss(5)])).toMatchObject({ state: "died", text });
    expect(said(NOW, [], [moss(150)]).text).toBe(
      "Moss died 6 days ago of hunger and can be called back for another 18 h.",
    );
  });

  it.each([
    ["neglect", "of neglect"],
    ["illness", "of illness"],
    ["harm", "from a harmful item"],
  ] as const)("WORDS-23: the verdict names the cause %s", (cause, words) => {
    expect(said(NOW, [], [{ ...moss(5), cause }]).text).toContain(`Moss died 5 hours ago ${words} and`);
  });
});

describe("a calm house", () => {
  it("WORDS-23: the verdict names the next visit, and what is due now", () => {
    expect(said(NOW, [PIP])).toMatchObject({
      state: "well",
      text: expect.stringMatching(/^No one is late; next visit due in (1 h|2 h)/),
    });
    expect(said(T0 + hours(3.5), [PIP])).toMatchObject({
      state: "due",
      text: "A visit is due. Pip's meal is on time for another 1 h 30 min.",
    });
  });

  it("WORDS-23: the verdict names the meal that will be late first", () => {
    const sooner = named("Fern", { species: { feedingWindowHours: 4 } });
    expect(said(T0 + hours(3.5), [PIP, sooner]).text).toContain("Fern's meal is on time for another 30 min");
  });

  it("WORDS-23: the verdict mentions eggs only if no other creature lives there", () => {
    expect(said(NOW, [EGG])).toMatchObject({ state: "due", text: "Dot is an egg, waiting for its first visit." });
    expect(said(NOW, [EGG, EGG]).text).toBe("2 eggs are waiting for their first visit.");
    expect(said(NOW, [EGG, PIP]).state).toBe("well");
  });

  it("WORDS-23: the verdict says that all creatures are boarded", () => {
    const text = expect.stringMatching(/^All boarded; next visit due in \d+ h\.$/);
    expect(said(T0 + hours(2), [boarded("Pip")])).toMatchObject({ state: "well", text });
    expect(said(T0 + hours(2), [boarded("Pip"), named("Fern")]).text).toContain("No one is late; ");
  });

  it("WORDS-23: the verdict names creatures that need medicine, due or not", () => {
    expect(said(NOW, [named("Fern"), named("Pip", { stats: { health: 35 } })])).toMatchObject({
      state: "due",
      text: "Pip needs medicine: a visit is due now.",
    });
  });

  it("WORDS-23: the verdict never says that a weak creature is well", () => {
    const weak = named("Fern", { stats: { health: 59 } });
    expect(said(NOW, [PIP, weak])).toMatchObject({
      state: "well",
      text: expect.stringMatching(/^Fern needs medicine; next visit due in /),
    });
  });

  it("WORDS-23: the verdict mentions a recent death first, and an old one never", () => {
    const { state, text, more } = said(NOW, [PIP], [moss(5)]);
    expect([state, text]).toEqual([
      "died",
      "Moss died 5 hours ago of hunger and can be called back for another 6 days 19 h.",
    ]);
    expect(more).toMatch(/^No one else is late; next visit due in /);
    expect(said(NOW, [PIP], [moss(5, false)]).text).toBe("Moss died 5 hours ago of hunger.");
    expect(said(NOW, [PIP], [moss(49)]).state).toBe("well");
  });
});

describe("a house in trouble", () => {
  it("WORDS-23: the verdict says how late a meal is and when death follows", () => {
    expect(said(T0 + hours(5) + 40 * MINUTE, [PIP, fed("Fern", 4)])).toMatchObject({
      state: "late",
      text: "Pip's meal is 40 min late; without care, it dies in 30 h 20 min.",
    });
  });

  it("WORDS-23: the verdict counts late meals and names the first to die", () => {
    const first = named("Fern", { lastCareAt: T0 - hours(2) });
    expect(said(T0 + hours(6), [PIP, first])).toMatchObject({
      state: "late",
      text: "2 meals are late; without care, Fern dies in 28 h.",
    });
    const text = (aloneFor: number) =>
      said(T0 + hours(6), [named("Fern"), named("Moss"), { ...fed("Ash", 5.5), lastCareAt: T0 + hours(6 - aloneFor) }])
        .text;
    expect(text(8)).toBe("2 meals are late; without care, Fern dies in 30 h.");
    expect(text(26)).toBe("2 meals are late; without care, Ash (whose meal is not late) dies in 10 h.");
  });

  it("WORDS-23: a house with a critical creature is in danger, asleep or awake", () => {
    const fern = named("Fern", { stats: { health: 12 } });
    const seen = Array.from({ length: 30 }, (_, hour) => visibleAt(fern, T0 + hours(hour / 2))).filter(
      (each) => each.kind === "living",
    );
    expect(new Set(seen.map(({ asleep }) => asleep))).toEqual(new Set([true, false]));
    for (const each of seen) {
      expect([needOf(each).state, said(each.now, [fern]).state]).toEqual(["danger", "danger"]);
      if (each.feedingWindowStatus !== "past_window") {
        expect(said(each.now, [fern]).text).toMatch(/^Fern is in danger of dying; without care, it dies in /);
      }
    }
  });

  it("WORDS-23: a house is in danger while a death clock is critical", () => {
    expect(said(T0 + hours(26), [PIP])).toMatchObject({
      state: "danger",
      text: expect.stringContaining("dies in 10 h"),
    });
    expect(said(T0 + hours(26), [ALONE])).toMatchObject({
      state: "danger",
      text: "Pip has been alone for 26 h; without care, it dies in 10 h.",
    });
  });

  it("WORDS-23: a house is in danger while a creature's health is critical", () => {
    const text = expect.stringMatching(/^Pip is in danger of dying; without care, it dies in /);
    expect(said(NOW, [PIP, named("Fern")]).state).toBe("well");
    expect(said(NOW, [named("Pip", { stats: { health: 15 } }), named("Fern")])).toMatchObject({
      state: "danger",
      text,
    });
  });

  it("WORDS-23: the verdict mentions living creatures before dead ones", () => {
    const { state, text, more } = said(T0 + hours(6), [PIP], [{ ...moss(5), at: T0 }]);
    expect([state, text]).toEqual(["late", "Pip's meal is 1 h late; without care, it dies in 30 h."]);
    expect(more).toMatch(/^Moss died 6 hours ago of hunger/);
  });

  it("WORDS-23: the verdict does not count boarded creatures", () => {
    expect(said(T0 + hours(6), [boarded("Pip"), fed("Fern", 5)]).state).toBe("well");
  });
});

describe("the needs of one creature", () => {
  const need = (now: number, creature: Creature) => {
    const [seen] = byNeed(residentsIn([visibleAt(creature, now)]));
    if (seen === undefined) throw new Error("the house is empty");
    return needOf(seen);
  };

  it("WORDS-23: a creature's need is described in a few words", () => {
    expect(need(NOW, EGG)).toEqual({ state: "due", needs: [], text: "Waiting for its first visit" });
    expect(need(T0 + hours(2), boarded("Pip"))).toEqual({
      state: "well",
      needs: [],
      text: "Boarded for another 19 h",
    });
    expect(need(NOW, PIP).text).toMatch(/^Next visit in (1 h|2 h)/);
    expect(need(T0 + hours(3.5), PIP)).toEqual({ state: "due", needs: ["a meal"], text: "Visit due now" });
    const weak = named("Fern", { stats: { health: 59 } });
    expect(need(NOW, weak)).toMatchObject({
      needs: ["medicine"],
      text: expect.stringMatching(/^Needs medicine; next visit in /),
    });
    expect(need(T0 + hours(6), PIP)).toEqual({ state: "late", needs: ["a meal"], text: "Meal 1 h late" });
    expect(need(T0 + hours(30), PIP).text).toMatch(/^Meal \d+ h late; dies in 6 h$/);
    expect(need(T0 + hours(26), ALONE).text).toBe("Without care, it dies in 10 h");
  });

  it("WORDS-24: urgent creatures come first, then eggs, others, and boarded ones", () => {
    const at = T0 + hours(4);
    const house = residentsIn(
      [boarded("Away"), fed("Fed", 3.9), EGG, fed("Soon", 3), PIP].map((each) => visibleAt(each, at)),
    );
    expect(byNeed(house).map(({ creature }) => creature.name)).toEqual(["Pip", "Dot", "Soon", "Fed", "Away"]);
  });
});
