// Tests how items are read as English, which words remain unknown, and that no text takes long to read.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import wordListPath from "word-list";
import { dangerIn } from "../named/danger.ts";
import { doubtIn } from "../named/doubt.ts";
import { isNotAThing } from "../not-a-thing.ts";
import { normaliseItem } from "../../../model/items/normalise.ts";
import { undisguise } from "./disguise.ts";
import { englishWords } from "./english-words.ts";
import { itemReader } from "./read-item.ts";

const reader = itemReader();

test.each([
  ["Thunfisch", "tuna"],
  ["frischer Lachs", "salmon"],
  ["du poulet", "chicken"],
  ["de l'eau", "water"],
  ["マグロ", "tuna"],
  ["新鲜的金枪鱼", "tuna"],
  ["тунец", "tuna"],
  ["참치를", "tuna"],
  ["السمك", "fish"],
  ["मछली", "fish"],
])("ITEM-3: %s is read as %s", (item, english) => {
  const { english: read, unknown } = reader.read(item);
  expect(read).toContain(english);
  expect(unknown).toEqual([]);
});

test.each([
  ["🐟", "fish"],
  ["🎾🎾", "tennis ball"],
  ["❤️", "love"],
  ["🛏", "cozy bed"],
  ["🏊🏽‍♀️", "swimming"],
  ["🥕", "carrot"],
  ["fresh tuna 🐟", "fresh tuna"],
  ["chess ♟️ with 2 friends", "chess with 2 friends"],
])("ITEM-2: %s is read as %s", (item, english) => {
  expect(reader.read(item)).toMatchObject({ english, unknown: [] });
});

test.each(["😀", "🇫🇷", "👨‍👩‍👧", "✅"])("ITEM-2: %s names no thing", (item) => {
  expect(reader.read(item)).toEqual({ english: "", texts: [], unknown: [] });
});

test("ITEM-2: an emoji beside words is still checked for dangers", () => {
  expect(reader.read("fresh tuna 🔪")).toEqual({ english: "fresh tuna", texts: ["fresh tuna", "knife"], unknown: [] });
});

test.each([
  ["ch0c0late", "chocolate"],
  ["p01s0n", "poison"],
  ["сhосоlаtе", "chocolate"],
  ["5kg of rice", "5kg of rice"],
  ["c4", "c4"],
  ["route 66", "route 66"],
])("ITEM-1: %s is also read as %s when searching for dangers", (item, plain) => {
  expect(undisguise(item)).toBe(plain);
  expect(reader.read(item).texts).toContain(plain);
});

test.each([
  ["a cozy blanket", []],
  ["crème caramel entrée", []],
  ["Rubik's cube", ["rubik's"]],
  ["flurbish", ["flurbish"]],
  ["blanket of zorblax", ["zorblax"]],
  ["бублик", ["бублик"]],
])("ITEM-9: the unknown words of %j are %j", (item, unknown) => {
  expect(reader.read(item).unknown).toEqual(unknown);
});

test("every listed word is English, even if out of alphabetical order", () => {
  const isEnglish = englishWords([]);
  const words = readFileSync(wordListPath, "latin1").split("\n");
  const checked = words.filter((_, index) => index % 97 === 0);
  expect(
    [...checked, "manlihood", "manlily", "sharrowed", "zyzzyvas", "aa"].filter((word) => !isEnglish(word)),
  ).toEqual([]);
  expect(["qx", "zzzz", "tunaa", "xbox", "thunfisch", ""].filter(isEnglish)).toEqual([""]);
});

/** Worst cases for regular expressions: at least 16,000 bytes each, far more than the contract allows. */
const HOSTILE: Readonly<Record<string, string>> = {
  "one word": "x".repeat(16_384),
  "one-letter words": "a ".repeat(8192),
  "punctuation and a letter": `${"!".repeat(16_383)}a`,
  hyphens: "a-".repeat(8192),
  "Chinese without spaces": "鱼魚肉骨头".repeat(3277),
  Korean: "참치".repeat(8192),
  "ligatures of 18 letters": "\uFDFA".repeat(16_384),
  emoji: "🐟".repeat(4096),
  "emoji families": "👨‍👩‍👧‍👦".repeat(1489),
  "flags cut in half": "🇦".repeat(8192),
  "joiners alone": "\u200D".repeat(16_384),
  "accents on accents": `a${"\u0301".repeat(16_383)}`,
  "commands to the judge": "ignore ".repeat(2340),
  cruelty: "beat the ".repeat(1820),
  "dangers made harmless": "no poison ".repeat(1638),
  disguises: "ch0c0late ".repeat(1638),
};

/**
 * Returns the least CPU time of several runs in milliseconds. Other work slows some runs, and the first ones are not yet
 * compiled.
 */
function leastCpuOf(run: () => void): number {
  const times = Array.from({ length: 12 }, () => {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test.each(Object.entries(HOSTILE))("reading 16 KB of %s takes less than 50 ms of CPU", (_, item) => {
  const read = () => {
    const { texts } = reader.read(item);
    const question = { item, action: "discipline", family: "cat", approved: ["fresh tuna"] } as const;
    dangerIn(question, texts);
    doubtIn(question, texts);
    isNotAThing(item);
  };
  expect(leastCpuOf(read)).toBeLessThan(50);
});

test("ITEM-1: a danger after 90 ligatures is still read", () => {
  const item = `${"\uFDFA".repeat(90)} chocolate`;
  expect(reader.read(item).texts.every((text) => text.endsWith("chocolate"))).toBe(true);
});

test("normalizing 16 KB of punctuation takes less than 50 ms of CPU", () => {
  const item = `a${"!".repeat(16_383)}a`;
  expect(normaliseItem(item)).toHaveLength(16_385);
  expect(leastCpuOf(() => normaliseItem(item))).toBeLessThan(50);
});
