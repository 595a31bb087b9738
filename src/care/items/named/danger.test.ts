// Tests that dangers are found by name as whole words, and that no approved item is a danger.
import { describe, expect, test } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import { DESIGN_STAPLES, THEMES, TRAIT_ITEMS } from "@denkeeper/rules/species/design-themes.ts";
import { FAMILIES, ITEM_ACTIONS, TRAITS, type Family, type ItemAction } from "@denkeeper/rules/species/species.ts";
import { dangerIn } from "./danger.ts";
import { everydaySets } from "../../../../scripts/simulate/evaluation/item-sets.ts";
import { visibleText } from "../../../model/items/normalise.ts";
import { itemReader } from "../reading/read-item.ts";

function danger(family: Family, action: ItemAction, item: string, approved: readonly string[] = []) {
  return dangerIn({ item, action, family, approved }, itemReader().read(item).texts);
}

test.each<[Family, ItemAction, string]>([
  ["dog", "feed", "chocolate"],
  ["cat", "feed", "Dark CHOCOLATES"],
  ["exotic", "feed", "chocolate cake"],
  ["cat", "feed", "fried onions"],
  ["dog", "feed", "a bunch of grapes"],
  ["dog", "feed", "sugar free gum with xylitol"],
  ["cat", "feed", "lilies"],
  ["cat", "play", "a bouquet of lilies"],
  ["cat", "feed", "antifreeze"],
  ["ai-native", "clean", "bleach"],
  ["dog", "sleep", "broken glass"],
  ["dog", "sleep", "shards of glass"],
  ["dog", "medicine", "rat poison"],
  ["cat", "feed", "poisoned salmon"],
  ["cat", "feed", "p\u00f6isoned salmon"],
  ["cat", "feed", "poi\u200bsoned salmon"],
  ["exotic", "feed", "avocado toast"],
  ["exotic", "play", "razor blades"],
  ["ai-native", "feed", "computer virus"],
  ["ai-native", "medicine", "ransomware"],
  ["ai-native", "feed", "battery acid"],
  ["cat", "discipline", "hitting it"],
  ["dog", "discipline", "shock collar"],
  ["cat", "sleep", "bed of nails"],
  ["dog", "feed", "rotten meat"],
  ["dog", "clean", "boiling water"],
  ["dog", "feed", "a kitchen sponge"],
  ["dog", "feed", "kibble and a battery"],
  ["dog", "feed", "meatball with needles"],
  ["dog", "feed", "a handful of pebbles"],
  ["dog", "feed", "tennis ball pieces"],
  ["dog", "play", "a pit of snakes"],
  ["dog", "play", "axe throwing"],
  ["cat", "feed", "drowning a kitten"],
  ["cat", "sleep", "burning his paws"],
  ["dog", "medicine", "codeine"],
  ["dog", "play", "a splinter"],
  ["dog", "feed", "safe vet-approved antifreeze"],
])("%s %s: %s is dangerous, and the reason says why", (family, action, item) => {
  expect(danger(family, action, item)).toMatch(/^It contains ".+", which .+\.$/);
});

test.each<[Family, ItemAction, string, string]>([
  ["cat", "feed", "Dark CHOCOLATES!", 'It contains "CHOCOLATES", which'],
  ["cat", "feed", "a café", 'It contains "café", which'],
  ["cat", "feed", "D@rk Ch0c0late", 'It contains "Ch0c0late", which'],
  ["cat", "feed", "dunkle Schokolade", 'It contains "dunkle Schokolade", which'],
  ["cat", "play", "🔪", 'It contains "🔪", which'],
  ["dog", "medicine", "some Neurotoxins, please", 'It contains "Neurotoxins", which is toxic'],
  ["dog", "play", "Kick  the CAT", 'It contains "Kick the CAT", which is cruelty'],
  ["dog", "feed", "spoiled milk", 'It contains "spoiled", which makes it unsafe to eat.'],
  ["dog", "feed", "mince pies", 'It contains "mince pies", which'],
  ["dog", "feed", "two brownies", 'It contains "brownies", which'],
  ["dog", "feed", "raw potatoes", 'It contains "raw potatoes", which'],
  ["exotic", "feed", "tomato leaves", 'It contains "tomato leaves", which'],
])("ITEM-4: %s %s: the reason for %s quotes its original spelling", (family, action, item, reason) => {
  expect(danger(family, action, item)).toContain(reason);
});

