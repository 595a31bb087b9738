// Compares the CPU time of status, home, care and visit calls between several servers. The bare server only sends the same
// statements; "here" and "copy" run this checkout; --against names another checkout and --small-agents adds a small house. All
// servers run side by side and take turns after the same warm-up. Any difference that the copy also shows is noise. PostgreSQL
// must run on this machine. Exits with 1 when a call costs over 1.2 times as much in the large house as in the small one.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../test/processes/free-port.ts";
import { REDIS_URL } from "../../test/processes/databases.ts";
import { startService, type ServiceSettings } from "../house.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";
import { progressOf } from "../progress.ts";
import { recordCalls, type BareInput } from "./bare/call.ts";
import { seededDatabase, type CalledAgent, type SeededDatabase } from "./house/database.ts";
import { load } from "./load.ts";
import { watchStolen } from "./stolen.ts";

const CASES = ["status", "compact", "home", "care", "visit"] as const;
type BenchCase = (typeof CASES)[number];

const values = optionsOf(import.meta.filename, {
  agents: numberOption(
    "agents of the house, with three creatures each; a million need 16 GB and several minutes",
    10_000,
  ),
  "small-agents": numberOption("agents of a small house for comparison; 0 for none", 0),
  calls: numberOption("calls per turn", 200),
  turns: numberOption("turns per case and server", 20),
  warm: numberOption("warm-up calls per case and server", 2_000),
  connections: numberOption("calls in flight at a time", 8),
  cases: textOption("LIST", "cases to measure", CASES.join(",")),
  against: textOption("DIR", "another checkout for comparison, with its packages installed"),
  profile: textOption("DIR", "writes CPU profiles of the servers there; slows the measurement"),
});

const NS_PER_MS = 1e6;
const MOST_RATIO = 1.2;
const SAMPLES = 1_000;
const ACTIONS = ["feed", "play", "clean", "reflect"];
/** Outlasts the delay before buffered visits are saved, so that their cost is included. */
const SAVED_AFTER_MS = 6_000;

const cases = CASES.filter((kind) => values.cases.split(",").includes(kind));
const prefix = `denkeeper_bench_${process.pid}`;

function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Returns a function that yields requests as raw bytes, cycling through the agents. */
function requestsOf(kind: BenchCase, called: readonly CalledAgent[]): () => string {
  let count = -1;
  return () => {
    const { key = "", creatureIds = [] } = called[++count % called.length] ?? {};
    const head = (line: string) => `${line} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n`;
    const post = (path: string, body: object) => {
      const json = JSON.stringify(body);
      return `${head(`POST ${path}`)}content-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json}`;
    };
    const round = count + Math.floor(count / called.length);
    const actions = creatureIds.map((creature_id, nth) => ({
      action: ACTIONS[(round + nth) % ACTIONS.length],
      creature_id,
    }));
    switch (kind) {
      case "status":
        return `${head("GET /api/house/status")}\r\n`;
      case "compact":
        return `${head("GET /api/house/status?view=compact")}\r\n`;
      case "home":
        return `${head("GET /api/house/home")}\r\n`;
      case "care":
        return post("/api/house/care", actions[round % actions.length] ?? {});
      case "visit":
        return post("/api/house/visit", { actions });
    }
  };
}

/** CPU time of a process over all its threads, in milliseconds. Returns 0 after it has exited. */
function cpuMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ", 1));
    return spent.reduce((sum, [ns]) => sum + Number(ns) / NS_PER_MS, 0);
  } catch {
    return 0;
  }
}

interface Cost {
  readonly api: number;
  readonly postgres: number;
}

interface BenchServer {
  readonly name: string;
  readonly port: number;
  /** Only this server receives calls from these agents, so every server sees houses in the same state. */
  readonly called: readonly CalledAgent[];
  /** CPU time since the server started. */
  readonly cost: () => Promise<Cost>;
  readonly stop: () => Promise<void>;
}

