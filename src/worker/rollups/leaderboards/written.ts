// A leaderboard as this worker wrote it last: a round writes the ranks that changed, and at rest nothing. A whole one is
// ten thousand entries.
import type { Db } from "../../../store/db/db.ts";
import type { LeaderboardCategory, LeaderboardEntries } from "../../../store/rollups/leaderboard-shapes.ts";
import { saveRanks } from "../../../store/rollups/leaderboards.ts";

export class WrittenLeaderboard<Category extends LeaderboardCategory> {
  readonly #category: Category;
  #rows: readonly string[] | undefined;

  constructor(category: Category) {
    this.#category = category;
  }

  /** The first entry gets rank 1. */
  async save(
    db: Db,
    entries: readonly { readonly subject: string; readonly entry: LeaderboardEntries[Category] }[],
  ): Promise<void> {
    const rows = entries.map((each) => JSON.stringify(each));
    const ranked = entries.map(({ subject, entry }, index) => ({ rank: index + 1, subject, entry }));
    const changed = ranked.filter((_, index) => rows[index] !== this.#rows?.[index]);
    if (changed.length > 0 || rows.length !== this.#rows?.length) {
      await saveRanks(db, { category: this.#category, ranked: changed, ranks: rows.length });
    }
    this.#rows = rows;
  }
}
