// A keeper's history, counted as in the hall. Mean consistency covers hatched creatures, weighted by scored windows. A creature
// without scored windows counts as one window at 100; a released one keeps its score at release.
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { contributionOf, listEndedHistories } from "../../hall/store/leaderboards.ts";
import type { Db } from "../../../platform/database/db.ts";
import { findGravestoneCount } from "../../../model/creatures/store/gravestones.ts";
import { oneDecimal } from "../../../views/views.ts";
import type { KeeperHistoryView } from "../shapes.ts";

/** Expects `creatures` without a recorded death or release. */
export async function keeperHistoryOf(
  db: Db,
  agentId: string,
  creatures: readonly VisibleNow[],
): Promise<KeeperHistoryView> {
  const [[ended], gravestones] = await Promise.all([
    listEndedHistories(db, { agentIds: [agentId] }),
    findGravestoneCount(db, agentId, false),
  ]);
  let { points = 0, weight = 0, adults = 0 } = ended ?? {};
  for (const { creature } of creatures) {
    if (creature.hatchedAt === null) continue;
    const added = contributionOf(creature);
    points += added.points;
    weight += added.weight;
    adults += added.adults;
  }
  return {
    consistency_score: weight === 0 ? null : oneDecimal(points / weight),
    creatures_alive: creatures.filter(({ kind }) => kind === "living").length,
    eggs_unhatched: creatures.filter(({ kind }) => kind === "egg").length,
    adults_raised: adults,
    gravestones,
  };
}
