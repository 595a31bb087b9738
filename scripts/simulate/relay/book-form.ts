// What a book has to have: its lists, how long each is at least, and what stands in braces in its texts.
import { bookIn, type Book } from "@denkeeper/trials/relay/book.ts";
import { THINGS } from "@denkeeper/trials/relay/facts.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";

/** `?` may be left out, `|` is one of several. X and Y are creatures, I and J things; the others are named in telling.ts. */
type Form = readonly [name: string, least: number, slots: string];

export const INTENTS = [
  ["handover", 16, "X I R"],
  ["set", 16, "X I from"],
  ["turn", 16, "X I J from"],
  ["weekday", 16, "X I W"],
  ["weather", 16, "X I C"],
  ["span", 16, "X I count from"],
  ["range", 16, "X I from until"],
  ["day", 16, "X I on"],
  ["all", 16, "I G on"],
  ["same", 16, "X Y count from"],
  ["ask", 16, "X count from"],
  ["back", 16, "X"],
  ["correct", 16, "X I J L"],
  ["swap", 16, "X Y"],
  ["nick", 16, "X K"],
  ["sign", 16, "S"],
] as const satisfies readonly Form[];

const FORMS: readonly Form[] = [
  ...INTENTS,
  ["chatter", 24, "X? I?"],
  ["close", 8, "S"],
  ["closeWithout", 4, ""],
  ["open", 4, ""],
  ["says", 4, "desc"],
  ["today", 1, ""],
  ["tomorrow", 1, ""],
  ["dayAfterTomorrow", 1, ""],
  ["weekdayForm", 1, "w"],
  ["dateForm", 1, "th|num|ordinal"],
  ["letterOf", 2, "w|th|num|ordinal"],
  ["from", 2, "d"],
  ["until", 2, "d"],
  ["count", 1, "n"],
  ["onRelative", 1, "d"],
  ["onWeekday", 1, "d"],
  ["onDate", 1, "d"],
  ...THINGS.map((thing): Form => [thing, 2, ""]),
];

export function listOf({ lists }: Book, name: string): readonly string[] {
  return lists[name] ?? [];
}

/** Reads a book, and says all that is wrong with its form. */
export function readBook(text: string): { readonly book: Book; readonly faults: readonly string[] } {
  const book = bookIn(JSON.parse(text), HASHES);
  // A key that stands twice is lost when it is read.
  const isWhole = JSON.stringify(JSON.parse(text)).length === text.replaceAll(/("(?:[^"\\]|\\.)*")|\s/g, "$1").length;
  const unknown = Object.keys(book.lists).filter((key) => !FORMS.some(([name]) => name === key));
  const faults = [
    ...(isWhole ? [] : ["a key stands twice, or a character is escaped that need not be"]),
    ...(/^[a-z0-9-]{1,40}$/.test(book.name) ? [] : ["name: 1 to 40 lower-case letters, digits and dashes"]),
    ...unknown.map((key) => `${key}: there is no such list`),
    ...FORMS.flatMap((form) => listFaults(form, listOf(book, form[0]))),
  ];
  return { book, faults };
}

function listFaults([name, least, slots]: Form, texts: readonly string[]): readonly string[] {
  const short = texts.length < least ? [`${name}: ${texts.length} texts, and at least ${least} are needed`] : [];
  const twice = new Set(texts).size < texts.length ? [`${name}: a text stands twice`] : [];
  const wrong = texts.filter((text) => !hasSlots(text, slots));
  return [
    ...short,
    ...twice,
    ...wrong.map((text) => `${name}: "${text}" should have in braces: ${slots || "nothing"}`),
  ];
}

function hasSlots(text: string, slots: string): boolean {
  const left = new Set(Array.from(text.matchAll(/\{(\w*)\}/g), ([, slot]) => slot ?? ""));
  const isMet = slots
    .split(" ")
    .filter((slot) => slot !== "")
    .every((slot) => {
      const options = slot.replace("?", "").split("|");
      const found = options.filter((each) => left.delete(each));
      return found.length === 1 || (found.length === 0 && slot.endsWith("?"));
    });
  return isMet && left.size === 0 && !/[{}]/.test(text.replaceAll(/\{\w+\}/g, ""));
}
