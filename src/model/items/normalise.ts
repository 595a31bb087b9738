// Normalizes spelling, so that the cache, the danger list and the model see the same text. Invisible characters are removed, so
// that they hide nothing.

/** Maximum number of UTF-16 units that are read. The contract allows 100 characters of up to two units each. */
export const LONGEST_ITEM = 200;
/** Maximum length of the result for 100 characters, because no ligature expands to more than 18 letters. */
export const LONGEST_TEXT = 1_800;

/** Zero-width characters, direction marks, and control characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const SPACES = /\s+/gu;
const OUTER = /^[\p{P}\p{Z}]$/u;

/** Returns the canonical spelling of an item, or an empty string if nothing visible remains. */
export function normaliseItem(item: string): string {
  return visibleText(item).toLowerCase();
}

/** Returns the visible text without surrounding punctuation. */
export function visibleText(item: string): string {
  const spaced = item.normalize("NFKC").replaceAll(SPACES, " ").replaceAll(INVISIBLE, "");
  return withoutOuter(spaced).replaceAll(SPACES, " ");
}

/** Takes linear time. A regular expression for trailing punctuation would retry each run of it from every position. */
function withoutOuter(text: string): string {
  const characters = Array.from(text);
  let from = 0;
  let to = characters.length;
  while (from < to && OUTER.test(characters[from] ?? "")) from++;
  while (to > from && OUTER.test(characters[to - 1] ?? "")) to--;
  return characters.slice(from, to).join("");
}
