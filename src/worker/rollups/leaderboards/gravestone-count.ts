// The keepers with the most gravestones. A count only grows, and only with a death.
import { listAgentsSince, listGravestoneCounts, listPublicAgents } from "../../../store/rollups/leaderboard-sources.ts";
import type { Db } from "../../../store/db/db.ts";
import type { AgentLeaderboardSource, Member } from "./agent-leaderboard.ts";
import { LEADERBOARD_RANKS } from "../../../store/rollups/leaderboard-shapes.ts";
import { Best, allAgents } from "./walk.ts";

interface Gravekeeper extends Member {
  readonly username: string;
  readonly displayName: string;
  readonly gravestones: number;
}

async function listCandidates(db: Db): Promise<readonly string[]> {
  const best = new Best<{ readonly agentId: string; readonly gravestones: number }>(
    2 * LEADERBOARD_RANKS,
    (a, b) => b.gravestones - a.gravestones,
  );
  for await (const ids of allAgents(db)) best.add(await listGravestoneCounts(db, { agentIds: ids }));
  return best.list().map(({ agentId }) => agentId);
}

async function look(db: Db, agentIds: readonly string[]): Promise<readonly Gravekeeper[]> {
  const counts = await listGravestoneCounts(db, { agentIds });
  const gravestonesOf = new Map(counts.map(({ agentId, gravestones }) => [agentId, gravestones]));
  const agents = await listPublicAgents(db, { agentIds: [...gravestonesOf.keys()] });
  return agents.map(({ agentId, username, displayName }) => ({
    agentId,
    username,
    displayName,
    gravestones: gravestonesOf.get(agentId) ?? 0,
    validUntil: Infinity,
  }));
}

export const GRAVESTONE_COUNT: AgentLeaderboardSource<"gravestone_count", Gravekeeper> = {
  category: "gravestone_count",
  listCandidates,
  listActive: (db, since) => listAgentsSince(db, since, "death"),
  listPromising: async (_db, agentIds) => agentIds,
  look,
  better: (a, b) => b.gravestones - a.gravestones || (a.username < b.username ? -1 : 1),
  entryOf: ({ username, displayName, gravestones }) => ({ agent: username, display_name: displayName, gravestones }),
};
