// Letters in the house of a run (RELAY-1): the book in which they are told, and the page of a morning.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { PRACTICE_SEASON } from "@denkeeper/trials/chance.ts";
import { bookIn, type Book } from "@denkeeper/trials/relay/book.ts";
import practice from "@denkeeper/trials/relay/book-practice.json" with { type: "json" };
import { relayPage } from "@denkeeper/trials/relay/telling.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import type { Db } from "../../store/db/db.ts";
import type { CallerRun } from "../../store/trials/caller-run.ts";
import { findSeasonBook } from "../../store/trials/seasons.ts";
import { drawOf } from "./caller-run.ts";
import { HASHES } from "./hashes.ts";

/** By season. None ever changes. */
const books = new Map([[PRACTICE_SEASON, bookIn(practice, HASHES)]]);
const MOST_BOOKS = 20;

/** The book of a season in which a run with letters was started. */
export async function bookOf(db: Db, season: string): Promise<Book> {
  const known = books.get(season);
  if (known !== undefined) return known;
  const { book = null } = (await findSeasonBook(db, { name: season })) ?? {};
  if (book === null) throw new Error(`season ${season} has no book`);
  const fresh = bookIn(book, HASHES);
  if (books.size < MOST_BOOKS) books.set(season, fresh);
  return fresh;
}

/** This morning's page, with the notebook; undefined where there are no letters. */
export function pageOf({ scenario, seed, clockAt, startsAt, letters }: CallerRun) {
  const draw = drawOf(scenario, seed);
  if (letters === undefined || draw.relay === undefined) return undefined;
  const page = relayPage(draw.relay, 1 + (clockAt - startsAt) / DAY_MS, letters.book, draw, HASHES);
  return { ...page, notebook: letters.notebook, notebook_limit: scenario.letters?.notebook };
}

/** All that a book makes of the month of a seed. Throws where it lacks something. */
export function textsOf(book: Book, seed: string): readonly string[] {
  const draw = drawOf(RELAY_1, seed);
  const { relay } = draw;
  if (relay === undefined) throw new Error(`${RELAY_1.name} has no letters`);
  return relay.days.flatMap(({ day }) => {
    const { letters, rooms } = relayPage(relay, day, book, draw, HASHES);
    return letters.concat(rooms.map(({ says }) => says));
  });
}
