// The most consistent keepers: the mean consistency of their hatched creatures, weighted by scored windows. A creature
// without any counts as one at 100, and a released one as it was at its release. The rank is the mean times n / (n + 5)
// for n windows (CONS-5); ties go to more windows.
import { rankScore } from "@denkeeper/rules/creature/consistency.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import {
  addedBy,
  listAgentsSince,
  listEndedHistories,
  listHatchedOf,
  listPublicAgents,
  listStoredHistories,
  type KeeperHistory,
} from "../../../store/rollups/leaderboard-sources.ts";
import type { Db } from "../../../store/db/db.ts";
import { forEachYielding, evaluate, piecesOf } from "../../evaluate.ts";
import type { AgentLeaderboardSource, Member } from "./agent-leaderboard.ts";
import { LEADERBOARD_RANKS } from "../../../store/rollups/leaderboard-shapes.ts";
import { Best, allAgents, oneDecimal } from "./walk.ts";

interface ConsistentKeeper extends Member {
  readonly username: string;
  readonly displayName: string;
  readonly consistency: number;
  readonly rankScore: number;
  readonly scored: number;
  readonly alive: number;
  readonly adults: number;
}

interface Score {
  readonly rankScore: number;
  readonly scored: number;
}

const AT_A_TIME = 1_000;

function higher(a: Score, b: Score): number {
  return b.rankScore - a.rankScore || b.scored - a.scored;
}

/** Windows that may have been missed since a history was stored: they lower the mean, and prove something. */
const UNSEEN_WINDOWS = 10;

/** The highest score that a stored history can have reached through time alone. */
function storedScores(histories: readonly KeeperHistory[]): readonly (Score & { readonly agentId: string })[] {
  return histories
    .filter(({ weight }) => weight > 0)
    .map(({ agentId, points, weight, scored }) => {
      const most = scored + UNSEEN_WINDOWS;
      return { agentId, rankScore: rankScore(points / weight, most), scored: most };
    });
}

async function listCandidates(db: Db): Promise<readonly string[]> {
  const best = new Best<Score & { readonly agentId: string }>(2 * LEADERBOARD_RANKS, higher);
  for await (const ids of allAgents(db)) best.add(storedScores(await listStoredHistories(db, { agentIds: ids })));
  return best.list().map(({ agentId }) => agentId);
}

/** Those who stay below the end of the leaderboard even at best are passed over. */
async function listPromising(db: Db, agentIds: readonly string[], last: ConsistentKeeper): Promise<readonly string[]> {
  const promising: string[] = [];
  for (const piece of piecesOf(agentIds, AT_A_TIME)) {
    for (const score of storedScores(await listStoredHistories(db, { agentIds: piece }))) {
      if (higher(score, last) <= 0) promising.push(score.agentId);
    }
  }
  return promising;
}

interface Sum {
  points: number;
  weight: number;
  scored: number;
  adults: number;
  alive: number;
  validUntil: number;
}

async function look(
  db: Db,
  agentIds: readonly string[],
  now: number,
  outages: readonly Span[],
): Promise<readonly ConsistentKeeper[]> {
  const sums = new Map<string, Sum>();
  for (const { agentId, points, weight, scored, adults } of await listEndedHistories(db, { agentIds })) {
    sums.set(agentId, { points, weight, scored, adults, alive: 0, validUntil: Infinity });
  }
  await forEachYielding(await listHatchedOf(db, agentIds), (stored) => {
    const { agentId } = stored;
    const sum = sums.get(agentId) ?? { points: 0, weight: 0, scored: 0, adults: 0, alive: 0, validUntil: Infinity };
    const { creature, validUntil } = evaluate(stored, now, outages);
    const { points, weight, scored, adults } = addedBy(creature);
    sum.points += points;
    sum.weight += weight;
    sum.scored += scored;
    sum.adults += adults;
    sum.alive += creature.death === null ? 1 : 0;
    sum.validUntil = Math.min(sum.validUntil, validUntil);
    sums.set(agentId, sum);
  });
  const agents = await listPublicAgents(db, { agentIds: [...sums.keys()] });
  return agents.flatMap((agent) => {
    const sum = sums.get(agent.agentId);
    if (sum === undefined || sum.weight === 0) return [];
    const { points, weight, scored, alive, adults, validUntil } = sum;
    const consistency = points / weight;
    return [{ ...agent, consistency, rankScore: rankScore(consistency, scored), scored, alive, adults, validUntil }];
  });
}

export const MOST_CONSISTENT: AgentLeaderboardSource<"most_consistent", ConsistentKeeper> = {
  category: "most_consistent",
  listCandidates,
  // Only care lifts a score, and care is in the log.
  listActive: (db, since) => listAgentsSince(db, since),
  listPromising,
  look,
  better: (a, b) => higher(a, b) || (a.username < b.username ? -1 : 1),
  entryOf: ({ username, displayName, consistency, rankScore: score, alive, adults }) => ({
    agent: username,
    display_name: displayName,
    consistency_score: oneDecimal(consistency),
    rank_score: oneDecimal(score),
    creatures_alive: alive,
    adults_raised: adults,
  }),
};
