// The leaderboards of the hall: one row per rank, so a page is one indexed read.
import type { LeaderboardCategory, LeaderboardEntries } from "./leaderboard-shapes.ts";
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { int4, jsonb, statement, textOf, uuid } from "../db/statement.ts";

interface RankedSubject {
  readonly rank: number;
  readonly subject: string;
  readonly entry: LeaderboardEntries[LeaderboardCategory];
}

const SAVE = statement({
  name: "save-leaderboard",
  params: { category: textOf<LeaderboardCategory>(), ranked: jsonb<readonly RankedSubject[]>() },
  row: {},
  text: `WITH given AS (
      SELECT rank, subject, entry FROM jsonb_to_recordset($ranked::jsonb) AS g (rank integer, subject uuid, entry jsonb)
    ), gone AS (
      DELETE FROM rollup_boards WHERE category = $category AND rank > (SELECT count(*) FROM given)
    )
    INSERT INTO rollup_boards AS kept SELECT $category, rank, subject, entry FROM given
    ON CONFLICT (category, rank) DO UPDATE SET subject = EXCLUDED.subject, entry = EXCLUDED.entry
    WHERE (kept.subject, kept.entry) IS DISTINCT FROM (EXCLUDED.subject, EXCLUDED.entry)`,
});

/** Replaces a leaderboard; the first entry gets rank 1. Ranks that did not change are not written. */
export async function saveLeaderboard<Category extends LeaderboardCategory>(
  db: Db,
  category: Category,
  entries: readonly { readonly subject: string; readonly entry: LeaderboardEntries[Category] }[],
): Promise<void> {
  const ranked = entries.map(({ subject, entry }, index) => ({ rank: index + 1, subject, entry }));
  await db.query(SAVE, { category, ranked });
}

const LIST = statement({
  name: "list-leaderboard",
  params: { category: textOf<LeaderboardCategory>(), after: int4, through: int4 },
  row: { rank: int4, entry: jsonb<LeaderboardEntries[LeaderboardCategory]>() },
  text: `SELECT rank, entry FROM rollup_boards WHERE category = $category AND rank > $after AND rank <= $through
    ORDER BY rank`,
});

/** The entries behind the first `offset`. */
export async function listLeaderboard(
  db: Db,
  category: LeaderboardCategory,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly RowOf<typeof LIST.row>[]> {
  return db.query(LIST, { category, after: offset, through: offset + limit });
}

const SUBJECTS = statement({
  name: "list-leaderboard-subjects",
  params: { category: textOf<LeaderboardCategory>() },
  row: { subject: uuid },
  text: "SELECT subject FROM rollup_boards WHERE category = $category",
});

/** Who is on a leaderboard. */
export async function listLeaderboardSubjects(db: Db, category: LeaderboardCategory): Promise<readonly string[]> {
  const rows = await db.query(SUBJECTS, { category });
  return rows.map(({ subject }) => subject);
}
