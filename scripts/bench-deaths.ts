// Measures a bad night: very many deaths due at the same moment, a worker in a process of its own, and an API that is asked
// for half of what it can do meanwhile.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { CREATURE_INSTANTS } from "../test/backdate.ts";
import { seededDatabase } from "./bench/database.ts";
import { load } from "./bench/load.ts";
import { mixOf } from "./bench/mix.ts";
import type { Outcome } from "./bench/open-loop.ts";
import { openLoop } from "./bench/open-loop.ts";
import { progressOf } from "./bench/progress.ts";
import { quantile } from "./bench/quantile.ts";
import { CREATURES_EACH } from "./bench/seed.ts";
import { startApi, startWorker } from "./bench/servers.ts";
import { bytesARow } from "./bench/sizes.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    deaths: { type: "string", default: "1000000" },
    "living-agents": { type: "string", default: "5000" },
    workers: { type: "string", default: "1" },
  },
});

if (values.help) {
  console.log(`npm run bench:deaths -- [options]

Seeds a house, lets time pass for all but a few agents, and starts workers while the API answers calls of those few at half
of its capacity. Exits with 1 when p99 is more than twice the usual, or somebody is not buried once. Needs PostgreSQL and
Redis (TEST_DATABASE_URL, TEST_REDIS_URL).
  --deaths N         how many are due at once (1000000)
  --living-agents N  agents who call meanwhile, three creatures each (5000)
  --workers N        how many processes bury (1)`);
  process.exit(0);
}

const CONNECTIONS = 32;
const PEAK_MS = 8_000;
const USUAL_MS = 15_000;
const MOST_TIMES_USUAL = 2;
/** So long ago that nobody of these is alive any more. */
const LONG_AGO_MS = 40 * 86_400_000;

const name = `denkeeper_deaths_${process.pid}`;
const living = Number(values["living-agents"]);
const dying = Math.ceil(Number(values.deaths) / CREATURES_EACH);
const house = await seededDatabase(name, living + dying, Date.now());
const cleanUp: (() => Promise<void>)[] = [house.drop];

async function ask(sql: string, given: readonly unknown[] = []): Promise<Readonly<Record<string, unknown>>> {
  const client = new Client({ connectionString: house.url });
  await client.connect();
  try {
    return (await client.query(sql, [...given])).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/** All instants of a life as far back: whoever lived then has died of neglect since. */
async function letTimePass(): Promise<readonly string[]> {
  const called = house.called.slice(0, living).map(({ agentId }) => agentId);
  const moved = CREATURE_INSTANTS.map((column) => `${column} = ${column} - ${LONG_AGO_MS}`).join(", ");
  await ask(`UPDATE creatures SET ${moved} WHERE NOT agent_id = ANY($1::uuid[])`, [called]);
  await ask("VACUUM (ANALYZE) creatures");
  return called;
}

async function deadSoFar(): Promise<number> {
  return Number((await ask("SELECT count(*)::integer AS dead FROM creatures WHERE died_at IS NOT NULL"))["dead"]);
}

const p99Of = ({ byStatus }: Outcome): number => quantile([...byStatus.values()].flat(), 0.99);

async function run(): Promise<boolean> {
  const called = new Set(await letTimePass());
  const due =
    Number((await ask("SELECT count(*)::integer AS due FROM creatures"))["due"]) - CREATURES_EACH * called.size;
  const service = { databaseUrl: house.url, redisPrefix: name, env: { LOG_LEVEL: "error" } };
  const api = await startApi(service);
  const { port } = api;
  cleanUp.push(api.stop);
  const next = mixOf(house.called.filter(({ agentId }) => called.has(agentId)));
  await load(port, CONNECTIONS, PEAK_MS, next);
  const { latencies, seconds } = await load(port, CONNECTIONS, PEAK_MS, next);
  const half = latencies.length / seconds / 2;
  const usual = p99Of(await openLoop(port, half, USUAL_MS, next));
  console.log(
    `${due} deaths are due; API at ${half.toFixed(0)}/s, p99 ${usual.toFixed(0)} ms (load ${loadavg()[0]?.toFixed(1)})`,
  );

  const started = performance.now();
  for (let nth = 0; nth < Number(values.workers); nth++) {
    const worker = await startWorker(service);
    cleanUp.push(worker.stop);
  }
  const progress = progressOf("burying");
  const p99s: number[] = [];
  for (let dead = 0; dead < due;) {
    p99s.push(p99Of(await openLoop(port, half, USUAL_MS, next)));
    dead = await deadSoFar();
    progress(Math.min(1, dead / due));
  }
  const took = (performance.now() - started) / 1000;
  const { stones, logged } = await ask(
    `SELECT (SELECT count(*) FROM gravestones WHERE death_number = 1 AND creature_id IN (SELECT creature_id FROM creatures
        WHERE died_at IS NOT NULL))::integer AS stones, (SELECT count(*) FROM care_log WHERE kind = 'death')::integer AS logged`,
  );
  const worst = quantile(p99s, 0.5);
  console.log(
    `all buried within ${took.toFixed(0)} s: at least ${(due / took).toFixed(0)} deaths/s; ${String(stones)} gravestones, ${String(logged)} log rows`,
  );
  console.log(
    `p99 meanwhile: median of ${p99s.length} windows ${worst.toFixed(0)} ms, worst ${Math.max(...p99s).toFixed(0)} ms; ${(worst / usual).toFixed(1)} times the usual (at most ${MOST_TIMES_USUAL}); load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const table of ["agents", "creatures", "care_log", "gravestones"]) {
    console.log(`${table}: ${String((await ask(bytesARow(table)))["bytes"])} bytes a row with indexes`);
  }
  return worst <= MOST_TIMES_USUAL * usual && stones === due && logged === due;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const work of cleanUp.toReversed()) await work();
}
