// One spelling for what means the same, so that the cache, the danger list and the model all see the same text, and
// invisible characters hide nothing.

/** Characters that nobody sees: zero-width ones, marks of direction, controls. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const SPACES = /\s+/gu;
const OUTER = /^[\p{P}\p{Z}]+|[\p{P}\p{Z}]+$/gu;

/** The item in its one spelling, or an empty text when nothing is left of it: then it is no item. */
export function normaliseItem(item: string): string {
  const spaced = item.normalize("NFKC").replaceAll(SPACES, " ").replaceAll(INVISIBLE, "");
  return spaced.replaceAll(OUTER, "").replaceAll(SPACES, " ").toLowerCase();
}
