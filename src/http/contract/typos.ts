// Computes the edit distance between two words, to guess which word a caller meant.

/** Returns whether two words differ by at most `maxTypos` insertions, deletions, or substitutions. */
export function isTypoOf(one: string, other: string, maxTypos: number): boolean {
  return Math.abs(one.length - other.length) <= maxTypos && distanceBetween(one, other) <= maxTypos;
}

/** Exceeds the length of every known word. Characters beyond this length are ignored. */
const LONGEST_WORD = 60;

/** Returns up to `maxWords` known words that resemble `input` or share a part with it, the closest first. */
export function nearestTo(input: string, known: readonly string[], maxWords: number): readonly string[] {
  const word = input
    .slice(0, LONGEST_WORD)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (word === "") return [];
  const farthest = Math.max(1, Math.floor(word.length / 3));
  const parts = word.split("_").filter((part) => part.length > 2);
  const shares = (candidate: string): boolean => parts.some((part) => candidate.includes(part));
  return known
    .map((name) => ({ name, distance: Math.min(distanceBetween(word, name), shares(name) ? farthest : Infinity) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, maxWords)
    .map(({ name }) => name);
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
