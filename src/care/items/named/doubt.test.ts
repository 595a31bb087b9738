// Tests that doubts are found by name like dangers, and that no approved or shared item is doubted.
import { describe, expect, test } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FAMILIES, ITEM_ACTIONS, type Family, type ItemAction } from "@denkeeper/rules/species/species.ts";
import { doubtIn } from "./doubt.ts";
import { itemReader } from "../reading/read-item.ts";
import { sharedItems } from "../shared-items.ts";

function doubt(family: Family, action: ItemAction, item: string, approved: readonly string[] = []) {
  return doubtIn({ item, action, family, approved }, itemReader().read(item).texts);
}

test.each<[Family, ItemAction, string, string]>([
  ["cat", "sleep", "Loud Music", 'It contains "Loud", which keeps it awake.'],
  ["dog", "feed", "a painkiller", 'It contains "painkiller", which is a drug that no vet gave.'],
  ["dog", "play", "crescent wrenches", 'It contains "crescent wrenches", which is a tool, not a toy.'],
  ["dog", "feed", "my old trousers", 'It contains "trousers", which is not food.'],
  ["dog", "feed", "kahlua", 'It contains "kahlua", which is a chemical.'],
  ["ai-native", "play", "a halberd", 'It contains "halberd", which wounds.'],
  ["dog", "play", "shaking it", 'It contains "shaking it", which can hurt or frighten it.'],
])("ITEM-8: %s %s: %s is doubted", (family, action, item, reason) => {
  expect(doubt(family, action, item)).toBe(reason);
});

test.each<[Family, ItemAction, string]>([
  ["dog", "feed", "painkiller prescribed by the vet"],
  ["dog", "play", "toy halberd"],
  ["cat", "play", "jigsaw puzzle"],
  ["dog", "feed", "meat from the trouser seller"],
  ["dog", "clean", "cloth for the trousers"],
  ["dog", "feed", "no-salt chicken"],
  ["cat", "feed", "nothing but tuna"],
  ["cat", "sleep", "no noise"],
  ["cat", "discipline", "no"],
  ["dog", "medicine", "tweezers"],
  ["dog", "play", "throwing it a frisbee"],
])("ITEM-8: %s %s: %s is not doubted", (family, action, item) => {
  expect(doubt(family, action, item)).toBeUndefined();
});

test("ITEM-8: a word from an approved item raises no doubt", () => {
  expect(doubt("dog", "play", "wooden halberd")).toBeDefined();
  expect(doubt("dog", "play", "wooden halberd", ["squeaky halberd"])).toBeUndefined();
});

describe("approved and shared items", () => {
  test.each(CATALOG.map(({ slug, family, approvedItems }) => ({ slug, family, approvedItems })))(
    "ITEM-8: no item that $slug approves is doubted",
    ({ family, approvedItems }) => {
      for (const action of ITEM_ACTIONS) {
        const items = approvedItems[action];
        expect(items.filter((item) => doubt(family, action, item, items) !== undefined)).toEqual([]);
      }
    },
  );

  test.each(FAMILIES)("ITEM-8: the %s family doubts none of its shared items", (family) => {
    for (const action of ITEM_ACTIONS) {
      const items = sharedItems(family, action).flatMap(({ phrases }) => phrases);
      expect(items.filter((item) => doubt(family, action, item) !== undefined)).toEqual([]);
    }
  });
});
