// The most consistent keepers: the mean consistency of their hatched, unreleased creatures, weighted by scored feedings;
// a creature without any counts as one feeding at 100. Ties go to whoever has more scored feedings.
import type { Span } from "../../domain/span.ts";
import type { KeeperRecord } from "../../store/board-sources.ts";
import {
  addedBy,
  listAgentsSince,
  listEndedRecords,
  listHatchedOf,
  listPublicAgents,
  listStoredRecords,
} from "../../store/board-sources.ts";
import type { Db } from "../../store/db.ts";
import { eachInTurn, evaluate, piecesOf } from "../evaluate.ts";
import type { AgentBoardSource, Member } from "./agent-board.ts";
import { oneDecimal } from "./rounding.ts";
import { BOARD_RANKS } from "./shapes.ts";
import { Best, allAgents } from "./walk.ts";

interface Keeper extends Member {
  readonly username: string;
  readonly displayName: string;
  readonly consistency: number;
  readonly scored: number;
  readonly alive: number;
  readonly adults: number;
}

interface Score {
  readonly consistency: number;
  readonly scored: number;
}

const AT_A_TIME = 1_000;

function higher(a: Score, b: Score): number {
  return b.consistency - a.consistency || b.scored - a.scored;
}

/** The score of those who have one, as it is stored: time can only have lowered it since. */
function storedScores(records: readonly KeeperRecord[]): readonly (Score & { readonly agentId: string })[] {
  return records
    .filter(({ weight }) => weight > 0)
    .map(({ agentId, points, weight, scored }) => ({ agentId, consistency: points / weight, scored }));
}

async function listCandidates(db: Db): Promise<readonly string[]> {
  const best = new Best<Score & { readonly agentId: string }>(2 * BOARD_RANKS, higher);
  for await (const ids of allAgents(db)) best.add(storedScores(await listStoredRecords(db, ids)));
  return best.list().map(({ agentId }) => agentId);
}

/** Those who stay below the end of the board even at best are passed over. */
async function listPromising(db: Db, agentIds: readonly string[], last: Keeper): Promise<readonly string[]> {
  const promising: string[] = [];
  for (const piece of piecesOf(agentIds, AT_A_TIME)) {
    for (const score of storedScores(await listStoredRecords(db, piece))) {
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
): Promise<readonly Keeper[]> {
  const sums = new Map<string, Sum>();
  for (const { agentId, points, weight, scored, adults } of await listEndedRecords(db, agentIds)) {
    sums.set(agentId, { points, weight, scored, adults, alive: 0, validUntil: Infinity });
  }
  await eachInTurn(await listHatchedOf(db, agentIds), ({ agentId, creature: stored }) => {
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
  const agents = await listPublicAgents(db, [...sums.keys()]);
  return agents.flatMap((agent) => {
    const sum = sums.get(agent.agentId);
    if (sum === undefined || sum.weight === 0) return [];
    const { points, weight, scored, alive, adults, validUntil } = sum;
    return [{ ...agent, consistency: points / weight, scored, alive, adults, validUntil }];
  });
}

export const MOST_CONSISTENT: AgentBoardSource<"most_consistent", Keeper> = {
  category: "most_consistent",
  listCandidates,
  // Only care lifts a score, and care is in the log.
  listActive: (db, since) => listAgentsSince(db, since),
  listPromising,
  look,
  better: (a, b) => higher(a, b) || (a.username < b.username ? -1 : 1),
  entryOf: ({ username, displayName, consistency, alive, adults }) => ({
    agent: username,
    display_name: displayName,
    consistency_score: oneDecimal(consistency),
    creatures_alive: alive,
    adults_raised: adults,
  }),
};
