// Tests that different spellings become one item, and that text without visible characters is empty.
import { expect, test } from "vitest";
import { normaliseItem } from "./normalise.ts";
import { positionOf, wordsOf } from "../../care/items/words.ts";

test.each([
  ["  fresh   tuna ", "fresh tuna"],
  ["Fresh Tuna!!!", "fresh tuna"],
  ['"tuna"', "tuna"],
  ["(tuna).", "tuna"],
  ["ｔｕｎａ", "tuna"],
  ["tuna\u00a0\t\nfish", "tuna fish"],
  ["ch\u200boco\u00adlate", "chocolate"],
  ["\u202etuna\u202c", "tuna"],
  ["rubik's cube", "rubik's cube"],
  ["no-tears shampoo", "no-tears shampoo"],
  ["- , tuna ; -", "tuna"],
  ["crème brûlée", "crème brûlée"],
  ["🐟", "🐟"],
])("%j is normalized to %j", (item, normal) => {
  expect(normaliseItem(item)).toBe(normal);
  expect(normaliseItem(normal)).toBe(normal);
});

test.each(["", " ", "\t\n", "!!!", "...", "\u200b", " - ", '""', "\u2003", "（）"])(
  "%j is normalized to an empty text",
  (item) => {
    expect(normaliseItem(item)).toBe("");
  },
);

test("words are split whole, without accents or plural endings", () => {
  expect(wordsOf("Crème, rubik's cubes & Berries; boxes of glass")).toEqual([
    "creme",
    "rubik",
    "cube",
    "berry",
    "box",
    "of",
    "glass",
  ]);
  expect(wordsOf("!?")).toEqual([]);
  expect(positionOf(["broken", "glass"], wordsOf("a broken glass"))).toBe(1);
  expect(positionOf(["rot"], wordsOf("carrot broth"))).toBe(-1);
});
