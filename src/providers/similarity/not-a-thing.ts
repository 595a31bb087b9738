// Detects text that does not name a thing: code, addresses, and instructions to the judge. Such text is not judged,
// because its similarity to food means nothing.
import { list } from "./list.ts";
import { LONGEST_ITEM } from "./normalise.ts";
import { plainWordsOf } from "./words.ts";

const CODE = /[<>{}=;|\\`]|--|\.\.\/|https?:|\$\(/u;
const SPEAKER = /\b(?:system|assistant|user) ?:/u;
const VERDICT = /\b(?:is|as|be|return) loved\b/u;
const COMMANDS = new Set(list("ignore, disregard, forget"));
const INSTRUCTIONS = new Set(list("instruction, instructions, rule, rules, prompt, above, previous"));
const MEASURES = new Set(list("category, score, rating, prompt, maximum"));
const RESULT = /^(?:loved|liked|score|\d)/u;

export function isNotAThing(item: string): boolean {
  const text = item.slice(0, LONGEST_ITEM).normalize("NFKC").toLowerCase();
  if (CODE.test(text) || SPEAKER.test(text) || VERDICT.test(text)) return true;
  const words = plainWordsOf(text);
  return (
    follows(words, COMMANDS, (word) => INSTRUCTIONS.has(word)) || follows(words, MEASURES, (word) => RESULT.test(word))
  );
}

/** Whether such a word comes anywhere after one of the first. */
function follows(words: readonly string[], first: ReadonlySet<string>, isSecond: (word: string) => boolean): boolean {
  const at = words.findIndex((word) => first.has(word));
  return at >= 0 && words.slice(at + 1).some(isSecond);
}
