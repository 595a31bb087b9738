// Compares the CPU time of calls between three servers on one database, which take turns after the same warm-up: "bare" only sends
// the recorded statements, "here" runs this checkout, and so does "copy", so that its differences from "here" are noise. Two more
// are optional: another checkout, and this one on a small database. PostgreSQL must run on this machine.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../test/processes/free-port.ts";
import { REDIS_URL } from "../../test/processes/databases.ts";
import { startService, type ServiceSettings } from "../house.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";
import { recordCalls, type BareInput } from "./bare/call.ts";
import { seededDatabase, type CalledAgent, type SeededDatabase } from "./house/database.ts";
import { load, quantile } from "./load.ts";
import { watchStolen } from "./stolen.ts";

const CASES = ["status", "compact", "home", "care", "visit"] as const;
type BenchCase = (typeof CASES)[number];

const values = optionsOf(import.meta.filename, {
  agents: numberOption("agents in the database, with three creatures each", 10_000),
  "small-agents": numberOption("agents in a second, small database; 0 for none", 0),
  against: textOption("DIR", "another checkout for comparison, with its packages installed"),
  calls: numberOption("calls per turn", 200),
  turns: numberOption("turns per case and server", 20),
  warm: numberOption("warm-up calls per case and server", 2_000),
  cases: textOption("LIST", `only these of: ${CASES.join(",")}`),
});

const NS_PER_MS = 1e6;
const CONNECTIONS = 8;
/** Resamples of the turns behind each confidence interval. */
const SAMPLES = 1_000;
const ACTIONS = ["feed", "play", "clean", "reflect"];
/** Outlasts the delay before buffered visits are saved, so that their cost is included. */
const SAVED_AFTER_MS = 6_000;

const cases = CASES.filter((kind) => values.cases?.split(",").includes(kind) ?? true);
const prefix = `denkeeper_bench_${process.pid}`;

/** Returns a function that returns the next request as raw HTTP, cycling through the agents. */
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

/** Returns the CPU time of a process over all its threads, in milliseconds, or 0 if it has exited. */
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
  /** CPU milliseconds since the server started. */
  readonly cost: () => Promise<Cost>;
  readonly stop: () => Promise<void>;
}

/** Gives the connections of each server their own application name, by which the CPU time of their backends is read. */
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

async function startBare(name: string, database: SeededDatabase, called: readonly CalledAgent[]) {
  const [recorded] = called;
  if (recorded === undefined) throw new Error("the database has no agent to call");
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

interface BenchSource {
  readonly database: SeededDatabase;
  readonly called: readonly CalledAgent[];
  /** Undefined for the bare server. */
  readonly checkout: string | undefined;
}

async function startServer(name: string, { database, called, checkout }: BenchSource): Promise<BenchServer> {
  const { port, pid, stop } = await (checkout === undefined
    ? startBare(`bench_${name}`, database, called)
    : startService(settingsFor(`bench_${name}`, database), { checkout }));
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
  readonly server: BenchServer;
  readonly next: () => string;
  readonly latencies: number[];
  readonly refused: Map<number, number>;
  /** CPU milliseconds per call, one entry per turn. */
  readonly costs: Cost[];
}

/** Runs the calls of one case on all servers in turns. The cost of a turn includes all CPU time until the server's next turn. */
async function measureCase(kind: BenchCase, servers: readonly BenchServer[]): Promise<readonly BenchTally[]> {
  const tallies = servers.map((server): BenchTally => ({
    server,
    next: requestsOf(kind, server.called),
    latencies: [],
    refused: new Map(),
    costs: [],
  }));
  for (const { server, next } of tallies) await load(server.port, CONNECTIONS, values.warm, next);
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
      const measured = await load(server.port, CONNECTIONS, values.calls, next);
      latencies.push(...measured.latencies);
      for (const [status, count] of measured.refused) refused.set(status, (refused.get(status) ?? 0) + count);
    }
  }
  await sleep(SAVED_AFTER_MS);
  for (const tally of tallies) await endTurn(tally);
  return tallies;
}

/** Formats the ratio of two costs with a bootstrap interval of 95 % over the turns. */
function ratioOf(one: readonly number[], other: readonly number[]): string {
  const over = (turns: readonly number[]) => {
    const sum = (costs: readonly number[]) => turns.reduce((total, turn) => total + (costs[turn] ?? 0), 0);
    return sum(one) / sum(other);
  };
  const turns = one.map((_, turn) => turn);
  const sampled = Array.from({ length: SAMPLES }, () =>
    over(turns.map(() => Math.floor(Math.random() * turns.length))),
  );
  const [ratio, low, high] = [over(turns), quantile(sampled, 0.025), quantile(sampled, 0.975)];
  return `${ratio.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
}

const PARTS: readonly (readonly [name: string, (cost: Cost) => number])[] = [
  ["API", ({ api }) => api],
  ["PostgreSQL", ({ postgres }) => postgres],
  ["both", ({ api, postgres }) => api + postgres],
];

const OF_HERE = PARTS.map(([name]) => `${name}, of "here"`);
const HEAD = ["case", "server", "API, ms", "PostgreSQL, ms", ...OF_HERE, "p50, ms", "p99, ms", "refused"];

function report(kind: BenchCase, tallies: readonly BenchTally[]): void {
  for (const { server, costs, latencies, refused } of tallies) {
    const here = tallies.find((each) => each.server.name === "here")?.costs ?? costs;
    const ratios = PARTS.map(([, part]) => ratioOf(costs.map(part), here.map(part)));
    const medians = PARTS.slice(0, 2).map(([, part]) => quantile(costs.map(part), 0.5).toFixed(3));
    const shown = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(1));
    const others = [...refused].map(([status, count]) => `${count} x ${status}`).join(", ");
    console.log(`| ${[kind, server.name, ...medians, ...ratios, ...shown, others].join(" | ")} |`);
  }
}

const cleanUp: (() => Promise<void>)[] = [];
async function closeAll(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

process.once("SIGINT", () => void closeAll().then(() => process.exit(130)));
try {
  const small = values["small-agents"];
  const opened = async (name: string, source: BenchSource) => {
    const server = await startServer(name, source);
    cleanUp.push(server.stop);
    return server;
  };
  const seeded = async (name: string, agents: number) => {
    console.log(`Seeding ${agents} houses`);
    const database = await seededDatabase(`${prefix}_${name}`, agents, Date.now());
    cleanUp.push(database.drop);
    return database;
  };
  const database = await seeded("large", values.agents);
  const checkouts = { bare: undefined, here: ".", copy: ".", ...(values.against && { theirs: values.against }) };
  const names = Object.entries(checkouts);
  const servers: BenchServer[] = [];
  for (const [index, [name, checkout]] of names.entries()) {
    const called = database.called.filter((_, place) => place % names.length === index);
    servers.push(await opened(name, { database, called, checkout }));
  }
  if (small > 0) {
    const few = await seeded("small", small);
    servers.push(await opened("small", { database: few, called: few.called, checkout: "." }));
  }
  const stolen = watchStolen();
  console.log(`| ${HEAD.join(" | ")} |\n|${" --- |".repeat(HEAD.length)}`);
  for (const kind of cases) report(kind, await measureCase(kind, servers));
  console.log(`${(100 * stolen()).toFixed(1)} % of CPU time was taken by other machines`);
} finally {
  await closeAll();
}
