// Total counts, without accounts that moved their clock or are leaving.
import type { Totals } from "./shapes.ts";
import { NEUTRAL_ID } from "../../identity/neutral-keeper.ts";
import type { Db } from "../db/db.ts";
import { int8, statement } from "../db/statement.ts";

const LIVING = "died_at IS NULL AND released_at IS NULL";
const MOVED = "(clock_moved OR leaving_at IS NOT NULL)";
const OF_MOVED = `agent_id IN (SELECT agent_id FROM agents WHERE ${MOVED})`;
/** The stones of a moved clock are not public anyway. */
const OF_LEAVING = "agent_id IN (SELECT agent_id FROM agents WHERE leaving_at IS NOT NULL)";

function counting(what: string, from: string) {
  return statement({
    name: `count-${what}`,
    params: {},
    row: { count: int8 },
    text: `SELECT count(*) AS count FROM ${from}`,
  });
}

/** Each is read off an index, and is a statement of its own: in a large house it takes a second. */
const COUNTS = {
  agents: counting("agents", "agents"),
  agentsMoved: counting("agentsMoved", `agents WHERE ${MOVED}`),
  neutral: counting("neutral", `agents WHERE agent_id = '${NEUTRAL_ID}'`),
  hatched: counting("hatched", `creatures WHERE ${LIVING} AND hatched_at IS NOT NULL`),
  hatchedMoved: counting("hatchedMoved", `creatures WHERE ${LIVING} AND hatched_at IS NOT NULL AND ${OF_MOVED}`),
  living: counting("living", `creatures WHERE ${LIVING}`),
  livingMoved: counting("livingMoved", `creatures WHERE ${LIVING} AND ${OF_MOVED}`),
  gravestones: counting("gravestones", "gravestones WHERE is_public"),
  gravestonesLeaving: counting("gravestonesLeaving", `gravestones WHERE is_public AND ${OF_LEAVING}`),
  resurrected: counting("resurrected", "gravestones WHERE is_public AND resurrected_at IS NOT NULL"),
  resurrectedLeaving: counting(
    "resurrectedLeaving",
    `gravestones WHERE is_public AND resurrected_at IS NOT NULL AND ${OF_LEAVING}`,
  ),
};

async function count(db: Db, what: keyof typeof COUNTS): Promise<number> {
  const [row] = await db.query(COUNTS[what], {});
  if (row === undefined) throw new Error("counting gave no row");
  return row.count;
}

/** The stored totals; `unsavedDeaths` is how many of the living have died since without it being saved yet. */
export async function findTotals(db: Db, unsavedDeaths: number): Promise<Totals> {
  const agents = (await count(db, "agents")) - (await count(db, "agentsMoved")) - (await count(db, "neutral"));
  const hatched = (await count(db, "hatched")) - (await count(db, "hatchedMoved"));
  const living = (await count(db, "living")) - (await count(db, "livingMoved"));
  const resurrected = (await count(db, "resurrected")) - (await count(db, "resurrectedLeaving"));
  const gravestones = (await count(db, "gravestones")) - (await count(db, "gravestonesLeaving"));
  return {
    agents,
    creatures_alive: Math.max(0, hatched - unsavedDeaths),
    // Some may have died after the hatched were counted.
    eggs_unhatched: Math.max(0, living - hatched),
    gravestones,
    creatures_dead: gravestones - resurrected + unsavedDeaths,
  };
}
