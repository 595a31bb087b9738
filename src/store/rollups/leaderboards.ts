// The leaderboards of the hall: each rank is a row, so that a page is one indexed read.
import type { LeaderboardCategory, LeaderboardEntries, Ranked } from "./leaderboard-shapes.ts";
import type { Db, Statement } from "../db/db.ts";

const SAVE: Statement = {
  name: "save-leaderboard",
  text: `WITH given AS (
      SELECT rank, subject, entry FROM jsonb_to_recordset($2::jsonb) AS g (rank integer, subject uuid, entry jsonb)
    ), gone AS (
      DELETE FROM rollup_boards WHERE category = $1 AND rank > (SELECT count(*) FROM given)
    )
    INSERT INTO rollup_boards AS kept SELECT $1, rank, subject, entry FROM given
    ON CONFLICT (category, rank) DO UPDATE SET subject = EXCLUDED.subject, entry = EXCLUDED.entry
    WHERE (kept.subject, kept.entry) IS DISTINCT FROM (EXCLUDED.subject, EXCLUDED.entry)`,
};

/** Replaces a leaderboard; the first entry gets rank 1. Ranks that did not change are not written. */
export async function saveLeaderboard<Category extends LeaderboardCategory>(
  db: Db,
  category: Category,
  entries: readonly { readonly subject: string; readonly entry: LeaderboardEntries[Category] }[],
): Promise<void> {
  const ranked = entries.map(({ subject, entry }, index) => ({ rank: index + 1, subject, entry }));
  await db.queryOld(SAVE, [category, JSON.stringify(ranked)]);
}

const LIST: Statement = {
  name: "list-leaderboard",
  text: "SELECT rank, entry FROM rollup_boards WHERE category = $1 AND rank > $2 AND rank <= $3 ORDER BY rank",
};

/** The entries behind the first `offset`. */
export async function listLeaderboard<Category extends LeaderboardCategory>(
  db: Db,
  category: Category,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly Ranked<LeaderboardEntries[Category]>[]> {
  return db.queryOld<Ranked<LeaderboardEntries[Category]>>(LIST, [category, offset, offset + limit]);
}

const SUBJECTS: Statement = {
  name: "list-leaderboard-subjects",
  text: "SELECT subject FROM rollup_boards WHERE category = $1",
};

/** Who is on a leaderboard. */
export async function listLeaderboardSubjects(db: Db, category: LeaderboardCategory): Promise<readonly string[]> {
  const rows = await db.queryOld<{ subject: string }>(SUBJECTS, [category]);
  return rows.map(({ subject }) => subject);
}
