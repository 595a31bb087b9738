// The leaderboards of the hall: one row per rank, so a page is one indexed read.
import type { LeaderboardCategory, LeaderboardEntries } from "./leaderboard-shapes.ts";
import { command, valueLister } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { bool, int4, int8, jsonb, statement, textOf, uuid, type RowOf } from "../db/statement.ts";

export interface RankedSubject {
  readonly rank: number;
  readonly subject: string;
  readonly entry: LeaderboardEntries[LeaderboardCategory];
}

/** Writes some ranks of a leaderboard that has `ranks` of them from now on. */
export const saveRanks = command({
  name: "save-leaderboard-ranks",
  params: { category: textOf<LeaderboardCategory>(), ranked: jsonb<readonly RankedSubject[]>(), ranks: int4 },
  text: `WITH given AS (
      SELECT rank, subject, entry FROM jsonb_to_recordset($ranked::jsonb) AS g (rank integer, subject uuid, entry jsonb)
    ), gone AS (
      DELETE FROM rollup_boards WHERE category = $category AND rank > $ranks
    )
    INSERT INTO rollup_boards AS kept SELECT $category, rank, subject, entry FROM given
    ON CONFLICT (category, rank) DO UPDATE SET subject = EXCLUDED.subject, entry = EXCLUDED.entry
    WHERE (kept.subject, kept.entry) IS DISTINCT FROM (EXCLUDED.subject, EXCLUDED.entry)`,
});

/** The subject is the keeper, or a creature of whose entry it is part. */
const SHOWN = `SELECT b.rank, b.entry, coalesce(a.last_alert_at > $assistedSince, false) AS assisted
  FROM rollup_boards b JOIN agents a ON a.agent_id = coalesce((b.entry->>'agent_id')::uuid, b.subject)
  WHERE b.category = $category`;

const PARAMS = { category: textOf<LeaderboardCategory>(), assistedSince: int8, after: int4, through: int4 };
const ROW = { rank: int4, entry: jsonb<LeaderboardEntries[LeaderboardCategory]>(), assisted: bool };

const LIST = statement({
  name: "list-board-with-assisted",
  params: PARAMS,
  row: ROW,
  text: `${SHOWN} AND b.rank > $after AND b.rank <= $through ORDER BY b.rank`,
});

const LIST_UNASSISTED = statement({
  name: "list-board-without-assisted",
  params: PARAMS,
  row: ROW,
  text: `SELECT * FROM (${SHOWN}) shown WHERE NOT assisted ORDER BY rank OFFSET $after::integer LIMIT $through::integer - $after::integer`,
});

export interface LeaderboardPage {
  readonly limit: number;
  readonly offset: number;
  /** False leaves out assisted keepers. Ranks stay as they are. */
  readonly assisted: boolean;
}

/** The entries behind the first `offset`. Who was alerted after `assistedSince` is assisted. */
export async function listLeaderboard(
  db: Db,
  category: LeaderboardCategory,
  { limit, offset, assisted }: LeaderboardPage,
  assistedSince: number,
): Promise<readonly RowOf<typeof ROW>[]> {
  const values = { category, assistedSince, after: offset, through: offset + limit };
  return db.query(assisted ? LIST : LIST_UNASSISTED, values);
}

/** Who is on a leaderboard. */
export const listLeaderboardSubjects = valueLister({
  name: "list-leaderboard-subjects",
  params: { category: textOf<LeaderboardCategory>() },
  row: { subject: uuid },
  text: "SELECT subject FROM rollup_boards WHERE category = $category",
});
