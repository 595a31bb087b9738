// Kills the primary of a Patroni cluster under load repeatedly: nothing acknowledged may be lost, and the service must
// answer again within half a minute. Uses the files in deploy/patroni unchanged. Needs Debian's packages patroni,
// python3-etcd, etcd-server, haproxy and postgresql.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { PatroniCluster } from "./failover/patroni-cluster.ts";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import { numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  failovers: numberOption("how often the primary is killed", 3),
  seconds: numberOption("how long there is load between two", 10),
});

const BACK_WITHIN_MS = 30_000;
const load = (): string => loadavg()[0]?.toFixed(1) ?? "?";

async function makeHouse(patroni: PatroniCluster): Promise<void> {
  const client = new Client({ connectionString: patroni.superUrl });
  await client.connect();
  await client.query(`CREATE ROLE house LOGIN PASSWORD '${patroni.password}'`);
  await client.query("CREATE DATABASE house OWNER house");
  await client.end();
}

async function run(patroni: PatroniCluster): Promise<boolean> {
  await makeHouse(patroni);
  const outside = { url: patroni.url("house", "house"), superUrl: patroni.url("postgres", "house") };
  const cluster = await Cluster.open({ keepers: 6, lifecycleClients: 2, apis: 2, works: true, outside });
  try {
    const took: number[] = [];
    for (let nth = 1; nth <= values.failovers; nth++) {
      await sleep(1000 * values.seconds);
      const since = performance.now();
      const before = cluster.history.acknowledged;
      const killed = await patroni.killPrimary();
      const tookMs = await cluster.answeredAfter(since, 4 * BACK_WITHIN_MS);
      took.push(tookMs ?? Infinity);
      console.log(
        `failover ${nth}: ${killed} killed after ${before} acknowledged writes, answered again after ${((tookMs ?? Infinity) / 1000).toFixed(1)} s (load ${load()})`,
      );
      await patroni.heal();
    }
    await sleep(1000 * values.seconds);
    const { violations, acknowledged, retries } = await cluster.judge();
    console.log(
      `${acknowledged} writes acknowledged, ${retries} calls repeated, ${violations.length} violations; load ${load()}`,
    );
    for (const { law, what } of violations.slice(0, 10)) console.log(`  ${law}: ${what}`);
    return violations.length === 0 && took.every((ms) => ms <= BACK_WITHIN_MS);
  } finally {
    await cluster.close();
  }
}

closeOnSignals();
const patroni = await PatroniCluster.start();
try {
  process.exitCode = (await run(patroni)) ? 0 : 1;
} catch (thrown) {
  console.error(patroni.logs());
  throw thrown;
} finally {
  await patroni.stop();
}
process.exit();
