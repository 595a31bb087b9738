import { describe, expect, it } from "vitest";
import { DESIGN_DEFAULTS, DESIGN_RANGES, mayDesign, natureOfDesign, type SpeciesDesign } from "./design.ts";
import { TRAITS } from "./species.ts";

const LEAST: SpeciesDesign = { slug: "moss_cat", name: "Moss Cat", family: "cat" };

describe("a designed species", () => {
  it("SPECIES-2, SPECIES-7: a minimal design has the defaults and no mechanic", () => {
    expect(natureOfDesign(LEAST)).toEqual({
      slug: "moss_cat",
      name: "Moss Cat",
      family: "cat",
      tier: "community",
      trustSpeed: "medium",
      feedingWindowHours: 5,
      hungerDecayPerHour: 1.6,
      happinessDecayPerHour: 0.8,
      innateTraits: [],
      mechanic: null,
      curious: false,
    });
    expect(DESIGN_DEFAULTS).toMatchObject({
      feedingWindowHours: 5,
      hungerDecayPerHour: 1.6,
      happinessDecayPerHour: 0.8,
    });
  });

  it("SPECIES-2: designs have these ranges", () => {
    expect(DESIGN_RANGES).toEqual({
      feedingWindowHours: { min: 2, max: 24 },
      hungerDecayPerHour: { min: 0.2, max: 3 },
      happinessDecayPerHour: { min: 0.2, max: 2 },
    });
  });

  it.each([
    ["feedingWindowHours", 1.9, 2],
    ["feedingWindowHours", 2, 2],
    ["feedingWindowHours", 2.01, 2.01],
    ["feedingWindowHours", 24, 24],
    ["feedingWindowHours", 24.1, 24],
    ["feedingWindowHours", -3, 2],
    ["hungerDecayPerHour", 0.19, 0.2],
    ["hungerDecayPerHour", 0.2, 0.2],
    ["hungerDecayPerHour", 3, 3],
    ["hungerDecayPerHour", 3.01, 3],
    ["hungerDecayPerHour", 0, 0.2],
    ["happinessDecayPerHour", 0.1, 0.2],
    ["happinessDecayPerHour", 0.2, 0.2],
    ["happinessDecayPerHour", 2, 2],
    ["happinessDecayPerHour", 2.5, 2],
  ] as const)("SPECIES-2: %s of %d is stored as %d", (key, wished, stored) => {
    expect(natureOfDesign({ ...LEAST, [key]: wished })[key]).toBe(stored);
  });

  it("SPECIES-6: a design has at most three distinct innate traits", () => {
    expect(natureOfDesign({ ...LEAST, innateTraits: TRAITS }).innateTraits).toEqual(TRAITS.slice(0, 3));
    expect(natureOfDesign({ ...LEAST, innateTraits: ["vocal", "vocal", "social"] }).innateTraits).toEqual([
      "vocal",
      "social",
    ]);
    expect(natureOfDesign({ ...LEAST, innateTraits: ["stoic"] }).innateTraits).toEqual(["stoic"]);
  });

  it("SPECIES-7: a design keeps the trust speed that it names", () => {
    expect(natureOfDesign({ ...LEAST, trustSpeed: "instant" }).trustSpeed).toBe("instant");
  });

  it.each([
    [0, false],
    [1, true],
    [7, true],
  ])("SPECIES-7: a keeper with %d adults raised may design: %s", (adultsRaised, may) => {
    expect(mayDesign(adultsRaised)).toBe(may);
  });
});
