// Normalizes spelling, so that the cache, the danger list and the model see the same text, and invisible characters hide
// nothing.

/** In UTF-16 units: the contract allows 100 characters of up to two. The rest is ignored. */
export const LONGEST_ITEM = 200;
/** The longest result for 100 characters: no ligature expands to more than 18 letters. */
export const LONGEST_TEXT = 1_800;

/** Invisible characters: zero-width ones, direction marks, controls. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const SPACES = /\s+/gu;
const OUTER = /^[\p{P}\p{Z}]$/u;

/** The canonical spelling of an item; empty if nothing visible remains. */
export function normaliseItem(item: string): string {
  return visibleText(item).toLowerCase();
}

/** The visible text, without surrounding punctuation. */
export function visibleText(item: string): string {
  const spaced = item.normalize("NFKC").replaceAll(SPACES, " ").replaceAll(INVISIBLE, "");
  return withoutOuter(spaced).replaceAll(SPACES, " ");
}

/** Linear: a pattern for trailing punctuation would retry every run of it from each position. */
function withoutOuter(text: string): string {
  const characters = Array.from(text);
  let from = 0;
  let to = characters.length;
  while (from < to && OUTER.test(characters[from] ?? "")) from++;
  while (to > from && OUTER.test(characters[to - 1] ?? "")) to--;
  return characters.slice(from, to).join("");
}
