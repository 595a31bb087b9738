// How many there are. Accounts that moved their clock are taken out of every count.
import type { Totals } from "../rollups/shapes.ts";
import { NEUTRAL_ID } from "../identity/neutral-keeper.ts";
import type { Db, Statement } from "./db.ts";

const LIVING = "died_at IS NULL AND released_at IS NULL";
const OF_MOVED = "agent_id IN (SELECT agent_id FROM agents WHERE clock_moved)";

/** Each count is read off an index: of all, and of the few that are to be taken out. */
const FIND: Statement = {
  name: "find-totals",
  text: `SELECT
      (SELECT count(*) FROM agents) - (SELECT count(*) FROM agents WHERE clock_moved)
        - (SELECT count(*) FROM agents WHERE agent_id = '${NEUTRAL_ID}') AS agents,
      (SELECT count(*) FROM creatures WHERE ${LIVING} AND hatched_at IS NOT NULL) AS hatched,
      (SELECT count(*) FROM creatures WHERE ${LIVING}) AS living,
      (SELECT count(*) FROM creatures WHERE ${LIVING} AND hatched_at IS NOT NULL AND ${OF_MOVED}) AS hatched_moved,
      (SELECT count(*) FROM creatures WHERE ${LIVING} AND ${OF_MOVED}) AS living_moved,
      (SELECT count(*) FROM gravestones WHERE is_public) AS gravestones,
      (SELECT count(*) FROM gravestones WHERE is_public AND resurrected_at IS NOT NULL) AS resurrected`,
};

interface Counts {
  readonly agents: number;
  readonly hatched: number;
  readonly living: number;
  readonly hatched_moved: number;
  readonly living_moved: number;
  readonly gravestones: number;
  readonly resurrected: number;
}

/** The totals as they are stored: `unnoticed` is how many of the living have died since, which nobody wrote down yet. */
export async function findTotals(db: Db, unnoticed: number): Promise<Totals> {
  const [counts] = await db.query<Counts>(FIND, []);
  if (counts === undefined) throw new Error("counting gave no row");
  const hatched = counts.hatched - counts.hatched_moved;
  const living = counts.living - counts.living_moved;
  return {
    agents: counts.agents,
    creatures_alive: hatched - unnoticed,
    eggs_unhatched: living - hatched,
    gravestones: counts.gravestones,
    creatures_dead: counts.gravestones - counts.resurrected + unnoticed,
  };
}
