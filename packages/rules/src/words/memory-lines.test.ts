import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creatureWith } from "../../../../test/lives/creatures.ts";
import { FIRSTS, MARKS, type Memory } from "../creature/memory.ts";
import { FAMILIES, type Family } from "../species/species.ts";
import { SOUL_LINES, soulMemory, soulLine, type SoulMemory } from "./memory-lines.ts";
import { LANES } from "./speaker.ts";

const day = fc.integer({ min: 1, max: 400 });

const arbitraryDays = fc.dictionary(fc.constantFrom(...MARKS), day);

const arbitraryMemory: fc.Arbitrary<Memory<string>> = fc.record({
  deeds: fc.record({ days: arbitraryDays, brokenOn: day }),
  favorite: fc.option(fc.record({ phrase: fc.constantFrom("feather wand", "fresh tuna"), score: fc.float(), day })),
  note: fc.option(fc.record({ words: fc.string({ minLength: 1, maxLength: 80 }), day, care: fc.nat({ max: 300 }) })),
  latest: fc.option(fc.record({ hours: fc.double({ min: 0, max: 90, noNaN: true }), day })),
  firsts: fc.record({ play: day, reflect: day, medicine: day, loved: day }, { requiredKeys: [] }),
});

const arbitraryRecalled: fc.Arbitrary<SoulMemory> = fc.record({
  memory: fc.option(arbitraryMemory),
  cares: fc.nat({ max: 5000 }),
  meals: fc.nat({ max: 1000 }),
  hasStarved: fc.boolean(),
  deaths: fc.nat({ max: 4 }),
  day,
  others: fc.array(fc.constantFrom("Moss", "Ada"), { maxLength: 4 }),
});

const REMEMBERED: Memory<string> = {
  favorite: { phrase: "feather wand", score: 0.7, day: 2 },
  note: { words: 'It {name} "waited" for me.', day: 3, care: 1 },
  latest: { hours: 5.2, day: 4 },
  firsts: Object.fromEntries(FIRSTS.map((first) => [first, 1])),
};

const EVERYTHING: SoulMemory = {
  memory: REMEMBERED,
  cares: 2,
  meals: 12,
  hasStarved: false,
  deaths: 1,
  day: 6,
  others: ["Moss"],
};

function speaking(id: string, family: Family = "cat") {
  return creatureWith({ id, species: { family } });
}

/** Returns everything that a creature says over many care actions. */
function saidOver(state: SoulMemory, cares: number): readonly string[] {
  return Array.from({ length: cares }, (_, count) => {
    return soulLine(speaking("somebody"), { ...state, cares: count + 2 })?.text ?? "";
  });
}

describe("lines about a creature's life", () => {
  it("WORDS-21: repeated reads agree, and no line is among the last three", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.array(arbitraryRecalled, { minLength: 4, maxLength: 12 }), (id, states) => {
        const creature = speaking(id);
        const lines = states.map((state, index) => {
          const now = { ...state, cares: (states[0]?.cares ?? 0) + index };
          const said = soulLine(creature, now);
          expect(soulLine({ ...creature }, { ...now })).toEqual(said);
          return said?.text;
        });
        for (const [index, line] of lines.entries()) {
          expect(line).toMatch(/\.$/u);
          expect(lines.slice(Math.max(0, index - 3), index)).not.toContain(line);
        }
      }),
    );
  });

  it("WORDS-21: each creature says every line, in its own order", () => {
    const all = Object.values(SOUL_LINES).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const lines of Object.values(SOUL_LINES)) expect(lines.length % LANES).toBe(0);
    const said = new Set(saidOver(EVERYTHING, 80));
    const unfit = SOUL_LINES["first day"].length + SOUL_LINES["many meals"].length;
    expect(said.size).toBe(all.length - unfit);
    const order = (id: string) =>
      Array.from({ length: 20 }, (_, cares) => soulLine(speaking(id), { ...EVERYTHING, cares })?.text);
    expect(order("one")).not.toEqual(order("two"));
  });

  it("WORDS-21, MARK-3: the newest mark has four lines", () => {
    for (const mark of MARKS) {
      const deeds = { days: { kept_7: 7, [mark]: 9 }, brokenOn: 0 };
      const said = Array.from({ length: 200 }, (_, cares) =>
        soulLine(speaking("somebody"), { ...EVERYTHING, memory: { ...REMEMBERED, deeds }, cares }),
      ).filter((line) => line?.about === "mark");
      expect(new Set(said.map((line) => line?.text)).size, mark).toBe(LANES);
      for (const line of said) expect(line?.text).not.toMatch(/[{}!]|undefined/u);
    }
  });

  it("WORDS-22: no placeholder remains, and a note is quoted unchanged", () => {
    for (const family of FAMILIES) {
      for (let cares = 0; cares < 120; cares++) {
        const said = soulLine(speaking("somebody", family), { ...EVERYTHING, cares });
        const text = said?.text.replace("It {name} 'waited' for me", "") ?? "";
        expect(text).not.toMatch(/[{}!]|undefined|null|NaN|\s\s|"/u);
        if (said?.about === "note") expect(said.text).toContain("“It {name} 'waited' for me”");
      }
    }
  });

  it("WORDS-22: no answer quotes its own care's note, or a missing one", () => {
    const fresh = { ...EVERYTHING, memory: { ...REMEMBERED, favorite: null, latest: null, firsts: {} } };
    for (let cares = 1; cares < 200; cares++) {
      const note = { words: "It waited.", day: 3, care: cares };
      const state = { ...fresh, cares };
      expect(soulLine(speaking("somebody"), { ...state, memory: { ...state.memory, note } })?.about).not.toBe("note");
      expect(soulLine(speaking("somebody"), { ...state, memory: null })?.text).not.toContain("wrote");
    }
  });

  it("WORDS-22: creatures without memory speak of days, meals, deaths, and others", () => {
    const creature = creatureWith({ careActions: 9, feedings: 4, resurrections: 1 });
    const state = soulMemory(creature, null, ["Moss"]);
    const topics = Array.from({ length: 60 }, (_, cares) => soulLine(creature, { ...state, cares })?.about);
    expect(new Set(topics)).toEqual(new Set(["day", "meals", "deaths", "house"]));
    expect(soulLine(creatureWith(), soulMemory(creatureWith(), null, []))?.about).toBe("day");
  });

  it("WORDS-21: after a missed window and a meal, no line boasts about meals", () => {
    const topics = (missedFeedings: number, missedThisCycle: number) => {
      const creature = creatureWith({ feedings: 9, missedFeedings, missedThisCycle });
      const state = soulMemory(creature, null, []);
      return new Set(Array.from({ length: 60 }, (_, cares) => soulLine(creature, { ...state, cares })?.about));
    };
    expect(topics(0, 0)).toContain("meals");
    expect(SOUL_LINES.meals.join(" ")).not.toMatch(/skipped/u);
    expect(topics(2, 2)).toContain("meals");
    expect(topics(2, 0)).not.toContain("meals");
    expect(topics(3, 1)).not.toContain("meals");
  });
});
