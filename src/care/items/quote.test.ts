// Tests which part of an item a reason quotes.
import { expect, test } from "vitest";
import { quoteOf } from "./quote.ts";

test.each([
  [["rat", "poison"], '"rat poison"'],
  [["poison"], '"poison"'],
  [["mort", "rat"], '"some rat poison"'],
])("ITEM-4: %j is quoted as %s, the whole item if it does not contain the words", (words, quote) => {
  expect(quoteOf("some rat poison", words)).toBe(quote);
});
