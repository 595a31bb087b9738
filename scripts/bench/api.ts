// Measures the real API against a bare server that sends the same statements and returns canned text, and a large
// database against a small one. All servers run side by side and are called in turns, so noise affects them equally.
// Makes and drops two databases; exits with 1 when a target is missed.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REDIS_URL } from "../../test/processes/databases.ts";
import { freePort } from "../../test/processes/free-port.ts";
import type { BareInput } from "./servers/bare-input.ts";
import { sentByHotPaths } from "./servers/bare-input.ts";
import type { CalledAgent, SeededDatabase } from "./house/database.ts";
import { seededDatabase } from "./house/database.ts";
import { CREATURES_EACH } from "./house/seed.ts";
import { sizesOf } from "./house/sizes.ts";
import { ask, load } from "./load/load.ts";
import type { Case } from "./load/requests.ts";
import { CASES, requestsOf } from "./load/requests.ts";
import { progressOf } from "./report/progress.ts";
import type { Compared } from "./report/comparison.ts";
import { Turns, comparisonOf } from "./report/comparison.ts";
import { profileOf } from "./report/profile.ts";
import { Tally, reportOf } from "./report/report.ts";
import { watchBackends } from "./servers/backends.ts";
import type { Server } from "./servers/servers.ts";
import { startApi, startServer } from "./servers/servers.ts";
import { flag, numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  agents: numberOption(
    "agents of the large house, three creatures each; a million take 16 GB and several minutes",
    1_000_000,
  ),
  creatures: numberOption("creatures of the large house, instead of its agents"),
  "one-entry": flag("one log entry for each creature instead of ten, in both houses"),
  "small-agents": numberOption("agents of the small house", 10_000),
  seconds: numberOption("how long each case is measured on each server", 10),
  connections: numberOption("how many calls are on their way at a time", 16),
  cases: textOption("LIST", "which of them are measured", CASES.join(",")),
  profile: textOption(
    "DIR",
    "writes CPU profiles of the servers there, and prints what ours spent its time on; measures slower",
  ),
  against: textOption(
    "DIR",
    "first compares the CPU of each call with that of another checkout, which has its packages installed",
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
const scratch = mkdtempSync(join(tmpdir(), "denkeeper-bench-"));
const profiling = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];

async function startReal(name: string, { url }: SeededDatabase, checkout?: string): Promise<Server> {
  const env = { DATABASE_CONNECTIONS: String(DATABASE_CONNECTIONS) };
  return startApi({ name, databaseUrl: url, redisPrefix: prefix, nodeArgs: profiling, env, checkout });
}

async function startBare(database: SeededDatabase, real: Server): Promise<Server> {
  const port = await freePort();
  const answers: Record<Case, string> = { status: "", care: "", hall: "", graveyard: "" };
  for (const kind of CASES) {
    const { status, body } = await ask(real.port, requestsOf(kind, database.called)());
    if (status !== 200) throw new Error(`${kind} answers ${status}: ${body}`);
    answers[kind] = body;
  }
  const given: BareInput = {
    databaseUrl: database.url,
    redisUrl: REDIS_URL,
    redisPrefix: prefix,
    port,
    connections: DATABASE_CONNECTIONS,
    keys: database.called,
    answers,
    ...(await sentByHotPaths(now)),
  };
  const file = join(scratch, "bare.json");
  writeFileSync(file, JSON.stringify(given));
  return startServer(
    "bare",
    port,
    [...profiling, fileURLToPath(new URL("./servers/bare-server.ts", import.meta.url)), file],
    {},
  );
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

/** Both versions on one database. Who goes first changes. */
async function compare(database: SeededDatabase, ours: Server, theirs: Server): Promise<Compared[]> {
  const backends = await watchBackends(database.url);
  const compared = cases.map((kind) => ({ kind, ours: new Turns(), theirs: new Turns() }));
  for (const kind of cases) {
    for (const { port } of [ours, theirs]) await load(port, connections, WARM_UP_MS, requestsOf(kind, database.called));
  }
  const progress = progressOf("comparing");
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { kind, ...tallies } of compared) {
      const pair = [
        { server: ours, turns: tallies.ours },
        { server: theirs, turns: tallies.theirs },
      ];
      const next = requestsOf(kind, database.called);
      for (const { server, turns } of turn % 2 === 0 ? pair : pair.toReversed()) {
        const [apiMs, postgresMs] = [server.cpuMs(), await backends.cpuMs()];
        const measured = await load(server.port, connections, (1000 * seconds) / TURNS, next);
        turns.add(measured, server.cpuMs() - apiMs, (await backends.cpuMs()) - postgresMs);
      }
    }
    progress((turn + 1) / TURNS);
  }
  await backends.close();
  return compared;
}

const cleanUp: (() => Promise<void>)[] = [async () => rmSync(scratch, { recursive: true })];

async function letGo(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

async function againstBare(large: SeededDatabase, real: Server): Promise<void> {
  const small = await seededDatabase(`${prefix}_small`, values["small-agents"], now, cares);
  cleanUp.push(small.drop);
  const realOfSmall = await startReal("small", small);
  cleanUp.push(realOfSmall.stop);
  const bare = await startBare(large, real);
  cleanUp.push(bare.stop);
  const rows = await measure([
    { server: real, database: large },
    { server: bare, database: large },
    { server: realOfSmall, database: small },
  ]);
  const { text, missed } = reportOf(rows, { large: large.creatures, small: small.creatures });
  console.log(text);
  process.exitCode = missed ? 1 : 0;
}

process.once("SIGINT", () => void letGo().then(() => process.exit(130)));
try {
  const large = await seededDatabase(`${prefix}_large`, agents, now, cares);
  cleanUp.push(large.drop);
  const real = await startReal("real", large);
  cleanUp.push(real.stop);
  await callWithKeys(real, large.called);
  console.log(await sizesOf(large.url));
  if (values.against !== undefined) {
    const theirs = await startReal("theirs", large, values.against);
    console.log(comparisonOf(await compare(large, real, theirs).finally(theirs.stop)));
  }
  await againstBare(large, real);
  // A server writes its profile when it ends.
  await letGo();
  if (values.profile !== undefined) console.log(profileOf(values.profile, real.pid));
} finally {
  await letGo();
}