interface BenchSource {
  readonly database: SeededDatabase;
  readonly called: readonly CalledAgent[];
  /** Undefined for the bare server. */
  readonly checkout?: string;
}

/** Each server's connections carry a unique application name, which identifies their backends when CPU time is read. */
function settingsFor(name: string, { url }: SeededDatabase): ServiceSettings {
  return {
    ROLE: "api",
    NODE_ENV: "production",
    BASE_URL: "http://localhost",
    DATABASE_URL: `${url}?application_name=${name}`,
    REDIS_URL,
    REDIS_PREFIX: prefix,
    LOG_LEVEL: "warn",
    RATE_LIMIT_FACTOR: "1000000",
  };
}

async function startBare(name: string, { database, called }: BenchSource) {
  const [recorded] = called;
  if (recorded === undefined) throw new Error("the house has no agent to call");
  const requests = cases.map((kind) => requestsOf(kind, [recorded]));
  const calls = await recordCalls(settingsFor(`${name}_recorded`, database), requests);
  const input: BareInput = {
    url: `${database.url}?application_name=${name}`,
    port: await freePort(),
    recorded,
    called,
    calls,
  };
  const child = fork(join(import.meta.dirname, "bare/server.ts"));
  child.send(input);
  await once(child, "message");
  const stop = async (): Promise<void> => {
    child.disconnect();
    await once(child, "exit");
  };
  return { port: input.port, pid: child.pid ?? 0, stop };
}

async function startServer(name: string, source: BenchSource): Promise<BenchServer> {
  const { database, called, checkout } = source;
  const profiling = values.profile === undefined ? "" : `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}`;
  const { port, pid, stop } = await (checkout === undefined
    ? startBare(`bench_${name}`, source)
    : startService({ ...settingsFor(`bench_${name}`, database), NODE_OPTIONS: profiling }, { checkout }));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const backends = `SELECT pid FROM pg_stat_activity WHERE application_name = 'bench_${name}'`;
  return {
    name,
    port,
    called,
    async cost() {
      const { rows } = await client.query<{ pid: number }>(backends);
      return { api: cpuMsOf(pid), postgres: rows.reduce((sum, backend) => sum + cpuMsOf(backend.pid), 0) };
    },
    async stop() {
      await client.end();
      await stop();
    },
  };
}

interface BenchTally {
  readonly kind: BenchCase;
  readonly server: BenchServer;
  readonly next: () => string;
  readonly latencies: number[];
  readonly refused: Map<number, number>;
  /** CPU milliseconds per call, one entry per turn. */
  readonly costs: Cost[];
}

/**
 * Runs the calls of one case on all servers in turns. The cost of a turn includes everything the server does until its next turn.
 */
async function measureCase(kind: BenchCase, servers: readonly BenchServer[], done: () => void): Promise<BenchTally[]> {
  const tallies = servers.map((server): BenchTally => ({
    kind,
    server,
    next: requestsOf(kind, server.called),
    latencies: [],
    refused: new Map(),
    costs: [],
  }));
  for (const { server, next } of tallies) await load(server.port, values.connections, values.warm, next);
  const before = new Map<BenchServer, Cost>();
  const endTurn = async ({ server, costs }: BenchTally): Promise<void> => {
    const [was, now] = [before.get(server), await server.cost()];
    before.set(server, now);
    if (was === undefined) return;
    costs.push({ api: (now.api - was.api) / values.calls, postgres: (now.postgres - was.postgres) / values.calls });
  };
  for (let turn = 0; turn < values.turns; turn++) {
    // Alternates the order so that no server always follows the same neighbor.
    for (const tally of turn % 2 === 0 ? tallies : tallies.toReversed()) {
      const { server, next, latencies, refused } = tally;
      await endTurn(tally);
      const measured = await load(server.port, values.connections, values.calls, next);
      latencies.push(...measured.latencies);
      for (const [status, count] of measured.refused) refused.set(status, (refused.get(status) ?? 0) + count);
    }
    done();
  }
  await sleep(SAVED_AFTER_MS);
  for (const tally of tallies) await endTurn(tally);
  return tallies;
}

