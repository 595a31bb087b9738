import { describe, expect, it } from "vitest";
import { T0, creatureWith, done, hours } from "../../../../../test/lives/creatures.ts";
import type { CareAction } from "../../creature/creature.ts";
import { courseOf } from "../../life/course.ts";
import { settle } from "../../life/settle.ts";
import { isTaskItem } from "../../creature/mechanics.ts";
import { BUILT_IN_TIERS, FAMILIES, ITEM_ACTIONS, MECHANICS, TRAITS, TRUST_SPEEDS } from "../species.ts";
import { CATALOG, findBuiltIn } from "./index.ts";
import { FAMILY_ITEMS } from "./items.ts";

const SLUGS = CATALOG.map(({ slug }) => slug);

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe("the catalog", () => {
  it("SPECIES-1: the catalog has 48 or more species, every family in every tier", () => {
    expect(CATALOG.length).toBeGreaterThanOrEqual(48);
    for (const tier of BUILT_IN_TIERS) {
      for (const family of FAMILIES) {
        expect(CATALOG.filter((species) => species.tier === tier && species.family === family)).not.toEqual([]);
      }
    }
  });

  it("SPECIES-1: no two species share a slug, name, personality, or image prompt", () => {
    expect(duplicates(SLUGS)).toEqual([]);
    expect(duplicates(CATALOG.map(({ name }) => name.toLowerCase()))).toEqual([]);
    expect(duplicates(CATALOG.map(({ personality }) => personality))).toEqual([]);
    expect(duplicates(CATALOG.map(({ imagePrompt }) => imagePrompt))).toEqual([]);
  });

  it("SPECIES-1: each species is found by its slug", () => {
    for (const species of CATALOG) expect(findBuiltIn(species.slug)).toBe(species);
  });

  it.each(SLUGS)("SPECIES-1: the texts of %s have valid lengths and no exclamation marks", (slug) => {
    const species = findBuiltIn(slug);
    if (species === undefined) throw new Error(`${slug} is missing.`);
    const { name, personality, specialMechanic, imagePrompt } = species;
    expect(slug).toMatch(/^[a-z0-9_]{2,40}$/);
    expect(name.length).toBeGreaterThanOrEqual(1);
    expect(name.length).toBeLessThanOrEqual(50);
    expect(personality.length).toBeGreaterThanOrEqual(10);
    expect(personality.length).toBeLessThanOrEqual(300);
    expect(imagePrompt.length).toBeGreaterThanOrEqual(10);
    expect(imagePrompt.length).toBeLessThanOrEqual(500);
    if (specialMechanic !== null) {
      expect(specialMechanic.length).toBeGreaterThan(0);
      expect(specialMechanic.length).toBeLessThanOrEqual(200);
    }
    for (const text of [name, personality, specialMechanic ?? "", imagePrompt]) {
      expect(text).not.toContain("!");
      expect(text).toBe(text.trim());
    }
  });

  it.each([
    ["feedingWindowHours", 3, 24],
    ["hungerDecayPerHour", 0.35, 2.6],
    ["happinessDecayPerHour", 0.2, 1.6],
  ] as const)("SPECIES-2: %s ranges from exactly %d to exactly %d", (key, least, most) => {
    const values = CATALOG.map((species) => species[key]);
    expect(Math.min(...values)).toBe(least);
    expect(Math.max(...values)).toBe(most);
  });

  it.each([
    ["common", ["housecat", "tabby", "retriever", "beagle", "lab"]],
    ["uncommon", ["maine_coon", "siamese", "border_collie", "husky"]],
    ["rare", ["parrot", "chameleon", "axolotl", "owl", "tortoise"]],
    ["extreme", ["echo", "drift", "mirror", "phoenix", "void", "quantum"]],
  ] as const)("SPECIES-3: the tier %s includes %s", (tier, slugs) => {
    for (const slug of slugs) expect(findBuiltIn(slug)?.tier).toBe(tier);
  });

  it("SPECIES-4: only these species have mechanics", () => {
    const mechanics = Object.fromEntries(CATALOG.filter((s) => s.mechanic !== null).map((s) => [s.slug, s.mechanic]));
    expect(mechanics).toEqual({
      persian: "persian",
      bengal: "bengal",
      jackrabbit: "jackrabbit",
      border_collie: "border_collie",
      chonk: "chonk",
      owl: "night",
      kinkajou: "night",
      robot: "robot",
      hedgehog: "hedgehog",
      pangolin: "pangolin",
      void: "void",
    });
    expect(new Set(Object.values(mechanics))).toEqual(new Set(MECHANICS));
  });

  it("SPECIES-4: mechanics have suitable windows and trust speeds", () => {
    expect(findBuiltIn("bengal")?.feedingWindowHours).toBeGreaterThanOrEqual(4);
    expect(findBuiltIn("jackrabbit")?.feedingWindowHours).toBeGreaterThanOrEqual(4);
    expect(findBuiltIn("pangolin")?.trustSpeed).toBe("medium");
    expect(findBuiltIn("robot")?.trustSpeed).toBe("fast");
    for (const { trustSpeed } of CATALOG) expect(TRUST_SPEEDS).toContain(trustSpeed);
  });

  it("SPECIES-4: species with a mechanic describe it, and no others do", () => {
    for (const { slug, mechanic, specialMechanic } of CATALOG) {
      expect(specialMechanic !== null, slug).toBe(mechanic !== null);
    }
  });

  it.each(SLUGS)("SPECIES-5: %s approves 8 to 12 short, distinct items per action", (slug) => {
    const items = findBuiltIn(slug)?.approvedItems;
    expect(Object.keys(items ?? {})).toEqual([...ITEM_ACTIONS]);
    for (const action of ITEM_ACTIONS) {
      const phrases = items?.[action] ?? [];
      expect(phrases.length).toBeGreaterThanOrEqual(8);
      expect(phrases.length).toBeLessThanOrEqual(12);
      expect(duplicates(phrases.map((phrase) => phrase.toLowerCase()))).toEqual([]);
      for (const phrase of phrases) {
        expect(phrase).toMatch(/^\S.{0,98}\S$/);
        expect(phrase).not.toContain("!");
      }
    }
  });

  it("SPECIES-5: a species approves its family's items and some of its own", () => {
    for (const { slug, family, approvedItems } of CATALOG) {
      const shared = FAMILY_ITEMS[family];
      for (const action of ITEM_ACTIONS) {
        // The border collie plays only with task items, so it does not share the toys of other dogs.
        if (slug === "border_collie" && action === "play") continue;
        expect(approvedItems[action]).toEqual(expect.arrayContaining([...shared[action]]));
        expect(approvedItems[action].length).toBeGreaterThan(shared[action].length);
      }
    }
  });

  it("SPECIES-5, MECH-4: all of a border collie's toys are task items", () => {
    const play = findBuiltIn("border_collie")?.approvedItems.play ?? [];
    expect(play.length).toBeGreaterThanOrEqual(8);
    expect(play.filter((item) => !isTaskItem(item))).toEqual([]);
  });

  it("SPECIES-6: a species has at most three distinct traits of the twelve", () => {
    expect(TRAITS).toEqual([
      "punctual",
      "forgiving",
      "suspicious",
      "grateful",
      "stoic",
      "anxious",
      "vocal",
      "stubborn",
      "gentle",
      "nocturnal",
      "social",
      "solitary",
    ]);
    for (const { innateTraits } of CATALOG) {
      expect(innateTraits.length).toBeLessThanOrEqual(3);
      expect(duplicates(innateTraits)).toEqual([]);
      for (const trait of innateTraits) expect(TRAITS).toContain(trait);
    }
  });

  it.each(TRAITS.filter((trait) => trait !== "social"))("SPECIES-6: the trait %s changes no number", (trait) => {
    const plain = creatureWith();
    const other = creatureWith({ species: { innateTraits: [trait] } });
    expect(courseOf(other)).toEqual(courseOf(plain));
    for (const after of [1, 6, 20, 30]) {
      expect(settle(other, T0 + hours(after)).stats).toEqual(settle(plain, T0 + hours(after)).stats);
    }
    for (const action of ["feed", "play", "discipline", "reflect"] satisfies CareAction[]) {
      const at = T0 + hours(6);
      expect(done(other, action, at).creature.stats).toEqual(done(plain, action, at).creature.stats);
    }
  });

  it("SPECIES-6, DECAY-3: the trait social increases decay", () => {
    const social = settle(creatureWith({ species: { innateTraits: ["social"] } }), T0 + hours(5));
    expect(social.stats.hunger).toBeCloseTo(100 - 1.6 * (3 + 2 * 1.5), 9);
    expect(settle(creatureWith(), T0 + hours(5)).stats.hunger).toBeCloseTo(92, 9);
  });
});
