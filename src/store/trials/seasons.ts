// Seasons of trials. The secret decides every seed of a season: its hash is public from the first day, the secret itself
// only when no run of the season can still be open.
import { finder, inTransaction, lister } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { FOUND, array, int8, jsonb, nullable, statement, text, type RowOf } from "../db/statement.ts";
import { RUN_LASTS_MS } from "./caller-run.ts";

const SEASON_ROW = {
  name: text,
  opensAt: int8,
  closesAt: int8,
  /** 32 random bytes in hexadecimal digits. */
  secret: text,
  /** SHA-256 of the secret's digits. */
  commitment: text,
};

/** As it is read: with the digest of its book, if it has one. */
const STORED_SEASON = { ...SEASON_ROW, bookSha256: nullable(text) };

export type Season = RowOf<typeof STORED_SEASON>;

const COLUMNS = `name, opens_at AS "opensAt", closes_at AS "closesAt", secret, commitment, book_sha256 AS "bookSha256"`;

/** Before this instant, runs from the last minute of a season may be open. The secret is public once none is. */
export function secretPublicAt({ closesAt }: Pick<Season, "closesAt">): number {
  return closesAt + RUN_LASTS_MS;
}

/** The season in which a ranked run can be started. */
export const findOpenSeason = finder({
  name: "find-open-trial-season",
  params: { now: int8 },
  row: STORED_SEASON,
  text: `SELECT ${COLUMNS} FROM trial_seasons WHERE opens_at <= $now AND closes_at > $now`,
});

/** The latest first. */
export const listSeasons = lister({
  name: "list-trial-seasons",
  params: { limit: int8 },
  row: STORED_SEASON,
  text: `SELECT ${COLUMNS} FROM trial_seasons ORDER BY opens_at DESC, name LIMIT $limit`,
});

/** The open season, or the last one if none is open. */
export async function findLatestSeason(db: Db): Promise<Season | undefined> {
  const [latest] = await listSeasons(db, { limit: 1 });
  return latest;
}

/** False if the name is taken or another season is open at that time. */
export const insertSeason = inTransaction.asker({
  name: "insert-trial-season",
  params: SEASON_ROW,
  row: FOUND,
  text: `INSERT INTO trial_seasons (name, opens_at, closes_at, secret, commitment)
    VALUES ($name, $opensAt, $closesAt, $secret, $commitment) ON CONFLICT DO NOTHING RETURNING true`,
});

/** The book of a season that was just opened. */
export const saveSeasonBook = inTransaction.command({
  name: "save-season-book",
  params: { name: text, book: jsonb<object>(), sha256: text },
  text: "UPDATE trial_seasons SET book = $book, book_sha256 = $sha256 WHERE name = $name",
});

export const findSeasonBook = finder({
  name: "find-season-book",
  params: { name: text },
  row: { book: nullable(jsonb<object>()) },
  text: "SELECT book FROM trial_seasons WHERE name = $name",
});

/** False if no season of that name is open. */
export const closeSeason = inTransaction.asker({
  name: "close-trial-season",
  params: { name: text, now: int8 },
  row: FOUND,
  text: `UPDATE trial_seasons SET closes_at = $now WHERE name = $name AND opens_at <= $now AND closes_at > $now
    RETURNING true`,
});

const COUNT_RUNS = statement({
  name: "count-season-trial-runs",
  params: { seasons: array(text) },
  row: { season: text, running: int8, ended: int8, voided: int8 },
  text: `SELECT season, count(*) FILTER (WHERE state = 'open') AS running, count(*) FILTER (WHERE state = 'ended') AS ended,
      count(*) FILTER (WHERE state = 'void') AS voided
    FROM trial_runs WHERE season = ANY($seasons::text[]) AND season <> 'practice' GROUP BY season`,
});

export type SeasonRuns = Omit<RowOf<typeof COUNT_RUNS.row>, "season">;

/** How many runs a season has, by what became of them. */
export async function countSeasonRuns(db: Db, seasons: readonly string[]): Promise<ReadonlyMap<string, SeasonRuns>> {
  const rows = await db.query(COUNT_RUNS, { seasons });
  return new Map(rows.map(({ season, ...runs }) => [season, runs]));
}
