// Normalizes spelling, so the cache, the danger list and the model see the same text, and invisible characters hide
// nothing.

/** In UTF-16 units: the contract allows 100 characters of up to two. Whatever comes after is not read. */
export const LONGEST_ITEM = 200;
/** Of 100 characters that normalizing spells out: no ligature has more than 18 letters. */
export const LONGEST_TEXT = 1_800;

/** Characters that nobody sees: zero-width ones, marks of direction, controls. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const SPACES = /\s+/gu;
const OUTER = /^[\p{P}\p{Z}]$/u;

/** The item in its one spelling, or an empty text when nothing is left of it: then it is no item. */
export function normaliseItem(item: string): string {
  return visibleText(item).toLowerCase();
}

/** What a reader sees of it, without the punctuation around it. */
export function visibleText(item: string): string {
  const spaced = item.normalize("NFKC").replaceAll(SPACES, " ").replaceAll(INVISIBLE, "");
  return withoutOuter(spaced).replaceAll(SPACES, " ");
}

/** One step per character: a pattern for "punctuation at the end" would try every run of it again from each position. */
function withoutOuter(text: string): string {
  const characters = Array.from(text);
  let from = 0;
  let to = characters.length;
  while (from < to && OUTER.test(characters[from] ?? "")) from++;
  while (to > from && OUTER.test(characters[to - 1] ?? "")) to--;
  return characters.slice(from, to).join("");
}
