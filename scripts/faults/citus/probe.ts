// Calls that are made once, so that every answer counts.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../../bench/load/load.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { Called } from "../workload/history.ts";
import { agentIdOf } from "../../../src/identity/agent-id.ts";
import { hatch } from "../workload/care.ts";
import { requestOf } from "../workload/line.ts";

const PATIENCE_MS = 12_000;
/** Between two turns of a probe: a load, but none that takes every core from the service. */
const REST_MS = 200;
/** What people look at. It reads of all agents; while a worker is away it shows what it was shortly before. */
const PUBLIC = ["/", "/house", "/hall", "/graveyard", "/species", "/reflections"].concat(
  ["stats", "house/hall", "house/graveyard", "house/living", "house/species"].map((name) => `/api/${name}`),
);

export class Tally {
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
    await sleep(REST_MS);
    const { key, creatures } = agents[turn % agents.length] ?? { key: "", creatures: [] };
    const body = JSON.stringify({ action: "reflect", creature_id: creatures[0], notes: randomUUID() });
    const isGood = ({ status }: Answer): boolean => status === 200;
    await tally.count(() => line.once(requestOf("GET", "/api/house/status", key), PATIENCE_MS), isGood);
    await tally.count(() => line.once(requestOf("POST", "/api/house/care", key, undefined, body), PATIENCE_MS), isGood);
  }
  line.close();
  return tally;
}

/** Each once at least, then over and over. */
export async function probePages(
  cluster: Cluster,
  stopped: AbortSignal,
  pages: readonly string[] = PUBLIC,
): Promise<Tally> {
  const tally = new Tally();
  const line = cluster.lineTo(cluster.apis[0]?.port ?? 0);
  for (let turn = 0; turn < pages.length || !stopped.aborted; turn++) {
    await sleep(REST_MS);
    const path = pages[turn % pages.length] ?? "/";
    const isGood = ({ status }: Answer): boolean => status === 200;
    await tally.count(() => line.once(requestOf("GET", path), PATIENCE_MS), isGood);
  }
  line.close();
  return tally;
}

/** Registers under new names until told to stop, and hatches a creature for those that must work: their agents. */
export async function probeRegistrations(
  cluster: Cluster,
  isAway: (agentId: string) => Promise<boolean>,
  stopped: AbortSignal,
) {
  const [works, refused] = [new Tally(), new Tally()];
  const hatched: { readonly agentId: string; readonly at: number }[] = [];
  const line = cluster.lineTo(cluster.apis[0]?.port ?? 0);
  while (!stopped.aborted) {
    await sleep(REST_MS);
    const username = `newcomer-${randomUUID().slice(0, 20)}`;
    const agentId = agentIdOf(username);
    const request = requestOf("POST", "/api/auth/register", undefined, undefined, JSON.stringify({ username }));
    if (await isAway(agentId)) {
      const isRight = ({ status, head }: Answer): boolean => status === 503 && /^retry-after:/im.test(head);
      await refused.count(() => line.once(request, PATIENCE_MS), isRight);
      continue;
    }
    let key = "";
    await works.count(
      async () => {
        const answer = await line.once(request, PATIENCE_MS);
        if (answer.status === 201) key = JSON.parse(answer.body).your_token;
        return answer;
      },
      ({ status }) => status === 201,
    );
    if (key === "") continue;
    await hatch(line, { agentId, key }, "housecat");
    hatched.push({ agentId, at: Date.now() });
  }
  line.close();
  return { works, refused, hatched };
}
