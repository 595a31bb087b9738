// Chance in a trial. Everything that a seed decides is a keyed hash of the seed and of what is decided. Knowing one draw
// (an id, a zone) therefore reveals nothing about another (a hidden feeding window). The 32-bit hash of the rules would not
// do: all its seeds can be tried in about a minute.

/** The hashes that a trial needs. The rules compute none themselves. */
export interface Hashes {
  /** HMAC-SHA256. */
  hmac(key: string, text: string): Uint8Array;
  /** SHA-256 in lower-case hexadecimal. */
  sha256(text: string): string;
}

const UNIT_BYTES = 6;

/** A number in [0, 1). */
export function unit(seed: string, what: string, hashes: Hashes): number {
  const bytes = hashes.hmac(seed, what).subarray(0, UNIT_BYTES);
  return bytes.reduce((sum, byte) => 256 * sum + byte, 0) / 256 ** UNIT_BYTES;
}

/** A number in [from, to). */
export function between(
  seed: string,
  what: string,
  [from, to]: readonly [from: number, to: number],
  hashes: Hashes,
): number {
  return from + unit(seed, what, hashes) * (to - from);
}

/** One of a list. */
export function pick<Item>(seed: string, what: string, list: readonly Item[], hashes: Hashes): Item {
  const item = list[Math.floor(unit(seed, what, hashes) * list.length)];
  if (item === undefined) throw new Error(`there is nothing to pick from for ${what}`);
  return item;
}

/** The list in an order that the seed decides. */
export function shuffled<Item>(seed: string, what: string, list: readonly Item[], hashes: Hashes): readonly Item[] {
  return list
    .map((item, index) => ({ item, at: unit(seed, `${what}/${index}`, hashes) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An id in the form of a UUID of version 8. */
export function idOf(seed: string, what: string, hashes: Hashes): string {
  const digits = hex(hashes.hmac(seed, what));
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...groups, digits.slice(20, 32)].join("-");
}

/** A sequence of numbers in [0, 1) for a keeper that rolls dice. */
export function diceOf(seed: string, hashes: Hashes): () => number {
  let count = 0;
  return () => unit(seed, `dice/${count++}`, hashes);
}

export type Draws = ReturnType<typeof drawsOf>;

/** Draws in a row, where what is drawn depends on what was drawn before. `whole`: from one to the other, both included. */
export function drawsOf(seed: string, what: string, hashes: Hashes) {
  let count = 0;
  const next = () => `${what}/${count++}`;
  return {
    whole: (from: number, to: number) => Math.floor(between(seed, next(), [from, to + 1], hashes)),
    chance: (share: number) => unit(seed, next(), hashes) < share,
    pick: <Item>(list: readonly Item[]) => pick(seed, next(), list, hashes),
    shuffled: <Item>(list: readonly Item[]) => shuffled(seed, next(), list, hashes),
  };
}

/** Which ranked run it is. */
export interface RunName {
  readonly season: string;
  readonly scenario: string;
  readonly entry: string;
  readonly number: number;
}

/** TRIAL-7: the seed of a ranked run. Nobody can know it before the season's secret is public, and no two runs share it. */
export function seasonSeed(secret: string, { season, scenario, entry, number }: RunName, hashes: Hashes): string {
  return hex(hashes.hmac(secret, [season, scenario, entry, number].join("\n")));
}

/** The season that practice runs name. */
export const PRACTICE_SEASON = "practice";
/** Part of the name of every run, which is split at dots. */
export const SEASON_NAME = /^(?!practice$)[a-z0-9][a-z0-9-]{0,31}$/;
export const PRACTICE_SEEDS = 24;

/** TRIAL-7: a public seed, from 1 to 24. */
export function practiceSeed(number: number): string {
  return `practice-${number}`;
}
