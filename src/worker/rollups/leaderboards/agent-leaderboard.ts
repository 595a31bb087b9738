// A leaderboard of agents. Its members are in the worker's memory; a round looks only at those with changes, in the log
// or by time, and drops those that are no longer public.
import type { Span } from "@denkeeper/rules/time/span.ts";
import { listLeaderboardSubjects } from "../../../store/rollups/leaderboards.ts";
import type { Db } from "../../../store/db/db.ts";
import { listNonPublicAgents } from "../../../store/moderation/public-visibility.ts";
import { findMark, saveMark } from "../../../store/rollups/rollups.ts";
import { readFrom } from "../activity.ts";
import { piecesOf } from "../../evaluate.ts";
import { LEADERBOARD_RANKS, type LeaderboardEntries } from "../../../store/rollups/leaderboard-shapes.ts";
import { WrittenLeaderboard } from "./written.ts";

/** Some wait behind the last rank, for when somebody above them falls. */
const MEMBERS = LEADERBOARD_RANKS + 2_000;
const AT_A_TIME = 500;

export interface Member {
  readonly agentId: string;
  /** When it has to be looked at again even if nothing happens. */
  readonly validUntil: number;
}

export interface AgentLeaderboardSource<Category extends keyof LeaderboardEntries, One extends Member> {
  readonly category: Category;
  /** Whoever may belong on the leaderboard, from a walk through all agents. */
  listCandidates(db: Db): Promise<readonly string[]>;
  /** For whom something happened since an instant. */
  listActive(db: Db, since: number): Promise<readonly string[]>;
  /** Those of the agents that may be better than the last member of a full leaderboard. */
  listPromising(db: Db, agentIds: readonly string[], last: One): Promise<readonly string[]>;
  /** Those of the agents that belong on a leaderboard with enough room. */
  look(db: Db, agentIds: readonly string[], now: number, outages: readonly Span[]): Promise<readonly One[]>;
  better(a: One, b: One): number;
  entryOf(member: One): LeaderboardEntries[Category];
}

export class AgentLeaderboard<Category extends keyof LeaderboardEntries, One extends Member> {
  readonly #db: Db;
  readonly #source: AgentLeaderboardSource<Category, One>;
  readonly #written: WrittenLeaderboard<Category>;
  #members: Map<string, One> | undefined;
  #last: One | undefined;

  constructor(db: Db, source: AgentLeaderboardSource<Category, One>) {
    this.#db = db;
    this.#source = source;
    this.#written = new WrittenLeaderboard(source.category);
  }

  async rollUp(now: number, outages: readonly Span[]): Promise<void> {
    const { category } = this.#source;
    const mark = await findMark(this.#db, { name: category });
    const stale = new Set(await this.#stale(mark, now));
    for (const id of await this.#changed(readFrom(mark ?? now, now))) stale.add(id);
    const members = new Map(this.#members);
    for (const piece of piecesOf([...stale], AT_A_TIME)) {
      for (const id of piece) members.delete(id);
      for (const member of await this.#source.look(this.#db, piece, now, outages)) members.set(member.agentId, member);
    }
    for (const id of await listNonPublicAgents(this.#db, [...members.keys()])) members.delete(id);
    const ranked = [...members.values()].toSorted((a, b) => this.#source.better(a, b)).slice(0, MEMBERS);
    this.#members = new Map(ranked.map((member) => [member.agentId, member]));
    this.#last = ranked[MEMBERS - 1];
    const shown = ranked.slice(0, LEADERBOARD_RANKS);
    await this.#written.save(
      this.#db,
      shown.map((one) => ({ subject: one.agentId, entry: this.#source.entryOf(one) })),
    );
    await saveMark(this.#db, { name: category, at: now });
  }

  /** Members for whom something happened, and others who may have risen by it. */
  async #changed(since: number): Promise<readonly string[]> {
    const active = await this.#source.listActive(this.#db, since);
    if (this.#last === undefined) return active;
    const [members = [], others = []] = [true, false].map((on) => active.filter((id) => this.#members?.has(id) === on));
    return [...members, ...(await this.#source.listPromising(this.#db, others, this.#last))];
  }

  /** Without a mark everybody is looked for anew; a worker that has just begun looks at the leaderboard as it was left. */
  async #stale(mark: number | undefined, now: number): Promise<readonly string[]> {
    if (mark === undefined) return this.#source.listCandidates(this.#db);
    if (this.#members === undefined) return listLeaderboardSubjects(this.#db, { category: this.#source.category });
    return [...this.#members.values()].filter(({ validUntil }) => validUntil <= now).map(({ agentId }) => agentId);
  }
}
