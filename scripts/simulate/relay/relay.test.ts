// The baselines of letters, and what a book has to hold: a few seeds in the gate, 24 in the full tier.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mean } from "@denkeeper/trials/statistics.ts";
import { FULL } from "../../../test/tier.ts";
import { readBook } from "./book-form.ts";
import { inverseAfter, wordRuns } from "./check-book.ts";
import { monthOf, publishedBook, seedsOf, sharesOf, theRelayKeeper } from "./months.ts";
import { longestNotebook } from "./notebook.ts";

const SEEDS = seedsOf("practice", FULL ? 24 : 3);
/** Few seeds are not as good as many. */
const SLACK = FULL ? 0 : 6;
const [practice, sealed] = [publishedBook("practice"), publishedBook("sealed-sample")];
const unseen = SEEDS.map((seed) => monthOf(seed, sealed));
const known = SEEDS.map((seed) => monthOf(seed, practice));
const share = (key: string, months = unseen) =>
  mean(sharesOf(months, ({ seed, facts }) => theRelayKeeper(key).begin({ seed, facts, published: [practice] })));

test.for([
  ["oracle", 100, 100],
  ["inverse", 0, 15],
  ["inverse+", 0, 40],
  ["keywords", 0, 40],
  ["first-day", 0, 18],
  ["no-memory", 0, 8],
  ["guess", 0, 15],
  ["constant", 0, 15],
  ["wish", 0, 25],
  ["believes", 60, 92],
  ["endless", 60, 92],
  ["slips-3", 94, 99],
] as const)("an unseen book: %s gets %i to %i percent", ([key, from, to]) => {
  const got = share(key);
  expect(got).toBeGreaterThanOrEqual(key === "oracle" ? from : from - SLACK);
  expect(got).toBeLessThanOrEqual(key === "oracle" ? to : to + SLACK);
});

test("the practice book turned around reads the practice book", () => {
  expect(share("inverse", known)).toBeGreaterThan(95);
});

test("one run of another entry shows little of a book, ten show most of it", () => {
  const some = FULL ? unseen : unseen.slice(0, 1);
  expect(inverseAfter(1, sealed, some)).toBeLessThan(40);
  if (FULL) expect(inverseAfter(10, sealed, some)).toBeGreaterThan(60);
});

test("the notebook suffices", () => {
  const longest = seedsOf("notebook", FULL ? 200 : 2).map((seed) => longestNotebook(monthOf(seed, practice).facts));
  expect(Math.max(...longest)).toBeLessThanOrEqual(1500);
});

const text = readFileSync(
  new URL("../../../packages/trials/src/relay/book-sealed-sample.json", import.meta.url),
  "utf8",
);

test("both books have what a book needs, and share no four words in a row", () => {
  expect(readBook(text).faults).toEqual([]);
  const own = wordRuns(sealed);
  const shared = [...wordRuns(practice)].filter((run) => own.has(run));
  expect(shared).toEqual([]);
});

test("a book is refused that lacks something, has a key twice, or a wrong slot", () => {
  const faults = (change: (book: string) => string) => readBook(change(text)).faults;
  expect(faults((book) => book.replace('"close":', '"clothes":'))).toEqual([
    "clothes: there is no such list",
    "close: 0 texts, and at least 8 are needed",
  ]);
  expect(faults((book) => book.replace(/\n\}\s*$/, ',\n "says": ["{desc}"]\n}'))[0]).toMatch(/a key stands twice/);
  expect(faults((book) => book.replace("I hereby dub {X} the {K}.", "I dub {X} the {Q}."))).toEqual([
    'nick: "I dub {X} the {Q}." should have in braces: X K',
  ]);
  expect(faults((book) => book.replace("I hereby dub {X} the {K}.", "I dub {X {K}."))).toHaveLength(1);
});
