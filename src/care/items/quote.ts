// Quotes an item to the keeper in its own spelling, so that a reason never contains words that the keeper did not write.
import { LONGEST_ITEM, normaliseItem, visibleText } from "../../model/items/normalise.ts";
import { undisguise } from "./reading/disguise.ts";
import { positionOf, wordsOf } from "./words.ts";

const LONGEST_QUOTE = 40;

/** Quotes the part of the item that contains these words, or all of it if they come from an emoji or another language. */
export function quoteOf(item: string, words: readonly string[]): string {
  const tokens = visibleText(item.slice(0, LONGEST_ITEM)).split(" ");
  const placedWords = tokens.flatMap((token, tokenIndex) =>
    wordsOf(undisguise(normaliseItem(token))).map((word) => ({ word, tokenIndex })),
  );
  const itemWords = placedWords.map(({ word }) => word);
  const from = positionOf(words, itemWords);
  const firstToken = placedWords[from]?.tokenIndex;
  const lastToken = placedWords[from + words.length - 1]?.tokenIndex;
  const isPlaced = firstToken !== undefined && lastToken !== undefined;
  return quoted(visibleText((isPlaced ? tokens.slice(firstToken, lastToken + 1) : tokens).join(" ")));
}

/** Quotes and shortens long text without splitting a character. */
export function quoted(text: string): string {
  const characters = Array.from(text);
  return `"${characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join("")}…` : text}"`;
}
