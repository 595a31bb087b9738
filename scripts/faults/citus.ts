// KILLS A WORKER NODE of a Citus cluster under load, and exits with 1 if agents on other nodes notice or a law is broken. All nodes
// must run on this machine, started by pg_ctl and configured only by postgresql.conf; pg_dist_node must list two workers.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { migrate } from "../../src/model/migrate.ts";
import { CITUS_URL, distribute, dropClusterDatabase, makeClusterDatabase } from "../../test/citus/cluster.ts";
import { killTree, postgresPrograms } from "../../test/processes/own-postgres.ts";
import { optionsOf } from "../options.ts";
import { underLoad, type Cluster } from "./cluster/cluster.ts";
import type { KeeperAccount } from "./workload/history.ts";
import { requestOf } from "./workload/line.ts";

optionsOf(import.meta.filename, {});

if (CITUS_URL === undefined) {
  console.log("Name a database on the coordinator: TEST_CITUS_URL=postgres://... npm run faults -- citus");
  process.exit(1);
}

const SHARDS = 16;
const DOWN_MS = 60_000;
const BACK_WITHIN_MS = 30_000;
const PATIENCE_MS = 12_000;

async function valuesOf(url: string, sql: string, ...params: readonly string[]): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: string }>(sql, [...params]).finally(() => client.end());
  return rows.map(({ value }) => value);
}

/** The port of the node that has an agent's rows. */
const PLACE = `SELECT nodeport::text AS value FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
  WHERE shardid = get_shard_id_for_distribution_column('agents', $1::uuid)`;

/** Reads and writes as one agent after the other until stopped. Returns the numbers of 200 answers and of others. */
async function probe(cluster: Cluster, agents: readonly KeeperAccount[], stopped: AbortSignal) {
  const line = cluster.lineTo();
  const count = { good: 0, bad: 0 };
  for (let turn = 0; !stopped.aborted; turn++) {
    const { key = "", creatures = [] } = agents[turn % agents.length] ?? {};
    const body = JSON.stringify({ action: "reflect", creature_id: creatures[0], notes: `turn ${turn}` });
    for (const request of [
      requestOf("GET", "/api/house/status", key),
      requestOf("POST", "/api/house/care", key, undefined, body),
    ]) {
      const answer = await line.once(request, PATIENCE_MS).catch(() => undefined);
      if (answer?.status === 200) count.good++;
      else count.bad++;
    }
    await sleep(200);
  }
  line.close();
  return count;
}

/** Kills the worker node for a time. Returns true if agents of other nodes noticed nothing and its own are answered after. */
async function loseWorker(cluster: Cluster, coordinator: string, worker: string): Promise<boolean> {
  const { port } = new URL(worker);
  const placed = await Promise.all(
    cluster.history.keepers.map(async (keeper) => ({
      keeper,
      at: (await valuesOf(coordinator, PLACE, keeper.agentId))[0],
    })),
  );
  const [victims, others] = [true, false].map((isThere) =>
    placed.filter(({ at }) => (at === port) === isThere).map(({ keeper }) => keeper),
  );
  if (victims === undefined || others === undefined || victims.length === 0 || others.length === 0)
    throw new Error("every agent is on one node. Run this again.");
  const [data = ""] = await valuesOf(worker, "SELECT current_setting('data_directory') AS value");
  await killTree(Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10));
  const found = await probe(cluster, others, AbortSignal.timeout(DOWN_MS));
  console.log(`agents on other nodes: ${found.good} of ${found.good + found.bad} calls good`);
  const { uid, gid } = statSync(data);
  const log = join(dirname(data), "restarted.log");
  execFileSync(join(postgresPrograms(), "pg_ctl"), ["start", "-w", "-s", "-D", data, "-l", log], {
    uid,
    gid,
    cwd: "/",
  });
  const since = performance.now();
  let isBack = false;
  while (!isBack && performance.now() - since < BACK_WITHIN_MS) {
    const { good, bad } = await probe(cluster, victims, AbortSignal.timeout(200));
    isBack = good > 0 && bad === 0;
  }
  console.log(`its own agents are ${isBack ? "" : "NOT "}answered after ${(performance.now() - since).toFixed(0)} ms`);
  return found.good > 0 && found.bad === 0 && isBack;
}

const name = `denkeeper_citus_${process.pid}`;
let isFine = false;
try {
  const [url = "", worker = ""] = await makeClusterDatabase(CITUS_URL, name);
  await migrate(url);
  await distribute(url, SHARDS);
  // The queue is not distributed, so a job may be on the node that is down.
  const options = { keepers: 8, outside: { url, superUrl: url }, pauseMs: 500 } as const;
  isFine = await underLoad({ ...options, unchecked: ["jobs come with their change"] }, (cluster) =>
    loseWorker(cluster, url, worker),
  );
} finally {
  await dropClusterDatabase(CITUS_URL, name);
}
process.exit(isFine ? 0 : 1);
