// How many there are. Accounts that moved their clock or are leaving are taken out of every count.
import type { Totals } from "./shapes.ts";
import { NEUTRAL_ID } from "../../identity/neutral-keeper.ts";
import type { Db, Statement } from "../db/db.ts";

const LIVING = "died_at IS NULL AND released_at IS NULL";
const MOVED = "(clock_moved OR leaving_at IS NOT NULL)";
const OF_MOVED = `agent_id IN (SELECT agent_id FROM agents WHERE ${MOVED})`;
/** The stones of a moved clock are not public anyway. */
const OF_LEAVING = "agent_id IN (SELECT agent_id FROM agents WHERE leaving_at IS NOT NULL)";

/** Each is read off an index, and is a statement of its own: in a large house it takes a second. */
const COUNTS = {
  agents: "agents",
  agentsMoved: `agents WHERE ${MOVED}`,
  neutral: `agents WHERE agent_id = '${NEUTRAL_ID}'`,
  hatched: `creatures WHERE ${LIVING} AND hatched_at IS NOT NULL`,
  hatchedMoved: `creatures WHERE ${LIVING} AND hatched_at IS NOT NULL AND ${OF_MOVED}`,
  living: `creatures WHERE ${LIVING}`,
  livingMoved: `creatures WHERE ${LIVING} AND ${OF_MOVED}`,
  gravestones: "gravestones WHERE is_public",
  gravestonesLeaving: `gravestones WHERE is_public AND ${OF_LEAVING}`,
  resurrected: "gravestones WHERE is_public AND resurrected_at IS NOT NULL",
  resurrectedLeaving: `gravestones WHERE is_public AND resurrected_at IS NOT NULL AND ${OF_LEAVING}`,
} as const;

async function count(db: Db, what: keyof typeof COUNTS): Promise<number> {
  const statement: Statement = { name: `count-${what}`, text: `SELECT count(*) AS count FROM ${COUNTS[what]}` };
  const [row] = await db.queryOld<{ readonly count: number }>(statement, []);
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
