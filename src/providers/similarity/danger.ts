// Whether an item is dangerous regardless of the model, and why: it contains a known poison or danger, it is cruelty,
// or it only says what is not given.
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import { crueltyIn } from "./cruelty.ts";
import type { DangerGroup } from "./danger-list.ts";
import { DANGER_GROUPS, FOUGHT, HARMLESS, MADE_HARMLESS_AFTER, MADE_HARMLESS_BEFORE } from "./danger-list.ts";
import { negationIn } from "./negation.ts";
import { normaliseItem } from "./normalise.ts";
import { positionOf, wordsOf } from "./words.ts";

export interface DangerQuestion {
  /** Every reading of the item, normalized. */
  readonly texts: readonly string[];
  readonly action: ItemAction;
  readonly family: Family;
  /** What the species approves of is never a danger to it. */
  readonly approved: readonly string[];
}

interface Danger {
  readonly text: string;
  readonly words: readonly string[];
  readonly group: DangerGroup;
  readonly except: readonly (readonly string[])[];
}

/** Up to so many words before a danger may say that it is fought. */
const FOUGHT_WITHIN = 3;
const fought = new Set(FOUGHT);
const harmless = HARMLESS.map(wordsOf);

/** By their first word, so that an item is compared with the few that it could contain. */
const BY_FIRST_WORD = Map.groupBy(DANGER_GROUPS.flatMap(dangersOf), ({ words }) => words[0] ?? "");

function dangersOf(group: DangerGroup): readonly Danger[] {
  const except = [...(group.except ?? []).map(wordsOf), ...harmless];
  return group.phrases.map((text) => ({ text, words: wordsOf(text), group, except }));
}

/** Why the item is dangerous, as a sentence for the keeper; undefined when it is not known to be. */
export function dangerIn({ texts, action, family, approved }: DangerQuestion): string | undefined {
  const liked = new Set(approved.map(normaliseItem));
  for (const text of texts) {
    // Only this reading is approved: an emoji beside it may still be a danger.
    if (liked.has(text)) continue;
    const reason = reasonIn(text, action, family, approved);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonIn(text: string, action: ItemAction, family: Family, approved: readonly string[]): string | undefined {
  const words = wordsOf(text).map(withoutKindOfToxin);
  for (const [at, word] of words.entries()) {
    const found = BY_FIRST_WORD.get(word)?.find(
      ({ group, words: phrase, except }) =>
        group.families.includes(family) && group.actions.includes(action) && isDanger(phrase, words, at, except),
    );
    if (found !== undefined) return `It contains "${found.text}", ${found.group.why}.`;
  }
  const cruelty = crueltyIn(text);
  if (cruelty !== undefined) return `It says "${cruelty}", which is cruelty.`;
  const negation = negationIn(text, action, approved);
  return negation === undefined ? undefined : `It says "${negation}": what isn't given can't help.`;
}

/** There are more toxins than a list can name; all are called so. */
function withoutKindOfToxin(word: string): string {
  const isToxin = word.endsWith("toxin") && !["antitoxin", "nontoxin", "detoxin"].some((end) => word.endsWith(end));
  return isToxin ? "toxin" : word;
}

/** Whether the phrase stands at this position, and nothing around it makes it harmless. */
function isDanger(
  phrase: readonly string[],
  words: readonly string[],
  at: number,
  except: readonly (readonly string[])[],
): boolean {
  if (!phrase.every((word, index) => words[at + index] === word)) return false;
  const before = words[at - 1] ?? "";
  const after = words[at + phrase.length] ?? "";
  if (MADE_HARMLESS_BEFORE.includes(before) || MADE_HARMLESS_AFTER.includes(after)) return false;
  if (words.slice(Math.max(0, at - FOUGHT_WITHIN), at).some((word) => fought.has(word))) return false;
  return !except.some((exception) => covers(exception, words, at));
}

/** Whether the harmless phrase stands over position `at`. */
function covers(exception: readonly string[], words: readonly string[], at: number): boolean {
  const start = positionOf(exception, words, Math.max(0, at - exception.length + 1));
  return start >= 0 && start <= at;
}
