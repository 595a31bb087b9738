// Whether a book may tell the letters of a season: it has all it needs, shares no four words in a row with a published book,
// and scripts that were written beforehand cannot read it. Also prints what scripts gain from the runs of others.
import { readFileSync } from "node:fs";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import { templatesOf } from "@denkeeper/trials/relay/telling.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { mean, shareInterval } from "@denkeeper/trials/statistics.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { INTENTS, listOf, readBook } from "./book-form.ts";
import { RELAY_KEEPERS } from "./keepers.ts";
import { monthOf, publishedBooks, seedsOf, sharesOf, theRelayKeeper, type Month } from "./months.ts";
import { longestNotebook } from "./notebook.ts";
import { reader } from "./readers.ts";

/** In percent of right servings. */
const MOST_INVERSE = 20;
const MOST_KEYWORDS = 40;
const MOST_AFTER_ONE_RUN = 40;
const RUNS_OF_OTHERS = [1, 5, 10] as const;
const WORDS_IN_A_ROW = 4;

/** All runs of four words in a book; what stands in braces ends a run. */
export function wordRuns({ lists }: Book): ReadonlySet<string> {
  const runs = Object.values(lists)
    .flat()
    .flatMap((text) => text.split(/\{\w+\}/))
    .flatMap((piece) => {
      const words = piece.toLowerCase().match(/[a-z']+/g) ?? [];
      return words.slice(WORDS_IN_A_ROW - 1).map((_, index) => words.slice(index, index + WORDS_IN_A_ROW).join(" "));
    });
  return new Set(runs);
}

/** The book as far as the runs of these seeds can have shown it. */
function shownBy(seeds: readonly string[], book: Book): Book {
  const lists = { ...book.lists };
  for (const [name] of INTENTS) {
    const shown = new Set(seeds.flatMap((seed) => templatesOf(book, name, seed, HASHES)));
    lists[name] = listOf(book, name).filter((text) => shown.has(text));
  }
  return { ...book, lists };
}

/** The share of `inverse` on these months after so many runs of other entries. */
export function inverseAfter(runs: number, book: Book, months: readonly Month[]): number {
  const shown = shownBy(seedsOf("other-entry", runs), book);
  return mean(sharesOf(months, ({ facts }) => reader(facts, { published: [book], compiles: [shown], guesses: false })));
}

/** Checks the book in a file, and prints what it found. Whether the book may be used. `seeds`: how many months. */
export function reportBook(file: string, seeds: number): boolean {
  const read = readBook(readFileSync(file, "utf8"));
  const { book } = read;
  const faults = read.faults.length > 0 ? read.faults : faultsOf(book, seeds);
  console.log(`${book.name}: SHA-256 ${book.sha256}`);
  for (const fault of faults) console.log(`refused: ${fault}`);
  return faults.length === 0;
}

function faultsOf(book: Book, seeds: number): readonly string[] {
  const others = publishedBooks().filter(({ name }) => name !== book.name);
  const own = wordRuns(book);
  const shared = new Set(others.flatMap((other) => [...wordRuns(other)].filter((run) => own.has(run))));
  const months = seedsOf("practice", seeds).map((seed) => monthOf(seed, book));
  const share = (key: string) =>
    sharesOf(months, ({ seed, facts }) => theRelayKeeper(key).begin({ seed, facts, published: others }));
  const measured = new Map(RELAY_KEEPERS.map(({ key }) => [key, share(key)]));
  for (const { key, habit } of RELAY_KEEPERS) {
    const shares = (measured.get(key) ?? []).map((each) => each / 100);
    const { low, high } = shareInterval(shares, RELAY_1.days);
    const [middle, least, most] = [mean(shares), low, high].map((each) => (100 * each).toFixed(1));
    console.log(`${key.padEnd(10)} ${middle?.padStart(5)} (${least}-${most})  ${habit}`);
  }
  const after = RUNS_OF_OTHERS.map((runs) => inverseAfter(runs, book, months));
  for (const [index, runs] of RUNS_OF_OTHERS.entries())
    console.log(`inverse after ${runs} runs of other entries: ${after[index]?.toFixed(1)}`);
  const longest = Math.max(...months.map(({ facts }) => longestNotebook(facts)));
  const limit = RELAY_1.letters?.notebook ?? 0;
  console.log(`the longest notebook that is needed: ${longest} of ${limit} characters`);
  const of = (key: string) => mean(measured.get(key) ?? []);
  const checks: readonly (readonly [holds: boolean, fault: string])[] = [
    [shared.size === 0, `words in a row that a published book has: ${[...shared].join("; ")}`],
    [of("inverse") < MOST_INVERSE, `published books turned around read it, by ${MOST_INVERSE}% or more`],
    [of("keywords") < MOST_KEYWORDS, `guesses by words read it, by ${MOST_KEYWORDS}% or more`],
    [(after[0] ?? 100) < MOST_AFTER_ONE_RUN, `one run of another entry reads it, by ${MOST_AFTER_ONE_RUN}% or more`],
    [of("oracle") === 100, "it does not tell what is graded"],
    [longest <= limit, "its months need a longer notebook"],
  ];
  return checks.filter(([holds]) => !holds).map(([, fault]) => fault);
}
