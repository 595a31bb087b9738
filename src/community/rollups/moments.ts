// Keeps the newest public reflections and births.
import type { Db } from "../../platform/database/db.ts";
import { MOMENTS_KEPT, findMomentCount, saveMomentsOf, trimMoments } from "./store/moments.ts";
import { findMark, saveMark } from "../../model/figures/store/rollups.ts";
import { firstReadFrom, readFrom } from "./activity.ts";
import { stretchesBack } from "./store/stretches.ts";

const MARK = "moments";
/** How far back the first round looks, until there is enough to read. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
const ENOUGH = 200;
/** One kind must not take the place of the other in a busy stretch. */
const MOST_READ = 4 * MOMENTS_KEPT;

export class Moments {
  readonly #db: Db;
  #readAt: number | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp(now: number): Promise<void> {
    const mark = this.#readAt ?? (await findMark(this.#db, { name: MARK }));
    let found = 0;
    const since = mark ?? (await firstReadFrom(this.#db, now, LOOK_BACK_MS));
    for (const stretch of stretchesBack(now, readFrom(since, now))) {
      found += await saveMomentsOf(this.#db, stretch, MOST_READ);
      if (found >= MOST_READ) break;
      if (mark === undefined && (await findMomentCount(this.#db, { kind: "reflection" })) >= ENOUGH) break;
    }
    this.#readAt = now;
    if (found === 0 && mark !== undefined) return;
    await trimMoments(this.#db, MOMENTS_KEPT);
    await saveMark(this.#db, { name: MARK, at: now });
  }
}
