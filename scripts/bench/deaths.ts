// Measures very many deaths due at the same moment, with the worker in its own process and the API at half of its
// capacity. Exits with 1 when p99 is more than twice the usual, or somebody is not buried once; windows in which other
// machines took more than 2 % of the processor count only where there are no others.
import { Client } from "pg";
import { CREATURE_INSTANTS } from "../../test/lives/backdate.ts";
import { capacityOf } from "./load/capacity.ts";
import { seededDatabase } from "./house/database.ts";
import { mixOf } from "./load/requests.ts";
import { OpenLoop, type Outcome } from "./load/open-loop.ts";
import { quantile } from "./report/quantile.ts";
import { CREATURES_EACH } from "./house/seed.ts";
import { startService } from "./servers/servers.ts";
import { bytesARow } from "./house/sizes.ts";
import { MOST_STOLEN, watchingStolen } from "./report/stolen.ts";
import { numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  deaths: numberOption("how many are due at once", 1_000_000),
  "living-agents": numberOption("agents who call meanwhile, three creatures each", 5_000),
  workers: numberOption("how many processes bury", 1),
});

const WINDOW_MS = 15_000;
const USUAL_WINDOWS = 5;
const MOST_TIMES_USUAL = 2;
/** So long ago that nobody of these is alive any more. */
const LONG_AGO_MS = 40 * 86_400_000;

const name = `denkeeper_deaths_${process.pid}`;
const living = values["living-agents"];
const dying = Math.ceil(values.deaths / CREATURES_EACH);
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
  // Otherwise the usual is measured while the disk is still busy with all that.
  await ask("CHECKPOINT");
  return called;
}

/** As PostgreSQL's statistics have it: counting a million rows in between would disturb what is measured. */
async function stonesSoFar(): Promise<number> {
  const text = "SELECT n_tup_ins::integer AS stones FROM pg_stat_user_tables WHERE relname = 'gravestones'";
  return Number((await ask(text))["stones"]);
}

const p99Of = ({ byStatus }: Outcome): number => quantile([...byStatus.values()].flat(), 0.99);

interface Window {
  readonly p99: number;
  readonly stolen: number;
}

const isUndisturbed = ({ stolen }: Window): boolean => stolen <= MOST_STOLEN;

/** Of the windows in which other machines left this one alone; of all when there are none. */
function medianOf(windows: readonly Window[]): number {
  const undisturbed = windows.filter(isUndisturbed);
  return quantile(
    (undisturbed.length > 0 ? undisturbed : windows).map(({ p99 }) => p99),
    0.5,
  );
}

function told(windows: readonly Window[]): string {
  const all = windows.map(({ p99 }) => p99);
  const undisturbed = windows.filter(isUndisturbed).length;
  return `median of ${undisturbed} undisturbed windows ${medianOf(windows).toFixed(0)} ms, of all ${windows.length} ${quantile(all, 0.5).toFixed(0)} ms, worst ${Math.max(...all).toFixed(0)} ms`;
}

async function run(): Promise<boolean> {
  const called = new Set(await letTimePass());
  const due =
    Number((await ask("SELECT count(*)::integer AS due FROM creatures"))["due"]) - CREATURES_EACH * called.size;
  const service = { databaseUrl: house.url, redisPrefix: name, env: { LOG_LEVEL: "error" } };
  const api = await startService("api", service);
  const { port } = api;
  cleanUp.push(api.stop);
  const next = mixOf(house.called.filter(({ agentId }) => called.has(agentId)));
  const half = (await capacityOf(port, next)) / 2;
  const strangers = new OpenLoop(port);
  cleanUp.push(async () => strangers.close());
  const lookNow = async (): Promise<Window> => {
    const { result, stolen } = await watchingStolen(() => strangers.run(half, WINDOW_MS, next));
    return { p99: p99Of(result), stolen };
  };
  const before: Window[] = [];
  for (let window = 0; window < USUAL_WINDOWS; window++) before.push(await lookNow());
  const usual = medianOf(before);
  console.log(`${due} deaths are due; API at ${half.toFixed(0)}/s; p99 ${told(before)}`);

  const started = performance.now();
  for (let nth = 0; nth < values.workers; nth++) {
    const worker = await startService("worker", service);
    cleanUp.push(worker.stop);
  }
  const secondsSoFar = (): number => (performance.now() - started) / 1000;
  console.log("| seconds | buried | p99, ms | taken by other machines, % |\n| ---: | ---: | ---: | ---: |");
  const during: Window[] = [];
  const first = await stonesSoFar();
  for (let dead = 0; dead < due;) {
    const window = await lookNow();
    during.push(window);
    dead = (await stonesSoFar()) - first;
    const { p99, stolen } = window;
    console.log(`| ${secondsSoFar().toFixed(0)} | ${dead} | ${p99.toFixed(0)} | ${(100 * stolen).toFixed(0)} |`);
  }
  const took = secondsSoFar();
  await ask("ANALYZE");
  const { stones, logged } = await ask(
    `SELECT (SELECT count(*) FROM gravestones WHERE death_number = 1 AND creature_id IN (SELECT creature_id FROM creatures
        WHERE died_at IS NOT NULL))::integer AS stones, (SELECT count(*) FROM care_log WHERE kind = 'death')::integer AS logged`,
  );
  const meanwhile = medianOf(during);
  console.log(
    `all buried within ${took.toFixed(0)} s: at least ${(due / took).toFixed(0)} deaths/s; ${String(stones)} gravestones, ${String(logged)} log rows`,
  );
  console.log(
    `p99 meanwhile ${told(during)}; ${(meanwhile / usual).toFixed(1)} times the usual (at most ${MOST_TIMES_USUAL})`,
  );
  for (const table of ["agents", "creatures", "care_log", "gravestones"]) {
    console.log(`${table}: ${String((await ask(bytesARow(table)))["bytes"])} bytes a row with indexes`);
  }
  return meanwhile <= MOST_TIMES_USUAL * usual && stones === due && logged === due;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const work of cleanUp.toReversed()) await work();
}
