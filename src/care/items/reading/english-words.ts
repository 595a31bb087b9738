// Tests whether a word is English, using a list of 274,000 words and our own phrases. The list is one block of bytes, because a
// Set of strings would take 21 MB of heap in every process.
import { readFileSync } from "node:fs";
import wordListPath from "word-list";

/** English words that are too new for the list. */
const MODERN = new Set(
  [
    "cpu gpu ram rom ssd usb api json sql html css http https url uv uvb led tv vr ai ml llm gif wifi bluetooth",
    "wikipedia linux python javascript karaoke playdate vet rehydration checkup emoji selfie",
  ].flatMap((line) => line.split(" ")),
);

const NEWLINE = 10;
const LETTERS_ONLY = /^[a-z]{2,}$/;
const NUMBER = /^x?\d+x?$/;
const ONE_LETTER = /^\p{Script=Latin}$/u;
const INNER_MARKS = /['’-]/u;

interface PackedWords {
  readonly bytes: Buffer;
  /**
   * Byte ranges of the words by their first two letters (see `beginningOf`). A range includes the line breaks around its words.
   */
  readonly rangeOf: ReadonlyMap<number, readonly [from: number, to: number]>;
}

let loaded: PackedWords | undefined;

function wordList(): PackedWords {
  loaded ??= load();
  return loaded;
}

function load(): PackedWords {
  const bytes = Buffer.concat([Buffer.of(NEWLINE), readFileSync(wordListPath), Buffer.of(NEWLINE)]);
  const rangeOf = new Map<number, [from: number, to: number]>();
  for (let from = 0; from < bytes.length - 1;) {
    const to = bytes.indexOf(NEWLINE, from + 1);
    const beginning = beginningOf(bytes[from + 1], bytes[from + 2]);
    const range = rangeOf.get(beginning);
    if (range === undefined) rangeOf.set(beginning, [from, to]);
    else range[1] = to;
    from = to;
  }
  return { bytes, rangeOf };
}

/** Returns the first two letters as a number. */
function beginningOf(first = 0, second = 0): number {
  return first * 256 + second;
}

function isOnTheList(word: string): boolean {
  if (!LETTERS_ONLY.test(word)) return false;
  const { bytes, rangeOf } = wordList();
  const [from, to] = rangeOf.get(beginningOf(word.charCodeAt(0), word.charCodeAt(1))) ?? [0, 0];
  return bytes.subarray(from, to + 1).includes(`\n${word}\n`, 0, "latin1");
}

/** Tests whether a word, or each part of a compound, is English. Numbers and single letters count as English. */
export type WordTest = (word: string) => boolean;

/** Returns a test for English that also accepts the words of our own phrases. */
export function englishWords(phrases: Iterable<string>): WordTest {
  const ours = new Set(MODERN);
  for (const phrase of phrases) {
    for (const word of phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) ours.add(word);
  }
  const isKnown = (word: string) => ours.has(word) || NUMBER.test(word) || ONE_LETTER.test(word) || isOnTheList(word);
  const isPartKnown = (part: string) =>
    part === "" || isKnown(part) || (part.endsWith("s") && isKnown(part.slice(0, -1)));
  wordList();
  return (word) => word.split(INNER_MARKS).every(isPartKnown);
}
