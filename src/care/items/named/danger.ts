// Finds known poisons, dangers and acts of cruelty in an item, independently of the model.
import type { ItemQuestion } from "../../../model/items/item-judge.ts";
import { DANGER_GROUPS } from "./danger-list.ts";
import { likedItemsOf } from "../liked-items.ts";
import { NamedPhrases } from "./named-phrases.ts";
import { quoteOf } from "../quote.ts";
import { wordsOf } from "../words.ts";

const dangers = new NamedPhrases(DANGER_GROUPS);

/** Returns a sentence for the keeper, or undefined if the item contains no known danger. */
export function dangerIn(question: Omit<ItemQuestion, "agentId">, texts: readonly string[]): string | undefined {
  const { item, approved } = question;
  const liked = likedItemsOf(approved).texts;
  for (const text of texts) {
    // Skips an approved reading, which is never a danger. Other readings of the same item, such as its emoji, may still be.
    if (liked.has(text)) continue;
    const words = wordsOf(text);
    const match = dangers.find(words.map(withoutKindOfToxin), question);
    if (match !== undefined) return `It contains ${quoteOf(item, words.slice(match.from, match.to))}, ${match.why}.`;
  }
  return undefined;
}

/** Returns "toxin" for words such as "neurotoxin", because no list can name all of them. */
function withoutKindOfToxin(word: string): string {
  const isToxin = word.endsWith("toxin") && !["antitoxin", "nontoxin", "detoxin"].some((end) => word.endsWith(end));
  return isToxin ? "toxin" : word;
}