/** Returns the ratio of two costs with a bootstrap interval of 95 % over the turns. */
function ratioOf(one: readonly number[], other: readonly number[]) {
  const over = (turns: readonly number[]) => {
    const sum = (costs: readonly number[]) => turns.reduce((total, turn) => total + (costs[turn] ?? 0), 0);
    return sum(one) / sum(other);
  };
  const turns = one.map((_, turn) => turn);
  const sampled = Array.from({ length: SAMPLES }, () =>
    over(turns.map(() => Math.floor(Math.random() * turns.length))),
  );
  const [ratio, low, high] = [over(turns), quantile(sampled, 0.025), quantile(sampled, 0.975)];
  return { ratio, text: `${ratio.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]` };
}

const PARTS: readonly (readonly [name: string, (cost: Cost) => number])[] = [
  ["API", ({ api }) => api],
  ["PostgreSQL", ({ postgres }) => postgres],
  ["both", ({ api, postgres }) => api + postgres],
];

/** Prints one row per case and server. Returns false if the large house costs notably more than the small one. */
function report(tallies: readonly BenchTally[], stolen: number): boolean {
  let isFlat = true;
  const ofHere = PARTS.map(([name]) => `${name}, of "here"`);
  const head = ["case", "server", "API, ms", "PostgreSQL, ms", ...ofHere, "p50, ms", "p99, ms", "refused"];
  console.log(`| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}`);
  for (const { kind, server, costs, latencies, refused } of tallies) {
    const here = tallies.find((each) => each.kind === kind && each.server.name === "here")?.costs ?? costs;
    const ratios = PARTS.map(([, part]) => ratioOf(costs.map(part), here.map(part)));
    if (server.name === "small" && ratios.some(({ ratio }) => 1 / ratio > MOST_RATIO)) isFlat = false;
    const medians = PARTS.slice(0, 2).map(([, part]) => quantile(costs.map(part), 0.5).toFixed(3));
    const shown = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(1));
    const others = [...refused].map(([status, count]) => `${count} x ${status}`).join(", ");
    console.log(
      `| ${[kind, server.name, ...medians, ...ratios.map(({ text }) => text), ...shown, others].join(" | ")} |`,
    );
  }
  console.log(`${(100 * stolen).toFixed(1)} % of CPU time was taken by other machines`);
  return isFlat;
}

const cleanUp: (() => Promise<void>)[] = [];
async function closeAll(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

async function seeded(name: string, agents: number, now: number): Promise<SeededDatabase> {
  const database = await seededDatabase(`${prefix}_${name}`, agents, now);
  cleanUp.push(database.drop);
  return database;
}

process.once("SIGINT", () => void closeAll().then(() => process.exit(130)));
try {
  const now = Date.now();
  const database = await seeded("large", values.agents, now);
  const checkouts = { bare: undefined, here: ".", copy: ".", ...(values.against && { theirs: values.against }) };
  const names = Object.entries(checkouts);
  const servers: BenchServer[] = [];
  const open = async (name: string, source: BenchSource): Promise<void> => {
    const server = await startServer(name, source);
    cleanUp.push(server.stop);
    servers.push(server);
  };
  for (const [index, [name, checkout]] of names.entries()) {
    const called = database.called.filter((_, place) => place % names.length === index);
    await open(name, { database, called, ...(checkout !== undefined && { checkout }) });
  }
  if (values["small-agents"] > 0) {
    const small = await seeded("small", values["small-agents"], now);
    await open("small", { database: small, called: small.called, checkout: "." });
  }
  const stolen = watchStolen();
  const progress = progressOf("measuring");
  const tallies: BenchTally[] = [];
  let turns = 0;
  for (const kind of cases) {
    tallies.push(...(await measureCase(kind, servers, () => progress(++turns / (cases.length * values.turns)))));
  }
  process.exitCode = report(tallies, stolen()) ? 0 : 1;
} finally {
  await closeAll();
}
