// Edit distance between two words, for guessing what a caller meant.

/** Whether one word becomes the other by at most `most` letters that are changed, added or left out. */
export function isTypoOf(one: string, other: string, most: number): boolean {
  return Math.abs(one.length - other.length) <= most && distanceBetween(one, other) <= most;
}

/** Longer than any word of ours. What is longer is not compared with them. */
const LONGEST_WORD = 60;

/** The known words that are most like the given one, the nearest first. None when it is like none of them. */
export function nearestTo(given: string, known: readonly string[], most: number): readonly string[] {
  const word = given
    .slice(0, LONGEST_WORD)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (word === "") return [];
  const farthest = Math.max(1, Math.floor(word.length / 3));
  const parts = word.split("_").filter((part) => part.length > 2);
  const shares = (each: string): boolean => parts.some((part) => each.includes(part));
  return known
    .map((each) => ({ each, distance: Math.min(distanceBetween(word, each), shares(each) ? farthest : Infinity) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ each }) => each);
}

function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
