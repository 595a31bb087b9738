import { describe, expect, it } from "vitest";
import { FAMILY_ITEMS } from "./catalog/items.ts";
import { itemsOfDesign } from "./design-items.ts";
import { DESIGN_STAPLES, THEMES, TRAIT_ITEMS } from "./design-themes.ts";
import { FAMILIES, ITEM_ACTIONS, TRAITS } from "./species.ts";

const WORDY =
  "Loves the sea, the snow, the night sky and every forest; sings, reads books, digs, climbs and hunts fish.";

describe("approved items of a designed species", () => {
  it.each(FAMILIES)("SPECIES-5: the %s family has 8 to 12 items per action", (family) => {
    for (const personality of ["", WORDY]) {
      for (const traits of [[], TRAITS.slice(0, 3), TRAITS.slice(9)]) {
        const items = itemsOfDesign({ family, traits, personality });
        expect(Object.keys(items)).toEqual([...ITEM_ACTIONS]);
        for (const action of ITEM_ACTIONS) {
          expect(items[action]).toEqual(expect.arrayContaining([...FAMILY_ITEMS[family][action]]));
          expect(items[action].length).toBeGreaterThanOrEqual(8);
          expect(items[action].length).toBeLessThanOrEqual(12);
          expect(new Set(items[action]).size).toBe(items[action].length);
        }
      }
    }
  });

  it.each(TRAITS)("SPECIES-5: the trait %s adds items", (trait) => {
    const plain = itemsOfDesign({ family: "cat", traits: [], personality: "" });
    const items = itemsOfDesign({ family: "cat", traits: [trait], personality: "" });
    for (const action of ITEM_ACTIONS) {
      expect(items[action]).toEqual([...plain[action], ...[TRAIT_ITEMS[trait][action] ?? []].flat()]);
    }
  });

  it("SPECIES-5: whole words of a personality add items, singular or plural", () => {
    const with_ = (personality: string) => itemsOfDesign({ family: "dog", traits: [], personality });
    expect(with_("Dreams of the Sea.").play).toContain("splashing in a shallow pool");
    expect(with_("Writes letters.").sleep).toContain("bedtime story");
    expect(with_("A seasoned traveller.")).toEqual(with_(""));
  });

  it("SPECIES-5: traits and themes add no food for AI natives", () => {
    const { feed } = itemsOfDesign({ family: "ai-native", traits: [...TRAITS], personality: WORDY });
    expect(feed).toEqual([...FAMILY_ITEMS["ai-native"].feed, ...DESIGN_STAPLES["ai-native"].feed]);
  });

  it("SPECIES-5: a designer's words never become approved items", () => {
    const { feed } = itemsOfDesign({ family: "cat", traits: [], personality: "Feeds on rat poison and fish." });
    expect(feed.filter((item) => item.includes("poison"))).toEqual([]);
    expect(feed).toContain("poached white fish");
  });

  it("SPECIES-5: every theme has words and items", () => {
    for (const { words, items } of THEMES) {
      expect(words.length).toBeGreaterThan(0);
      expect(Object.values(items).length).toBeGreaterThan(0);
    }
  });
});
