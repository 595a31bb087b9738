// What a run costs: guided-1 by the plain follower over HTTP at the default limits, the service's processor time for each call,
// how long a check of its file takes, and how much is stored.
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { keeperNamed } from "@denkeeper/trials/keepers/index.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../packages/denkeeper/src/cli/trials/hashes.ts";
import { Denkeeper } from "../../packages/denkeeper/src/client.ts";
import { openHouse } from "../release/package/house.ts";
import { fileOverHttp } from "../trials/play.ts";
import { quantile } from "./report/quantile.ts";

if (process.argv.includes("--help")) {
  console.log(
    "npm run bench:trials: a run of guided-1 by the follower over HTTP: time, processor time, check, storage.",
  );
  process.exit(0);
}

const RUN_LIMIT_S = 120;
const CHECK_LIMIT_MS = 100;
const CHECKS = 15;

async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Tables that hold rows of the run, with how many and how many bytes those are. */
async function stored(databaseUrl: string, runId: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'agent_id' AND t.table_type = 'BASE TABLE'
       AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.table_name::regclass) ORDER BY 1`,
  );
  const sizes: { table: string; rows: number; bytes: number }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; bytes: string }>(
      `SELECT count(*) AS rows, coalesce(sum(pg_column_size(t)), 0) AS bytes FROM ${name} t WHERE agent_id = $1`,
      [runId],
    );
    const [size] = rows;
    if (size !== undefined && size.rows !== "0") sizes.push({ table: name, rows: +size.rows, bytes: +size.bytes });
  }
  await client.end();
  return sizes;
}

function checkMs(file: string): number {
  const times = Array.from({ length: CHECKS }, () => {
    const started = performance.now();
    const verdict = verifyRun(file, null, HASHES);
    if (!verdict.agrees) throw new Error(verdict.reason);
    return performance.now() - started;
  });
  return quantile(times, 0.5);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const keeper = keeperNamed("follower");
const scenario = scenarioNamed("guided-1");
if (keeper === undefined || scenario === undefined) throw new Error("there is no such run");
const service = await openHouse({ RATE_LIMIT_FACTOR: "1" });
try {
  const { url, databaseUrl } = service;
  const { your_token: key } = await new Denkeeper({ url }).register({ username: "trial-follower", timezone: "UTC" });
  const before = await processorSeconds(url);
  const started = performance.now();
  const { file, calls, id } = await fileOverHttp({ keeper, scenario, practice: 1 }, { url, key }, false);
  const seconds = (performance.now() - started) / 1000;
  const cpuMs = (1000 * ((await processorSeconds(url)) - before)) / calls;
  console.log(
    `guided-1 by the follower: ${calls} calls in ${seconds.toFixed(1)} s, ${cpuMs.toFixed(2)} ms of the service's processor each`,
  );
  const ms = checkMs(file);
  console.log(`check of its file: ${ms.toFixed(1)} ms`);
  console.log(`file: ${kilobytes(Buffer.byteLength(file))}, compressed ${kilobytes(gzipSync(file).length)}`);
  const sizes = await stored(databaseUrl, id);
  for (const { table, rows, bytes } of sizes)
    console.log(`  ${table.padEnd(18)}${String(rows).padStart(6)} rows ${kilobytes(bytes).padStart(10)}`);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`stored: ${kilobytes(total)} until a week after its end`);
  if (seconds > RUN_LIMIT_S || ms > CHECK_LIMIT_MS) process.exitCode = 1;
} finally {
  await service.close();
}
