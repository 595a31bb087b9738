// Runs a Redis Cluster of three nodes without replicas. Each node holds a third of the keys.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";
import { OwnRedis, until } from "./own-redis.ts";

const SLOTS = 16_384;
const NODES = 3;

export class RedisCluster {
  readonly nodes: readonly OwnRedis[];
  readonly #folder: string;

  private constructor(nodes: readonly OwnRedis[], folder: string) {
    this.nodes = nodes;
    this.#folder = folder;
  }

  /** Addresses in the format of REDIS_URL. */
  get urls(): string {
    return this.nodes.map(({ url }) => url).join(",");
  }

  static async start(): Promise<RedisCluster> {
    const folder = mkdtempSync(join(tmpdir(), "denkeeper-cluster-"));
    const nodes: OwnRedis[] = [];
    const buses: string[] = [];
    for (let nth = 0; nth < NODES; nth++) {
      const file = join(folder, `nodes-${nth}.conf`);
      const busPort = String(await freePort());
      const settings = ["--cluster-enabled", "yes", "--cluster-port", busPort, "--cluster-config-file", file];
      nodes.push(await OwnRedis.start(...settings, "--cluster-node-timeout", "1000"));
      buses.push(busPort);
    }
    const cluster = new RedisCluster(nodes, folder);
    const share = Math.ceil(SLOTS / NODES);
    for (const [nth, node] of nodes.entries()) {
      const last = Math.min(SLOTS, (nth + 1) * share) - 1;
      await onNode(node, async (client) => {
        await client.call("CLUSTER", "ADDSLOTSRANGE", nth * share, last);
        for (const [other, { port }] of nodes.entries()) {
          if (other !== nth) await client.call("CLUSTER", "MEET", "127.0.0.1", port, buses[other] ?? "");
        }
      });
    }
    for (const node of nodes) await until(() => onNode(node, isWhole));
    return cluster;
  }

  /** Returns the number of keys on each node. */
  async sizes(): Promise<readonly number[]> {
    return Promise.all(this.nodes.map((node) => onNode(node, (client) => client.dbsize())));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function isWhole(client: Redis): Promise<boolean> {
  return String(await client.call("CLUSTER", "INFO")).includes("cluster_state:ok");
}

async function onNode<Result>({ url }: OwnRedis, work: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
