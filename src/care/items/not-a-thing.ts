// Detects text that names no thing: code, addresses, instructions to the judge, and words about giving ("an item from its
// preferences"). Similarity means nothing for such text, so the judge does not score it.
import { list } from "./list.ts";
import { LONGEST_ITEM } from "../../model/items/normalise.ts";
import { plainWordsOf, wordsOf } from "./words.ts";

const CODE = /[<>{}=;|\\`]|--|\.\.\/|https?:|\$\(/u;
const SPEAKER = /\b(?:system|assistant|user) ?:/u;
const VERDICT = /\b(?:is|as|be|return) loved\b/u;
const COMMANDS = new Set(list("ignore, disregard, forget"));
const INSTRUCTIONS = new Set(list("instruction, instructions, rule, rules, prompt, above, previous"));
const MEASURES = new Set(list("category, score, rating, prompt, maximum"));
/** An item of only these words names no thing. */
const ABOUT_GIVING = new Set(
  list(
    "item, items, thing, things, something, anything, everything, nothing, none, null, undefined, unknown, default",
    "preference, preferences, preferred, approved, favorite, favourite, list, choice, name, no, not, never, one, any, some",
    "a, an, the, its, your, my, this, that, it, of, from, in, on, at, all, to, for, whatever, likes, choose, pick, give",
  ),
);
const RESULT = /^(?:loved|liked|score|\d)/u;

export function isNotAThing(item: string): boolean {
  const text = item.slice(0, LONGEST_ITEM).normalize("NFKC").toLowerCase();
  if (CODE.test(text) || SPEAKER.test(text) || VERDICT.test(text)) return true;
  const words = plainWordsOf(text);
  if (words.length > 0 && words.every((word) => ABOUT_GIVING.has(word))) return true;
  return (
    follows(words, COMMANDS, (word) => INSTRUCTIONS.has(word)) || follows(words, MEASURES, (word) => RESULT.test(word))
  );
}

/** Tests whether a second word follows anywhere after one of the first words. */
function follows(words: readonly string[], first: ReadonlySet<string>, isSecond: (word: string) => boolean): boolean {
  const at = words.findIndex((word) => first.has(word));
  return at >= 0 && words.slice(at + 1).some(isSecond);
}

const LIKENESSES = new Set(
  list(
    "poem, haiku, song, story, picture, photo, photograph, drawing, painting, image, video, idea, concept, thought",
    "memory, dream, word, essay, description, smell, scent, hologram, statue, emoji",
  ),
);
const OF = new Set(list("about, of, on, for"));

/** Tests whether the text names only a likeness of a thing, such as a picture, a poem or a smell. */
export function isImageOfAThing(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word, at) => LIKENESSES.has(word) && OF.has(words[at + 1] ?? ""));
}
