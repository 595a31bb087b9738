// Whether an item is dangerous regardless of the model, and why: it contains a known poison, danger or act of cruelty.
import type { ItemQuestion } from "../../../model/items/item-judge.ts";
import { DANGER_GROUPS } from "./danger-list.ts";
import { likedItemsOf } from "../liked-items.ts";
import { NamedPhrases } from "./named-phrases.ts";
import { quoteOf } from "../quote.ts";
import { wordsOf } from "../words.ts";

const dangers = new NamedPhrases(DANGER_GROUPS);

/** Why the item is dangerous, as a sentence for the keeper; undefined when it is not known to be. */
export function dangerIn(question: Omit<ItemQuestion, "agentId">, texts: readonly string[]): string | undefined {
  const { item, approved } = question;
  const liked = likedItemsOf(approved).texts;
  for (const text of texts) {
    // What the species approves of is never a danger to it. Only this reading is approved: an emoji beside it may still
    // be a danger.
    if (liked.has(text)) continue;
    const words = wordsOf(text);
    const found = dangers.find(words.map(withoutKindOfToxin), question);
    if (found !== undefined) return `It contains ${quoteOf(item, words.slice(found.from, found.to))}, ${found.why}.`;
  }
  return undefined;
}

/** There are more toxins than a list can name; all are called so. */
function withoutKindOfToxin(word: string): string {
  const isToxin = word.endsWith("toxin") && !["antitoxin", "nontoxin", "detoxin"].some((end) => word.endsWith(end));
  return isToxin ? "toxin" : word;
}
