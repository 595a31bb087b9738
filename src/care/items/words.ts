// Splits a text into words without accents or plural endings, to compare them with lists: "carrot" does not contain "rot", and
// "onions" matches "onion".

const WORD = /[\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['’]/gu;

export function wordsOf(text: string): readonly string[] {
  return plainWordsOf(text).map(singular);
}

/** Returns words without accents and apostrophes, but with their plural endings. */
export function plainWordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(ACCENTS, "").replaceAll(APOSTROPHES, "").toLowerCase();
  return plain.match(WORD) ?? [];
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({ leaves: "leaf", loaves: "loaf", knives: "knife", wolves: "wolf", mice: "mouse", teeth: "tooth" }),
);

/** Maps the forms of a word to one spelling, which need not be English: "cookie" and "cookies" become "cooky". */
function singular(word: string): string {
  if (word.length <= 3 || word.endsWith("ss") || word.endsWith("us")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("ie")) return `${word.slice(0, -2)}y`;
  if (word.endsWith("oes") && word.length > 5) return word.slice(0, -2);
  if (word.endsWith("oe") && word.length > 4) return word.slice(0, -1);
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return IRREGULAR.get(word) ?? (word.endsWith("s") ? word.slice(0, -1) : word);
}

/** Returns the first position of `phrase` in `words` at or after `from`, or -1. */
export function positionOf(phrase: readonly string[], words: readonly string[], from = 0): number {
  for (let at = from; at + phrase.length <= words.length; at++) {
    if (phrase.every((word, index) => words[at + index] === word)) return at;
  }
  return -1;
}
