// Splits a text into the words that the danger list compares: whole words without accents and plural endings, so
// "carrot" does not contain rot and "onions" are onions.

const WORD = /[\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}/gu;
const APOSTROPHES = /['’]/gu;

export function wordsOf(text: string): readonly string[] {
  return plainWordsOf(text).map(singular);
}

/** The words without accents and apostrophes, with their endings. */
export function plainWordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(ACCENTS, "").replaceAll(APOSTROPHES, "").toLowerCase();
  return plain.match(WORD) ?? [];
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["leaves", "leaf"],
  ["loaves", "loaf"],
  ["knives", "knife"],
  ["wolves", "wolf"],
  ["mice", "mouse"],
  ["teeth", "tooth"],
]);

/** Good enough to compare two words that went through it; not English grammar: "cookie" and "cookies" are "cooky". */
function singular(word: string): string {
  if (word.length <= 3 || word.endsWith("ss") || word.endsWith("us")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("ie")) return `${word.slice(0, -2)}y`;
  if (word.endsWith("oes") && word.length > 5) return word.slice(0, -2);
  if (word.endsWith("oe") && word.length > 4) return word.slice(0, -1);
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return IRREGULAR.get(word) ?? (word.endsWith("s") ? word.slice(0, -1) : word);
}

/** Where `phrase` stands in `words`, as whole words one after the other; -1 when it does not, or before `from`. */
export function positionOf(phrase: readonly string[], words: readonly string[], from = 0): number {
  for (let at = from; at + phrase.length <= words.length; at++) {
    if (phrase.every((word, index) => words[at + index] === word)) return at;
  }
  return -1;
}
