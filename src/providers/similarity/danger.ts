// Says of an item that it is dangerous whatever the model thinks of it, and why. Two kinds: a known poison or danger is
// in it, or it only says what is not given.
import type { Family, ItemAction } from "../../domain/species/species.ts";
import type { DangerGroup } from "./danger-list.ts";
import { DANGER_GROUPS, MADE_HARMLESS_AFTER, MADE_HARMLESS_BEFORE } from "./danger-list.ts";
import { negationIn } from "./negation.ts";
import { normaliseItem } from "./normalise.ts";
import { positionOf, wordsOf } from "./words.ts";

export interface DangerQuestion {
  /** As normalised. */
  readonly item: string;
  readonly action: ItemAction;
  readonly family: Family;
  /** What the species approves of is never a danger to it. */
  readonly approved: readonly string[];
}

interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
}

interface Group extends Omit<DangerGroup, "phrases" | "except"> {
  readonly phrases: readonly Phrase[];
  readonly except: readonly (readonly string[])[];
}

const GROUPS: readonly Group[] = DANGER_GROUPS.map(({ why, families, actions, phrases, except = [] }) => ({
  why,
  families,
  actions,
  phrases: phrases.map((text) => ({ text, words: wordsOf(text) })),
  except: except.map(wordsOf),
}));

/** Why the item is dangerous, as a sentence for the keeper; undefined when no list knows it. */
export function dangerIn({ item, action, family, approved }: DangerQuestion): string | undefined {
  if (approved.some((phrase) => normaliseItem(phrase) === item)) return undefined;
  const words = wordsOf(item);
  for (const group of GROUPS) {
    if (!group.families.includes(family) || !group.actions.includes(action)) continue;
    const found = group.phrases.find(({ words: phrase }) => standsIn(phrase, words, group.except));
    if (found !== undefined) return `It has "${found.text}" in it, ${group.why}.`;
  }
  const negation = negationIn(item, action, approved);
  return negation === undefined ? undefined : `It says "${negation}": what is not given cannot do good.`;
}

/** Whether the phrase is there at least once and nothing beside it makes it harmless. */
function standsIn(
  phrase: readonly string[],
  words: readonly string[],
  except: readonly (readonly string[])[],
): boolean {
  for (let at = positionOf(phrase, words); at >= 0; at = positionOf(phrase, words, at + 1)) {
    const before = words[at - 1] ?? "";
    const after = words[at + phrase.length] ?? "";
    if (MADE_HARMLESS_BEFORE.includes(before) || MADE_HARMLESS_AFTER.includes(after)) continue;
    if (except.some((harmless) => covers(harmless, words, at))) continue;
    return true;
  }
  return false;
}

/** Whether the harmless phrase stands over position `at`. */
function covers(harmless: readonly string[], words: readonly string[], at: number): boolean {
  const start = positionOf(harmless, words, Math.max(0, at - harmless.length + 1));
  return start >= 0 && start <= at;
}
