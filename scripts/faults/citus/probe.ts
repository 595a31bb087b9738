// Calls that are made once, so that every answer counts.
import { randomUUID } from "node:crypto";
import type { Answer } from "../../bench/load/load.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Called } from "../workload/history.ts";
import { requestOf } from "../workload/line.ts";

const PATIENCE_MS = 12_000;
/** What people look at. It reads of all agents; while a worker is away it shows what it was shortly before. */
const PUBLIC = ["/", "/house", "/hall", "/graveyard", "/api/stats", "/api/house/hall", "/api/house/living"];

class Tally {
  good = 0;
  bad = 0;
  /** How long the slowest took. */
  slowestMs = 0;
  /** The first of the bad ones. */
  readonly reasons: string[] = [];

  async count(call: () => Promise<Answer>, isGood: (answer: Answer) => boolean): Promise<void> {
    const since = performance.now();
    const answer = await call().catch(String);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - since);
    if (typeof answer !== "string" && isGood(answer)) this.good++;
    else {
      this.bad++;
      const told = typeof answer === "string" ? answer : `${answer.status} ${answer.body.slice(0, 120)}`;
      if (this.reasons.length < 5) this.reasons.push(told);
    }
  }

  toString(): string {
    const told = this.reasons.length === 0 ? "" : ` (${this.reasons.join("; ")})`;
    return `${this.good} of ${this.good + this.bad} good, slowest ${this.slowestMs.toFixed(0)} ms${told}`;
  }
}

/** Reads and writes as each of the agents, over and over, until told to stop. */
export async function probeAgents(cluster: Cluster, agents: readonly Called[], stopped: AbortSignal): Promise<Tally> {
  const tally = new Tally();
  const line = cluster.lineTo(cluster.apis[0]?.port ?? 0);
  for (let turn = 0; !stopped.aborted && agents.length > 0; turn++) {
    const { key, creatures } = agents[turn % agents.length] ?? { key: "", creatures: [] };
    const body = JSON.stringify({ action: "reflect", creature_id: creatures[0], notes: randomUUID() });
    const isGood = ({ status }: Answer): boolean => status === 200;
    await tally.count(() => line.once(requestOf("GET", "/api/house/status", key), PATIENCE_MS), isGood);
    await tally.count(() => line.once(requestOf("POST", "/api/house/care", key, undefined, body), PATIENCE_MS), isGood);
  }
  line.close();
  return tally;
}

export async function probePages(cluster: Cluster, stopped: AbortSignal): Promise<Tally> {
  const tally = new Tally();
  const line = cluster.lineTo(cluster.apis[0]?.port ?? 0);
  for (let turn = 0; !stopped.aborted; turn++) {
    const path = PUBLIC[turn % PUBLIC.length] ?? "/";
    await tally.count(
      () => line.once(requestOf("GET", path), PATIENCE_MS),
      ({ status }) => status === 200,
    );
  }
  line.close();
  return tally;
}
