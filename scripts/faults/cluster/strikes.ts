// Defines the kinds of faults and injects them.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Cluster } from "./cluster.ts";
import { requestOf } from "../workload/line.ts";

export interface StrikeKind {
  /** Causes the fault. When this resolves, the service must answer again soon. */
  begin(cluster: Cluster): Promise<unknown>;
  /** Repairs what is still broken, once the service has answered. */
  end?(cluster: Cluster): Promise<unknown>;
}

const AWAY_MS = 400;
/** Replies to cut per strike, or fewer after CUTTING_MS. */
const CUTS = 280;
const CUTTING_MS = 10_000;
const CUT_SHARE = 0.4;
const UNWELL_MS = 1_500;
const SKEWED_FOR_MS = 4_000;

/** Stops PostgreSQL with `go`, and soon starts it again. */
function postgresGoes(go: (cluster: Cluster) => Promise<void>): StrikeKind {
  return {
    async begin(cluster) {
      await go(cluster);
      await sleep(AWAY_MS);
      await cluster.postgres.start(cluster.settings);
    },
  };
}

const anyOf = <Thing>(things: readonly Thing[]): Thing | undefined => things[Math.floor(Math.random() * things.length)];

export const KINDS: Readonly<Record<string, StrikeKind>> = {
  "API -9": {
    begin: async ({ apis }) => anyOf(apis)?.kill(),
    end: ({ apis }) => Promise.all(apis.filter(({ runs }) => !runs).map((api) => api.start())),
  },
  "all APIs -9": {
    async begin({ apis }) {
      await Promise.all(apis.map((api) => api.kill()));
      await Promise.all(apis.map((api) => api.start()));
    },
  },
  "worker -9": { begin: ({ worker }) => worker.kill(), end: ({ worker }) => worker.start() },
  "PostgreSQL -9": postgresGoes(({ postgres }) => postgres.kill()),
  "PostgreSQL immediate stop": postgresGoes(({ postgres }) => postgres.stop("immediate")),
  "PostgreSQL restart": postgresGoes(({ postgres }) => postgres.stop("fast")),
  "Redis -9": { begin: ({ redis }) => redis.kill(), end: ({ redis }) => redis.run() },
  "Redis frozen": {
    begin: async ({ redis }) => redis.freeze(),
    async end({ redis }) {
      await sleep(UNWELL_MS);
      redis.thaw();
    },
  },
  "replies cut": {
    async begin({ balancer, history }) {
      const [enough, end] = [balancer.cuts + CUTS, performance.now() + CUTTING_MS];
      balancer.cutShare = CUT_SHARE;
      while (balancer.cuts < enough && performance.now() < end && history.violations.length === 0) await sleep(20);
      balancer.cutShare = 0;
    },
  },
  "connections used up": {
    async begin({ postgres }) {
      const ours = "application_name = 'denkeeper' AND usename = 'house'";
      const hogs = await useUp(postgres.url("house"));
      await postgres.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
      hogs.push(...(await useUp(postgres.url("house"))));
      await sleep(UNWELL_MS);
      await Promise.all(hogs.map((hog) => hog.end()));
    },
  },
  "clock off by 30 days": {
    async begin(cluster) {
      const [api, worker] = [await cluster.process("api", 30 * DAY_MS), await cluster.process("worker", 30 * DAY_MS)];
      try {
        await Promise.all([api.start(), worker.start()]);
        const line = cluster.lineTo(api.port);
        for (const { key } of cluster.history.keepers) {
          await line.once(requestOf("GET", "/api/house/status", key)).catch(() => {});
        }
        line.close();
        await sleep(SKEWED_FOR_MS);
      } finally {
        await Promise.all([api.kill(), worker.kill()]);
      }
    },
  },
};

/** Opens connections until PostgreSQL refuses new ones. */
async function useUp(url: string): Promise<Client[]> {
  const hogs: Client[] = [];
  for (;;) {
    const hog = new Client({ connectionString: url });
    hog.on("error", () => {});
    try {
      await hog.connect();
    } catch {
      return hogs;
    }
    hogs.push(hog);
  }
}

/** Injects a fault. Returns the milliseconds until a write succeeds; beyond the limit, adds a violation. */
export async function strike(cluster: Cluster, name: string, withinMs: number): Promise<number> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`There is no fault ${name}. They are: ${Object.keys(KINDS).join(", ")}.`);
  await kind.begin(cluster);
  const tookMs = await cluster.answeredAfter(performance.now(), withinMs);
  if (tookMs === undefined) cluster.history.violate("it answers again in time", `${name}, ${withinMs} ms`);
  await kind.end?.(cluster);
  return tookMs ?? Infinity;
}