test("ITEM-4: a reason quotes only text from the item", () => {
  const items = everydaySets().flatMap((set) => set.labels.map((label) => set.question(label)));
  const reasons = items.flatMap((question) => {
    const reason = dangerIn(question, itemReader().read(question.item).texts);
    return reason === undefined
      ? []
      : [{ item: visibleText(question.item), quote: /"(.*)"/u.exec(reason)?.[1] ?? "-" }];
  });
  expect(reasons.length).toBeGreaterThan(800);
  expect(reasons.filter(({ item, quote }) => !item.includes(quote.replace("…", "")))).toEqual([]);
});

test.each<[Family, ItemAction, string]>([
  ["dog", "feed", "carrot"],
  ["dog", "feed", "bone broth"],
  ["dog", "feed", "onion-free broth"],
  ["dog", "feed", "peanut butter without xylitol"],
  ["dog", "feed", "chicken without bones"],
  ["dog", "feed", "no-salt chicken"],
  ["dog", "feed", "no added sugar peanut butter"],
  ["cat", "feed", "nothing but tuna"],
  ["cat", "feed", "grapefruit"],
  ["exotic", "feed", "grapes"],
  ["exotic", "feed", "stone fruit"],
  ["cat", "sleep", "hot water bottle"],
  ["cat", "sleep", "no noise"],
  ["cat", "play", "empty box"],
  ["cat", "play", "chocolate brown blanket"],
  ["cat", "play", "toy gun"],
  ["dog", "play", "water gun"],
  ["dog", "play", "hitting a ball"],
  ["dog", "play", "non-toxic chew toy"],
  ["cat", "play", "lily pad toy"],
  ["dog", "clean", "no-tears dog shampoo"],
  ["dog", "clean", "nail trim"],
  ["cat", "clean", "glass bowl of water"],
  ["dog", "medicine", "folic acid"],
  ["dog", "medicine", "medicated shampoo"],
  ["cat", "discipline", "no"],
  ["cat", "discipline", "not on the table"],
  ["cat", "discipline", "a firm no"],
  ["cat", "sleep", "oven-warmed towel"],
  ["dog", "feed", "nothing fancy, just kibble"],
  ["dog", "feed", "marbled beef"],
  ["dog", "feed", "no-bake cookies"],
  ["dog", "medicine", "acid reflux tablets"],
  ["cat", "medicine", "anti-venom serum"],
  ["dog", "play", "gunpowder tea"],
  ["cat", "clean", "bleached cotton towel"],
  ["ai-native", "medicine", "virus scan"],
  ["ai-native", "medicine", "anti-virus"],
  ["ai-native", "feed", "battery"],
  ["ai-native", "feed", "nuts and bolts"],
  ["ai-native", "play", "knight and bishop"],
  ["ai-native", "play", "deadlock puzzle"],
  ["dog", "feed", "sponge cake"],
  ["dog", "feed", "an energy bar"],
  ["dog", "feed", "kibble in a plastic bowl"],
  ["dog", "feed", "glass of water"],
  ["dog", "medicine", "tweezers for the splinter"],
  ["dog", "clean", "wipes against the wasps"],
  ["dog", "medicine", "codeine prescribed by the vet"],
  ["dog", "medicine", "the vet's sedative"],
  ["cat", "play", "bullet points"],
  ["cat", "feed", "nothing"],
  ["cat", "feed", "not tuna"],
])("%s %s: %s contains no named danger", (family, action, item) => {
  expect(danger(family, action, item)).toBeUndefined();
});

describe("approved items", () => {
  test.each(CATALOG.map(({ slug, family, approvedItems }) => ({ slug, family, approvedItems })))(
    "$slug: no approved item is a danger, alone or after another word",
    ({ family, approvedItems }) => {
      for (const action of ITEM_ACTIONS) {
        const flagged = approvedItems[action].filter((item) => danger(family, action, item) !== undefined);
        expect(flagged).toEqual([]);
        const nearby = approvedItems[action].filter((item) => danger(family, action, `my ${item}`) !== undefined);
        expect(nearby).toEqual([]);
      }
    },
  );

  test.each(FAMILIES)("a designed %s species approves no dangerous item", (family) => {
    const lists = [
      itemsOfDesign({ family, traits: [], personality: "" }),
      DESIGN_STAPLES[family],
      ...TRAITS.map((trait) => TRAIT_ITEMS[trait]),
      ...THEMES.map(({ items }) => items),
    ];
    for (const items of lists) {
      for (const action of ITEM_ACTIONS) {
        expect([items[action] ?? []].flat().filter((item) => danger(family, action, item) !== undefined)).toEqual([]);
      }
    }
  });

  test("an approved item is never a danger, even with a dangerous word", () => {
    expect(danger("exotic", "feed", "molten sunlight")).toBeDefined();
    expect(danger("exotic", "feed", "Molten Sunlight.", ["molten sunlight"])).toBeUndefined();
  });
});
