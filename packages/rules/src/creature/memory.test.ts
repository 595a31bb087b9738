import { describe, expect, it } from "vitest";
import { caredFor, creatureWith, done, hours, T0 } from "../../../../test/lives/creatures.ts";
import { rememberCare } from "../care/remember.ts";
import { rememberCareIn, type CareToRemember, type Memory } from "./memory.ts";

const CARE: CareToRemember<string> = { action: "feed", day: 1, care: 1, hoursLate: 0, loved: null, note: null };
const NOTHING: Memory<string> = { favorite: null, note: null, latest: null, firsts: {} };

describe("memory of care", () => {
  it("WORDS-20: memory starts empty, and later care keeps unrelated facts", () => {
    expect(rememberCareIn(null, CARE)).toEqual(NOTHING);
    const full = rememberCareIn(null, {
      ...CARE,
      action: "play",
      loved: { phrase: "feather wand", score: 0.7 },
      hoursLate: 2,
      note: "We met.",
    });
    expect(rememberCareIn(full, { ...CARE, day: 2, care: 2 })).toEqual(full);
  });

  it("WORDS-20: memory keeps marks and fields of other versions", () => {
    const deeds = { days: { boarded: 3 }, brokenOn: 2 };
    const marked = rememberCareIn(null, { ...CARE, deeds });
    expect(marked).toEqual({ ...NOTHING, deeds });
    const newer = { ...marked, unknown: { granted: 1 } };
    expect(rememberCareIn(newer, { ...CARE, action: "play" })).toEqual({ ...newer, firsts: { play: 1 } });
  });

  it("WORDS-20: memory stores the most loved gift, never a medicine", () => {
    const gift = (phrase: string, score: number, day: number) => ({ ...CARE, day, loved: { phrase, score } });
    const wand = rememberCareIn(null, gift("feather wand", 0.7, 1));
    expect(rememberCareIn(wand, gift("fresh tuna", 0.7, 2)).favorite?.phrase).toBe("feather wand");
    expect(rememberCareIn(wand, gift("fresh tuna", 0.8, 2)).favorite).toEqual({
      phrase: "fresh tuna",
      score: 0.8,
      day: 2,
    });
    expect(rememberCareIn(wand, { ...gift("catnip tea", 0.9, 2), action: "medicine" }).favorite).toEqual(wand.favorite);
  });

  it("WORDS-20: memory stores the last note, longest delay, and first days", () => {
    let memory = rememberCareIn(null, { ...CARE, action: "reflect", note: "One." });
    memory = rememberCareIn(memory, { ...CARE, action: "reflect", note: "Two.", day: 2, care: 2 });
    memory = rememberCareIn(memory, { ...CARE, hoursLate: 3, day: 3 });
    memory = rememberCareIn(memory, { ...CARE, hoursLate: 2, day: 4 });
    expect(memory).toEqual({
      favorite: null,
      note: { words: "Two.", day: 2, care: 2 },
      latest: { hours: 3, day: 3 },
      firsts: { reflect: 1 },
    });
  });

  it("WORDS-20: the feeding clock measures the lateness of meals", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 5 } });
    const at = T0 + hours(7);
    const nothing = { loved: null, note: null };
    expect(rememberCare(null, "feed", done(creature, "feed", at), nothing).latest).toEqual({ hours: 2, day: 1 });
    expect(rememberCare(null, "play", done(creature, "play", at), nothing).latest).toBeNull();
    expect(rememberCare(null, "feed", done(creature, "feed", T0 + hours(4)), nothing).latest).toBeNull();
    const fed = caredFor(creature, "feed", T0 + hours(4));
    expect(rememberCare(null, "play", done(fed, "play", T0 + hours(25)), nothing).firsts).toEqual({ play: 2 });
  });
});
