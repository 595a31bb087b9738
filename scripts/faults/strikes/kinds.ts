// The kinds of faults. Each starts, says from when on the service must answer, and is repaired afterward.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Mood } from "../cluster/provider.ts";
import { requestOf } from "../workload/line.ts";
import type { Cluster } from "../cluster/cluster.ts";

export interface Kind {
  readonly name: string;
  /** Whether a process is killed, stopped or frozen. */
  readonly kills: boolean;
  /** Whether replies are cut after their commit. */
  readonly cuts?: true;
  /** Does the damage; returns the instant from which on answers are due. */
  begin(cluster: Cluster): Promise<number>;
  /** Makes good what the service has to live with until then. */
  end?(cluster: Cluster): Promise<void>;
}

const AWAY_MS = 400;
/** So many replies are cut at a time, unless that takes too long. */
const CUTS = 280;
const CUTTING_MS = 10_000;
const CUT_SHARE = 0.4;
const HOGGING_MS = 1_500;
const UNWELL_MS = 1_500;
const SKEWED_FOR_MS = 4_000;

const now = (): number => performance.now();

/** PostgreSQL goes away in some manner and comes back. */
function postgresGoes(name: string, go: (cluster: Cluster) => Promise<void>): Kind {
  return {
    name,
    kills: true,
    async begin(cluster) {
      await go(cluster);
      await sleep(AWAY_MS);
      await cluster.postgres.start(cluster.settings);
      return now();
    },
  };
}

function providerBecomes(mood: Mood): Kind {
  return {
    name: `provider ${mood}`,
    kills: false,
    async begin({ provider }) {
      provider.mood = mood;
      return now();
    },
    async end({ provider }) {
      await sleep(UNWELL_MS);
      provider.mood = "well";
    },
  };
}

export const KINDS: readonly Kind[] = [
  {
    name: "API -9",
    kills: true,
    async begin({ apis }) {
      await apis[Math.floor(Math.random() * apis.length)]?.kill();
      return now();
    },
    async end({ apis }) {
      for (const api of apis) if (!api.runs) await api.start();
    },
  },
  {
    name: "all APIs -9",
    kills: true,
    async begin({ apis }) {
      await Promise.all(apis.map((api) => api.kill()));
      await Promise.all(apis.map((api) => api.start()));
      return now();
    },
  },
  {
    name: "worker -9",
    kills: true,
    async begin({ worker }) {
      await worker.kill();
      return now();
    },
    end: ({ worker }) => worker.start(),
  },
  postgresGoes("PostgreSQL -9", ({ postgres }) => postgres.kill()),
  postgresGoes("PostgreSQL immediate stop", ({ postgres }) => postgres.stop("immediate")),
  postgresGoes("PostgreSQL restart", ({ postgres }) => postgres.stop("fast")),
  {
    name: "Redis -9",
    kills: true,
    async begin({ redis }) {
      await redis.kill();
      return now();
    },
    end: ({ redis }) => redis.run(),
  },
  {
    name: "Redis frozen",
    kills: true,
    async begin({ redis }) {
      redis.freeze();
      return now();
    },
    async end({ redis }) {
      await sleep(UNWELL_MS);
      redis.thaw();
    },
  },
  {
    name: "replies cut",
    kills: false,
    cuts: true,
    async begin(cluster) {
      const [enough, end] = [cluster.cuts + CUTS, now() + CUTTING_MS];
      for (const proxy of cluster.proxies) proxy.cutShare = CUT_SHARE;
      while (cluster.cuts < enough && now() < end) await sleep(20);
      for (const proxy of cluster.proxies) proxy.cutShare = 0;
      return now();
    },
  },
  {
    name: "connections used up",
    kills: false,
    async begin({ postgres }) {
      const hogs = await useUp(postgres.url("house"));
      await postgres.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'denkeeper' AND usename = 'house'",
      );
      hogs.push(...(await useUp(postgres.url("house"))));
      await sleep(HOGGING_MS);
      await Promise.all(hogs.map((hog) => hog.end()));
      return now();
    },
  },
  {
    name: "clock off by 30 days",
    kills: false,
    async begin(cluster) {
      const skewed = [await cluster.process("api", 30 * DAY_MS), await cluster.process("worker", 30 * DAY_MS)] as const;
      try {
        await Promise.all(skewed.map((process) => process.start()));
        const line = cluster.lineTo(skewed[0].port);
        for (const { key } of cluster.history.keepers) {
          await line.once(requestOf("GET", "/api/house/status", key)).catch(() => {});
        }
        line.close();
        await sleep(SKEWED_FOR_MS);
      } finally {
        await Promise.all(skewed.map((process) => process.kill()));
      }
      return now();
    },
  },
  providerBecomes("hangs"),
  providerBecomes("hangs-up"),
  providerBecomes("talks-nonsense"),
];

/** Connections until no more are given. */
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

const BACK_WITHIN_MS = 5_000;

/** Injects one fault. How many milliseconds recovery took; a miss is in the history. */
export async function strike(cluster: Cluster, kind: Kind): Promise<number> {
  const since = await kind.begin(cluster);
  const tookMs = await cluster.answeredAfter(since, BACK_WITHIN_MS);
  if (tookMs === undefined) cluster.history.violate("it answers again within 5 s", kind.name);
  await kind.end?.(cluster);
  return tookMs ?? Infinity;
}
