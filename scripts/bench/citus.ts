// Measures what a call costs on a Citus cluster beside plain PostgreSQL, in processor time of the API and of each node. Both
// run side by side and are called in turns, so noise affects them equally.
import { parseArgs } from "node:util";
import { CITUS_URL, distribute, dropClusterDatabase, makeClusterDatabase, nodesOf } from "../../test/citus/cluster.ts";
import type { Place, SeededDatabase } from "./house/database.ts";
import { seededDatabase } from "./house/database.ts";
import { load } from "./load/load.ts";
import { requestsOf } from "./load/requests.ts";
import { progressOf } from "./report/progress.ts";
import { quantile } from "./report/quantile.ts";
import type { Backends } from "./servers/backends.ts";
import { watchBackends } from "./servers/backends.ts";
import type { Server } from "./servers/servers.ts";
import { startApi } from "./servers/servers.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    agents: { type: "string", default: "10000" },
    seconds: { type: "string", default: "24" },
    turns: { type: "string", default: "12" },
    connections: { type: "string", default: "16" },
  },
});

if (values.help === true || CITUS_URL === undefined) {
  console.log(`TEST_CITUS_URL=postgres://... npm run bench:citus -- [options]

Seeds a database on plain PostgreSQL (TEST_DATABASE_URL) and one on a Citus cluster (TEST_CITUS_URL), both on this machine,
measures status and care on both in turns, prints medians of processor time for each call and drops the databases.
  --agents N       three creatures each (10000)
  --seconds N      how long each case is measured on each (24)
  --turns N        in how many turns (12)
  --connections N  how many calls are on their way at a time (16)`);
  process.exit(values.help === true ? 0 : 1);
}

const cluster = CITUS_URL;
const CASES = ["status", "care"] as const;
const SHARDS = 32;
const WARM_UP_MS = 3_000;
const MICROSECONDS = 1000;
const name = `denkeeper_bench_citus_${process.pid}`;
const turns = Number(values.turns);
const connections = Number(values.connections);

const CLUSTER: Place = {
  create: async (database) => (await makeClusterDatabase(cluster, database))[0] ?? "",
  finish: (url) => distribute(url, SHARDS),
  drop: (database) => dropClusterDatabase(cluster, database),
};

/** Something that is measured: an API and the nodes that its calls reach. */
interface Measured {
  readonly label: string;
  readonly server: Server;
  readonly database: SeededDatabase;
  readonly nodes: ReadonlyMap<string, Backends>;
}

const cleanUp: (() => Promise<void>)[] = [];

async function open(label: string, place?: Place): Promise<Measured> {
  const database = await seededDatabase(name, Number(values.agents), Date.now(), undefined, place);
  cleanUp.push(database.drop);
  const urls = place === undefined ? [database.url] : await nodesOf(database.url);
  const names =
    place === undefined ? ["PostgreSQL"] : urls.map((_, nth) => (nth === 0 ? "coordinator" : `worker ${nth}`));
  const nodes = new Map<string, Backends>();
  for (const [nth, url] of urls.entries()) {
    const backends = await watchBackends(url);
    cleanUp.push(backends.close);
    nodes.set(names[nth] ?? url, backends);
  }
  const env = { DATABASE_CONNECTIONS: "20" };
  const server = await startApi({ name: label, databaseUrl: database.url, redisPrefix: `${name}_${label}`, env });
  cleanUp.push(server.stop);
  return { label, server, database, nodes };
}

/** Processor time so far, in milliseconds, of each part. */
async function cpuOf({ server, nodes }: Measured): Promise<ReadonlyMap<string, number>> {
  const spent = await Promise.all([...nodes].map(async ([part, each]) => [part, await each.cpuMs()] as const));
  return new Map([["API", server.cpuMs()], ...spent]);
}

/** Of each case, place and part: microseconds for each call, turn by turn. */
async function measure(all: readonly Measured[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const taken = new Map<string, number[]>();
  const note = (key: string, value: number): void => void taken.set(key, [...(taken.get(key) ?? []), value]);
  for (const { server, database } of all) {
    for (const kind of CASES) await load(server.port, connections, WARM_UP_MS, requestsOf(kind, database.called));
  }
  const progress = progressOf("measuring");
  for (let turn = 0; turn < turns; turn++) {
    for (const kind of CASES) {
      // Who goes first changes, so that nobody always follows the same one.
      for (const each of turn % 2 === 0 ? all : all.toReversed()) {
        const before = await cpuOf(each);
        const next = requestsOf(kind, each.database.called);
        const { latencies, refused } = await load(
          each.server.port,
          connections,
          (1000 * Number(values.seconds)) / turns,
          next,
        );
        if (refused.size > 0) throw new Error(`${kind} on ${each.label}: ${JSON.stringify([...refused])}`);
        for (const [part, after] of await cpuOf(each)) {
          const spent = after - (before.get(part) ?? 0);
          note(`${kind}, ${each.label}, ${part}`, (MICROSECONDS * spent) / latencies.length);
        }
        note(`${kind}, ${each.label}, p50 of latency`, MICROSECONDS * quantile(latencies, 0.5));
      }
    }
    progress((turn + 1) / turns);
  }
  return taken;
}

async function letGo(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

process.once("SIGINT", () => void letGo().then(() => process.exit(130)));
try {
  const taken = await measure([await open("plain"), await open("Citus", CLUSTER)]);
  console.log("| case, where, what | median, µs for each call |\n| --- | ---: |");
  for (const [key, numbers] of taken) console.log(`| ${key} | ${quantile(numbers, 0.5).toFixed(0)} |`);
} finally {
  await letGo();
}
