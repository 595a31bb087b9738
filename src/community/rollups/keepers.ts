// The most consistent keepers: the mean consistency of their hatched creatures, weighted by scored windows. A creature
// without any counts as one at 100, and a released one as it was at its release. The rank is the mean times n / (n + 5)
// for n windows (CONS-5); ties go to more windows. A round looks at those with changes, in the log or by time; whoever is
// not public stays here and is left out by who reads.
import { rankScore } from "@denkeeper/rules/creature/consistency.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Present } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import {
  addedBy,
  listAgentsBetween,
  listAgentsSince,
  listDueKeepers,
  listEndedHistories,
  listHatchedOf,
  listKeeperNames,
  listStoredHistories,
  saveKeepers,
  trimKeepers,
  type KeeperRow,
} from "../hall/store/leaderboards.ts";
import { LEADERBOARD_RANKS } from "../../model/figures/store/shapes.ts";
import type { AgentRange } from "./store/tallies.ts";
import { forEachYielding, evaluate, piecesOf } from "../../model/life/evaluate.ts";
import { findMark, saveMark } from "../../model/figures/store/rollups.ts";
import { readFrom } from "./activity.ts";

/** Some wait behind the last rank, for when somebody above them falls. */
const MEMBERS = LEADERBOARD_RANKS + 2_000;
const MARK = "keepers";
const AT_A_TIME = 500;
const MOST_DUE = 5_000;
/** Windows that may have been missed since a history was stored: they lower the mean, and prove something. */
const UNSEEN_WINDOWS = 10;
/** As bigint holds it. */
const NEVER = Number.MAX_SAFE_INTEGER;

export class Keepers {
  readonly #db: Db;
  #readAt: number | undefined;
  #outages: readonly Span[] | undefined;
  /** Who stays below it even at best is passed over. */
  #least = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp({ now, outages }: Present): Promise<void> {
    // Another outage changes what was missed.
    const dueBy = this.#outages === undefined || this.#outages === outages ? now : NEVER;
    const due = await listDueKeepers(this.#db, { now: dueBy, limit: dueBy === now ? MOST_DUE : MEMBERS });
    const since = this.#readAt ?? (await findMark(this.#db, { name: MARK })) ?? now;
    const active = await listAgentsSince(this.#db, readFrom(since, now));
    await this.#look([...new Set([...due, ...(await this.#promising(active))])], now, outages);
    this.#readAt = now;
    if (active.length > 0) await saveMark(this.#db, { name: MARK, at: now });
    this.#outages = outages;
    if (due.length + active.length > 0 || this.#least === 0)
      this.#least = await trimKeepers(this.#db, { members: MEMBERS });
  }

  /** Looks at whoever of a slice of all agents may belong here, for those who were passed over when there was no room. */
  async recount(range: AgentRange, { now, outages }: Present): Promise<void> {
    await this.#look(await this.#promising(await listAgentsBetween(this.#db, range)), now, outages);
  }

  async #promising(agentIds: readonly string[]): Promise<readonly string[]> {
    if (this.#least === 0) return agentIds;
    const promising: string[] = [];
    for (const piece of piecesOf(agentIds, AT_A_TIME)) {
      for (const { agentId, points, weight, scored } of await listStoredHistories(this.#db, { agentIds: piece })) {
        if (weight > 0 && rankScore(points / weight, scored + UNSEEN_WINDOWS) >= this.#least) promising.push(agentId);
      }
    }
    return promising;
  }

  async #look(agentIds: readonly string[], now: number, outages: readonly Span[]): Promise<void> {
    for (const piece of piecesOf(agentIds, AT_A_TIME)) {
      await saveKeepers(this.#db, piece, await keepersOf(this.#db, piece, now, outages));
    }
  }
}

interface Sum {
  points: number;
  weight: number;
  scored: number;
  adults: number;
  alive: number;
  validUntil: number;
}

async function keepersOf(
  db: Db,
  agentIds: readonly string[],
  now: number,
  outages: readonly Span[],
): Promise<readonly KeeperRow[]> {
  const sums = new Map<string, Sum>();
  for (const { agentId, points, weight, scored, adults } of await listEndedHistories(db, { agentIds })) {
    sums.set(agentId, { points, weight, scored, adults, alive: 0, validUntil: NEVER });
  }
  await forEachYielding(await listHatchedOf(db, agentIds), (stored) => {
    const { agentId } = stored;
    const sum = sums.get(agentId) ?? { points: 0, weight: 0, scored: 0, adults: 0, alive: 0, validUntil: NEVER };
    const { creature, validUntil } = evaluate(stored, now, outages);
    const { points, weight, scored, adults } = addedBy(creature);
    sum.points += points;
    sum.weight += weight;
    sum.scored += scored;
    sum.adults += adults;
    sum.alive += creature.death === null ? 1 : 0;
    sum.validUntil = Math.min(sum.validUntil, Math.ceil(validUntil));
    sums.set(agentId, sum);
  });
  return (await listKeeperNames(db, { agentIds: [...sums.keys()] })).flatMap(({ agentId, username }) => {
    const sum = sums.get(agentId);
    if (sum === undefined || sum.weight === 0) return [];
    const { points, weight, scored, alive, adults, validUntil } = sum;
    const consistency = points / weight;
    const rank_score = rankScore(consistency, scored);
    return [{ agent_id: agentId, username, rank_score, scored, consistency, alive, adults, valid_until: validUntil }];
  });
}
