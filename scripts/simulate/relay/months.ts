// Months of letters in process: drawn, told in a book, played by a baseline and graded, without the lives around them.
import { readFileSync, readdirSync } from "node:fs";
import { draw, type Draw } from "@denkeeper/trials/draw.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { RelayFacts } from "@denkeeper/trials/relay/facts.ts";
import { relayGrade } from "@denkeeper/trials/relay/grade.ts";
import { relayPage, type RelayPage } from "@denkeeper/trials/relay/telling.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { readBook } from "./book-form.ts";
import { RELAY_KEEPERS, type RelayKeeper, type Serves } from "./keepers.ts";

const BOOKS = new URL("../../../packages/trials/src/relay/", import.meta.url);

/** A book that ships with the project, which is therefore published. */
export function publishedBook(name: "practice" | "sealed-sample"): Book {
  return readBook(readFileSync(new URL(`book-${name}.json`, BOOKS), "utf8")).book;
}

export function publishedBooks(): readonly Book[] {
  const names = readdirSync(BOOKS).filter((name) => name.startsWith("book-") && name.endsWith(".json"));
  return names.map((name) => readBook(readFileSync(new URL(name, BOOKS), "utf8")).book);
}

export interface Month {
  readonly seed: string;
  readonly facts: RelayFacts;
  readonly draw: Draw;
  readonly pages: readonly RelayPage[];
}

export function monthOf(seed: string, book: Book): Month {
  const drawn = draw(RELAY_1, seed, HASHES);
  const { relay: facts } = drawn;
  if (facts === undefined) throw new Error(`${RELAY_1.name} has no letters`);
  const pages = facts.days.map(({ day }) => relayPage(facts, day, book, drawn, HASHES));
  return { seed, facts, draw: drawn, pages };
}

export function seedsOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}

export function theRelayKeeper(key: string): RelayKeeper {
  const keeper = RELAY_KEEPERS.find((each) => each.key === key);
  if (keeper === undefined) throw new Error(`There is no keeper ${key}.`);
  return keeper;
}

/** The share of right servings, in percent. */
export function sharesOf(months: readonly Month[], begin: (month: Month) => Serves): readonly number[] {
  return months.map((month) => {
    const serve = begin(month);
    return 100 * relayGrade(month.facts, month.pages.map(serve)).rightShare;
  });
}
