// Measures the CPU and the latency of the API on a large database against a small one and, with --against, against another
// checkout on the same database. All servers run side by side and are called in turns, so noise affects them equally. Makes
// and drops the databases; exits with 1 when a target is missed.
import { randomUUID } from "node:crypto";
import { seededDatabase, type CalledAgent, type SeededDatabase } from "./house/database.ts";
import { CREATURES_EACH } from "./house/seed.ts";
import { sizesOf } from "./house/sizes.ts";
import { load } from "./load/load.ts";
import { CASES, requestsOf } from "./load/requests.ts";
import { progressOf } from "../progress.ts";
import { Tally, reportOf } from "./report/report.ts";
import { watchBackends } from "./servers/backends.ts";
import { startService, type Server } from "./servers/servers.ts";
import { flag, numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  agents: numberOption(
    "agents of the large house, three creatures each; a million take 16 GB and several minutes",
    1_000_000,
  ),
  creatures: numberOption("creatures of the large house, instead of its agents"),
  "one-entry": flag("one log entry for each creature instead of ten, in both houses"),
  "small-agents": numberOption("agents of the small house; 0 for none", 10_000),
  seconds: numberOption("how long each case is measured on each server", 10),
  connections: numberOption("how many calls are on their way at a time", 16),
  cases: textOption("LIST", "which of them are measured", CASES.join(",")),
  profile: textOption("DIR", "writes CPU profiles of the servers there; measures slower"),
  against: textOption(
    "DIR",
    "also compares the CPU of each call with that of another checkout, which has its packages installed",
  ),
  turns: numberOption("in how many turns it is measured", 8),
});

const DATABASE_CONNECTIONS = 20;
const TURNS = values.turns;
const WARM_UP_MS = 2_000;
const KEYED_CALLS = 5_000;

const agents = values.creatures === undefined ? values.agents : Math.ceil(values.creatures / CREATURES_EACH);
const cares = values["one-entry"] ? 1 : undefined;
const cases = CASES.filter((kind) => values.cases.split(",").includes(kind));
const seconds = values.seconds;
const connections = values.connections;
const now = Date.now();
const prefix = `denkeeper_bench_${process.pid}`;
const profiling = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];

async function startReal(name: string, { url }: SeededDatabase, checkout?: string): Promise<Server> {
  const env = { DATABASE_CONNECTIONS: String(DATABASE_CONNECTIONS) };
  return startService("api", { name, databaseUrl: url, redisPrefix: prefix, nodeArgs: profiling, env, checkout });
}

/** Asks all servers in turns, case by case, until each case was measured for `seconds` on each. */
async function measure(servers: readonly { readonly server: Server; readonly database: SeededDatabase }[]) {
  const tallies = servers.flatMap(({ server, database }) =>
    cases.map((kind) => ({ kind, server, database, next: requestsOf(kind, database.called), tally: new Tally() })),
  );
  for (const { server, next } of tallies) await load(server.port, connections, WARM_UP_MS, next);
  const urls = new Set(servers.map(({ database }) => database.url));
  const backends = new Map(await Promise.all([...urls].map(async (url) => [url, await watchBackends(url)] as const)));
  const progress = progressOf("measuring");
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [number, kind] of cases.entries()) {
      const asked = tallies.filter((each) => each.kind === kind);
      // Who goes first changes, so that nobody always follows the same one.
      for (const { server, database, next, tally } of turn % 2 === 0 ? asked : asked.toReversed()) {
        const postgresMs = async () => (await backends.get(database.url)?.cpuMs()) ?? Number.NaN;
        const [apiBefore, postgresBefore] = [server.cpuMs(), await postgresMs()];
        const measured = await load(server.port, connections, (1000 * seconds) / TURNS, next);
        tally.add(measured, server.cpuMs() - apiBefore, (await postgresMs()) - postgresBefore);
      }
      progress((turn * cases.length + number + 1) / (TURNS * cases.length));
    }
  }
  for (const each of backends.values()) await each.close();
  return tallies.map(({ kind, server, tally }) => ({ kind, server: server.name, tally }));
}

/** Calls with an Idempotency-Key, so that there are records whose size can be told. */
async function callWithKeys({ port }: Server, called: readonly CalledAgent[]): Promise<void> {
  const next = requestsOf("care", called);
  const keyed = () => next().replace("\r\n", `\r\nidempotency-key: ${randomUUID()}\r\n`);
  for (let calls = 0; calls < KEYED_CALLS;) {
    calls += (await load(port, connections, 1_000, keyed)).latencies.length;
  }
}

const cleanUp: (() => Promise<void>)[] = [];

async function letGo(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

async function opened(name: string, database: SeededDatabase, checkout?: string) {
  const server = await startReal(name, database, checkout);
  cleanUp.push(server.stop);
  return { server, database };
}

process.once("SIGINT", () => void letGo().then(() => process.exit(130)));
try {
  const large = await seededDatabase(`${prefix}_large`, agents, now, cares);
  cleanUp.push(large.drop);
  const real = await opened("real", large);
  await callWithKeys(real.server, large.called);
  console.log(await sizesOf(large.url));
  const servers = [real];
  if (values.against !== undefined) servers.push(await opened("theirs", large, values.against));
  if (values["small-agents"] > 0) {
    const small = await seededDatabase(`${prefix}_small`, values["small-agents"], now, cares);
    cleanUp.push(small.drop);
    servers.push(await opened("small", small));
  }
  const { text, missed } = reportOf(await measure(servers));
  console.log(`${large.creatures.toLocaleString("en")} creatures; small: ${values["small-agents"]} agents\n\n${text}`);
  process.exitCode = missed ? 1 : 0;
} finally {
  await letGo();
}
