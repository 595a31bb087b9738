// Follows up creatures that hatched a week ago: by now each has grown up, died or been released. A round reads a piece
// of the log that is a week old, so its cost does not depend on the size of the house.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { listCreatures } from "../../store/rollups/leaderboard-sources.ts";
import type { Db } from "../../store/db/db.ts";
import { listHatchedBetween, saveFates, type Fate, type FateRow, type Hatched } from "../../store/rollups/fates.ts";
import { findMark, saveMark } from "../../store/rollups/rollups.ts";
import { LATE_MS } from "./activity.ts";
import { forEachYielding, evaluate, piecesOf } from "../evaluate.ts";

const MARK = "fates";
/** Nobody stays a teen for longer. */
const DECIDED_AFTER_MS = 169 * HOUR_MS;
/** How far back the first round looks. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;
const PIECE_MS = 12 * HOUR_MS;
const MOST_A_PIECE = 5_000;
const AT_A_TIME = 500;
const FATES_KEPT = 100;

/** Whether there is more to follow up at once. */
export async function rollUpFates(db: Db, now: number, outages: readonly Span[]): Promise<boolean> {
  const decidedBy = now - DECIDED_AFTER_MS - LATE_MS;
  const from = (await findMark(db, { name: MARK })) ?? decidedBy - LOOK_BACK_MS;
  const to = Math.min(from + PIECE_MS, decidedBy);
  if (to <= from) return false;
  for (const piece of piecesOf(await listHatchedBetween(db, { from, to, limit: MOST_A_PIECE }), AT_A_TIME)) {
    await saveFates(db, await fatesOf(db, piece, now, outages), FATES_KEPT);
  }
  await saveMark(db, { name: MARK, at: to });
  return to < decidedBy;
}

async function fatesOf(
  db: Db,
  hatched: readonly Hatched[],
  now: number,
  outages: readonly Span[],
): Promise<readonly FateRow[]> {
  const hatchedAt = new Map(hatched.map(({ creatureId, at }) => [creatureId, at]));
  const rows: FateRow[] = [];
  await forEachYielding(await listCreatures(db, hatched), (stored) => {
    const { creature } = evaluate(stored, now, outages);
    const fate = fateOf(creature);
    if (fate === undefined) return;
    rows.push({
      species_slug: creature.species.slug,
      hatched_at: hatchedAt.get(creature.id) ?? 0,
      creature_id: creature.id,
      agent_id: stored.agentId,
      fate,
      stage: creature.stage,
    });
  });
  return rows;
}

/** Undefined for the few that were called back and are still growing. */
function fateOf({ path, death, releasedAt }: Creature): Fate | undefined {
  if (path !== null) return path;
  if (death !== null) return "lost";
  return releasedAt === null ? undefined : "released";
}
