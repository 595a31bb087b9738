import { describe, expect, it } from "vitest";
import { T0, hours, speciesWith } from "../../../../test/lives/creatures.ts";
import { EGG_HATCHES_IN_MINUTES, HOUSE_ROOM, adopt, hasRoom, hatch } from "./adoption.ts";
import { seedOf } from "../time/hash.ts";
import { CATALOG, findBuiltIn } from "../species/catalog/index.ts";
import { natureOfDesign } from "../species/design.ts";
import { BUILT_IN_TIERS, FAMILIES } from "../species/species.ts";
import { drawSpecies } from "../creature/tiers.ts";
import { PERSONALITY_LAYERS } from "../creature/personality.ts";

function eggWith(id: string, species = speciesWith()) {
  return adopt({ id, name: "Pip", species, zone: "UTC", at: T0 });
}

describe("a new creature", () => {
  it("ADOPT-1: an egg has the initial stats and hatches with them", () => {
    const stats = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
    expect(eggWith("a")).toMatchObject({ stage: "egg", hatchedAt: null, stats });
    expect(hatch(eggWith("a"), T0 + hours(300)).stats).toEqual(stats);
  });

  it("EGG-2: an egg hatches immediately at the first call", () => {
    expect(EGG_HATCHES_IN_MINUTES).toBe(0);
    expect(hatch(eggWith("a"), T0 + 1)).toMatchObject({ stage: "baby", hatchedAt: T0 + 1, lastCareAt: T0 + 1 });
  });

  it("ADOPT-2: a personality is the innate traits plus two layers", () => {
    for (let count = 0; count < 200; count++) {
      const { personality } = eggWith(`egg-${count}`, speciesWith({ innateTraits: ["social", "vocal"] }));
      expect(personality).toHaveLength(4);
      expect(personality.slice(0, 2)).toEqual(["social", "vocal"]);
      expect(new Set(personality).size).toBe(4);
      for (const layer of personality.slice(2)) expect(PERSONALITY_LAYERS).toContain(layer);
    }
  });

  it("ADOPT-2: a hash of the id selects the layers, and every layer occurs", () => {
    expect(eggWith("same").personality).toEqual(eggWith("same").personality);
    const layers = Array.from({ length: 2000 }, (_, count) => eggWith(`egg-${count}`).personality).flat();
    expect(new Set(layers)).toEqual(new Set(PERSONALITY_LAYERS));
  });

  it("ADOPT-3: a seed draws the same species again, any of the tier", () => {
    for (const tier of BUILT_IN_TIERS) {
      const drawn = Array.from({ length: 600 }, (_, seed) => drawSpecies(CATALOG, tier, null, seed));
      const ofTier = CATALOG.filter((species) => species.tier === tier);
      expect(new Set(drawn)).toEqual(new Set(ofTier));
      expect(Array.from({ length: 600 }, (_, seed) => drawSpecies(CATALOG, tier, null, seed))).toEqual(drawn);
    }
  });

  it("ADOPT-3: a requested family limits the draw", () => {
    for (const tier of BUILT_IN_TIERS) {
      for (const family of FAMILIES) {
        const drawn = Array.from({ length: 200 }, (_, seed) => drawSpecies(CATALOG, tier, family, seed));
        const expected = CATALOG.filter((species) => species.tier === tier && species.family === family);
        expect(new Set(drawn)).toEqual(new Set(expected));
      }
    }
  });

  it("ADOPT-3: the draw falls back to the next tier with the family", () => {
    const without = (...slugs: string[]) => CATALOG.filter(({ slug }) => !slugs.includes(slug));
    const slugsOf = (tier: string) => CATALOG.filter((s) => s.family === "dog" && s.tier === tier).map((s) => s.slug);
    const seed = seedOf("somebody");
    const noExtreme = without(...slugsOf("extreme"));
    expect(drawSpecies(noExtreme, "extreme", "dog", seed)).toMatchObject({ tier: "rare", family: "dog" });
    const onlyCommon = without(...slugsOf("extreme"), ...slugsOf("rare"), ...slugsOf("uncommon"));
    expect(drawSpecies(onlyCommon, "extreme", "dog", seed)).toMatchObject({ tier: "common", family: "dog" });
    expect(drawSpecies(onlyCommon, "extreme", "cat", seed)).toMatchObject({ tier: "extreme", family: "cat" });
    const noCommon = without(...slugsOf("common"));
    expect(drawSpecies(noCommon, "common", "dog", seed)).toBeNull();
  });

  it("ADOPT-3: every species can be adopted by its slug", () => {
    for (const { slug } of CATALOG) {
      const species = findBuiltIn(slug);
      expect(species && adopt({ id: "x", name: "X", species, zone: "UTC", at: T0 }).species.slug).toBe(slug);
    }
    expect(findBuiltIn("no_such_species")).toBeUndefined();
  });

  it("ADOPT-4: an egg copies the numbers and traits of its species", () => {
    for (const species of CATALOG) {
      const { tier, family, trustSpeed, feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour } = species;
      expect(eggWith("x", species).species).toMatchObject({
        tier,
        family,
        trustSpeed,
        feedingWindowHours,
        hungerDecayPerHour,
        happinessDecayPerHour,
        innateTraits: species.innateTraits,
        mechanic: species.mechanic,
      });
    }
  });

  it("ADOPT-4: a designed species keeps its numbers and traits in tier community", () => {
    const designed = {
      slug: "moss_cat",
      name: "Moss Cat",
      family: "cat",
      trustSpeed: "slow",
      feedingWindowHours: 7.5,
      hungerDecayPerHour: 0.9,
      happinessDecayPerHour: 1.7,
      innateTraits: ["social", "gentle", "stoic"],
    } as const;
    expect(eggWith("x", natureOfDesign(designed)).species).toEqual({
      ...designed,
      tier: "community",
      mechanic: null,
      curious: false,
    });
  });

  it.each([
    [0, true],
    [48, true],
    [49, true],
    [50, false],
    [51, false],
  ])("ADOPT-5: a house of %d living creatures and eggs has room: %s", (livingAndEggs, room) => {
    expect(HOUSE_ROOM).toBe(50);
    expect(hasRoom(livingAndEggs)).toBe(room);
  });
});
