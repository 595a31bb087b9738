// Finds reasons to doubt an item, such as tools, drugs, chemicals, or noise at bedtime. A doubtful item is disliked at best, and
// harmful if it is also dissimilar to everything kind (ITEM-8).
import { readFileSync } from "node:fs";
import { z } from "zod";
import { FAMILIES, ITEM_ACTIONS, type Family, type ItemAction } from "@denkeeper/rules/species/species.ts";
import type { ItemQuestion } from "../../../model/items/item-judge.ts";
import { ownFile } from "../../../platform/own-file.ts";
import { DOUBTFUL_GROUPS } from "./doubt-list.ts";
import { list } from "../list.ts";
import { likedItemsOf } from "../liked-items.ts";
import { NamedPhrases } from "./named-phrases.ts";
import { quoteOf } from "../quote.ts";
import { sharedItems } from "../shared-items.ts";
import { wordsOf } from "../words.ts";

const generated = z.object({
  groups: z.array(
    z.object({
      why: z.string(),
      families: z.array(z.enum(FAMILIES)),
      actions: z.array(z.enum(ITEM_ACTIONS)),
      isObject: z.boolean().default(false),
      isDrug: z.boolean().default(false),
      phrases: z.string().transform((phrases) => list(phrases)),
    }),
  ),
});

const FILE = ownFile(new URL("doubtful-words.json", import.meta.url));
let named: NamedPhrases | undefined;

/** Loads the word list when the first item is judged. */
function doubts(): NamedPhrases {
  named ??= new NamedPhrases([...DOUBTFUL_GROUPS, ...generated.parse(JSON.parse(readFileSync(FILE, "utf8"))).groups]);
  return named;
}

/** Returns a sentence for the keeper, or undefined if there is no doubt about the item. */
export function doubtIn(question: Omit<ItemQuestion, "agentId">, texts: readonly string[]): string | undefined {
  const { item, action, family, approved } = question;
  const liked = likedItemsOf(approved);
  const isAccepted = (word: string) => liked.words.has(word) || sharedWords(family, action).has(word);
  for (const text of texts) {
    if (liked.texts.has(text)) continue;
    const words = wordsOf(text);
    const match = doubts().find(words, question, isAccepted);
    if (match !== undefined) return `It contains ${quoteOf(item, words.slice(match.from, match.to))}, ${match.why}.`;
  }
  return undefined;
}

const shared = new Map<string, ReadonlySet<string>>();

function sharedWords(family: Family, action: ItemAction): ReadonlySet<string> {
  const key = `${family} ${action}`;
  const words =
    shared.get(key) ?? new Set(sharedItems(family, action).flatMap(({ phrases }) => phrases.flatMap(wordsOf)));
  shared.set(key, words);
  return words;
}
