// Draws the stored portraits of living adults again, once after the drawing of their forms changed: a few agents at a time
// behind a mark, so that a large house is done in days and the queue stays short.
import { DRAW_PORTRAIT, type PortraitJob } from "../model/creatures/store/portrait-jobs.ts";
import { listDrawnAdults } from "../model/creatures/store/portraits.ts";
import type { Database } from "../platform/database/db.ts";
import { insertJob } from "../platform/jobs/store/outbox.ts";
import { listAgentIds } from "../community/hall/store/leaderboards.ts";
import { findMark, saveMark } from "../model/figures/store/rollups.ts";

/** Another name makes the next version draw them again. */
const MARK = "adults_drawn_2";
const AGENTS_AT_A_TIME = 100;
/** The mark is the first 12 digits of an agent's id. No id begins with one so high. */
const DIGITS = 12;
const DONE = 16 ** DIGITS;

/** Going over the last agent again is harmless: the same drawing has the same address. */
export async function redrawAdults(database: Database, now: number): Promise<void> {
  const mark = (await findMark(database, { name: MARK })) ?? 0;
  if (mark === DONE) return;
  const digits = mark.toString(16).padStart(DIGITS, "0");
  const after = `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
  const agentIds = await listAgentIds(database, { after, limit: AGENTS_AT_A_TIME });
  for (const { agentId, creatureId } of await listDrawnAdults(database, { agentIds })) {
    const job: PortraitJob = { agentId, creatureId, stage: "adult", again: true };
    await insertJob(database, agentId, DRAW_PORTRAIT, job, now);
  }
  const last = agentIds.length === AGENTS_AT_A_TIME ? agentIds.at(-1) : undefined;
  const at = last === undefined ? DONE : Number.parseInt(last.replace("-", "").slice(0, DIGITS), 16);
  await saveMark(database, { name: MARK, at });
}
