// Measures processor time and latency of status, care and two public reads: on a large house, on a small one, and, with --against, by
// another checkout on the large database. Servers run concurrently and are called in turns, so noise affects them equally. Needs
// PostgreSQL on this machine. Exits with 1 when the large house costs more than 1.15 times the small one.
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { REDIS_URL } from "../../test/processes/databases.ts";
import { startService } from "../house.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";
import { progressOf } from "../progress.ts";
import { seededDatabase, type CalledAgent, type SeededDatabase } from "./house/database.ts";
import { load } from "./load.ts";
import { watchStolen } from "./stolen.ts";

const CASES = ["status", "care", "hall", "graveyard"] as const;
type BenchCase = (typeof CASES)[number];

const values = optionsOf(import.meta.filename, {
  agents: numberOption(
    "agents of the large house, three creatures each; a million take 16 GB and several minutes",
    100_000,
  ),
  "small-agents": numberOption("agents of the small house; 0 for none", 10_000),
  seconds: numberOption("length of each case on each server", 10),
  turns: numberOption("turns of each case", 8),
  connections: numberOption("concurrent calls", 16),
  against: textOption("DIR", "another checkout to compare with, which has its packages installed"),
});

const WARM_UP_MS = 2_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const MOST_RATIO = 1.15;
/** The hall and the graveyard show more in a large house. */
const WITH_TARGETS: ReadonlySet<BenchCase> = new Set(["status", "care"]);
const ACTIONS = ["feed", "play", "clean", "reflect"];

const prefix = `denkeeper_bench_${process.pid}`;

/** Quantile of the measured numbers; 0.5 is the median. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Returns a function that gives the next request, over all called agents in turn. */
function requestsOf(kind: BenchCase, called: readonly CalledAgent[]): () => string {
  const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`;
  let count = -1;
  return () => {
    const { key = "", creatureId = "" } = called[++count % called.length] ?? {};
    const headers = `authorization: Bearer ${key}\r\n`;
    if (kind === "status") return get("/api/house/status", headers);
    if (kind !== "care") return get(`/api/house/${kind}`);
    const body = JSON.stringify({ action: ACTIONS[count % ACTIONS.length], creature_id: creatureId });
    const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `POST /api/house/care HTTP/1.1\r\nhost: bench\r\n${headers}${typed}\r\n${body}`;
  };
}

/** User and system time of a process, in milliseconds; 0 when it has ended. */
function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The fields from the third on follow the name in brackets; user and system time are the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

interface BenchServer {
  readonly name: string;
  readonly port: number;
  readonly database: SeededDatabase;
  readonly apiMs: () => number;
  /** Processor time of PostgreSQL for this database. Pooled connections live longer than a measurement. */
  readonly postgresMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

async function startServer(name: string, database: SeededDatabase, checkout = "."): Promise<BenchServer> {
  const settings = {
    ROLE: "api",
    NODE_ENV: "production",
    BASE_URL: "http://localhost",
    DATABASE_URL: database.url,
    REDIS_URL,
    REDIS_PREFIX: prefix,
    LOG_LEVEL: "warn",
    RATE_LIMIT_FACTOR: "1000000",
  };
  const { port, pid, stop } = await startService(settings, { checkout });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const backends = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  return {
    name,
    port,
    database,
    apiMs: () => cpuMsOf(pid),
    async postgresMs() {
      const { rows } = await client.query<{ pid: number }>(backends);
      return rows.reduce((sum, backend) => sum + cpuMsOf(backend.pid), 0);
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
  /** Processor time for each answer, in milliseconds, by turn. */
  readonly api: number[];
  readonly postgres: number[];
}

async function measure(servers: readonly BenchServer[]): Promise<readonly BenchTally[]> {
  const tallies = servers.flatMap((server) =>
    CASES.map((kind): BenchTally => ({
      kind,
      server,
      next: requestsOf(kind, server.database.called),
      latencies: [],
      refused: new Map(),
      api: [],
      postgres: [],
    })),
  );
  for (const { server, next } of tallies) await load(server.port, values.connections, WARM_UP_MS, next);
  const progress = progressOf("measuring");
  for (let turn = 0; turn < values.turns; turn++) {
    for (const [number, kind] of CASES.entries()) {
      const asked = tallies.filter((each) => each.kind === kind);
      // The order changes, so that no server always follows the same one.
      for (const { server, next, latencies, refused, api, postgres } of turn % 2 === 0 ? asked : asked.toReversed()) {
        const [apiBefore, postgresBefore] = [server.apiMs(), await server.postgresMs()];
        const ms = (1000 * values.seconds) / values.turns;
        const measured = await load(server.port, values.connections, ms, next);
        api.push((server.apiMs() - apiBefore) / measured.latencies.length);
        postgres.push(((await server.postgresMs()) - postgresBefore) / measured.latencies.length);
        for (const each of measured.latencies) latencies.push(each);
        for (const [status, count] of measured.refused) refused.set(status, (refused.get(status) ?? 0) + count);
      }
      progress((turn * CASES.length + number + 1) / (values.turns * CASES.length));
    }
  }
  return tallies;
}

/** Prints a row for each case and server. Returns whether the large house costs little more than the small one. */
function report(tallies: readonly BenchTally[], stolen: number): boolean {
  const costOf = ({ api, postgres }: BenchTally): readonly number[] =>
    api.map((ms, turn) => ms + (postgres[turn] ?? 0));
  let isFlat = true;
  console.log(
    "| case | server | API, ms CPU | PostgreSQL, ms CPU | p50, ms | p99, ms | refused | of the large house |",
  );
  console.log("| --- | --- | ---: | ---: | ---: | ---: | --- | ---: |");
  for (const tally of tallies) {
    const large = tallies.find(({ kind, server }) => kind === tally.kind && server.name === "large") ?? tally;
    // Turn by turn, because other work on the machine disturbs single turns by a third.
    const ratio = quantile(
      costOf(tally).map((cost, turn) => cost / (costOf(large)[turn] ?? Number.NaN)),
      0.5,
    );
    if (tally.server.name === "small" && WITH_TARGETS.has(tally.kind) && 1 / ratio > MOST_RATIO) isFlat = false;
    const figures = [quantile(tally.api, 0.5), quantile(tally.postgres, 0.5)].map((ms) => ms.toFixed(3));
    const latencies = [0.5, 0.99].map((share) => quantile(tally.latencies, share).toFixed(1));
    const refused = [...tally.refused].map(([status, count]) => `${count} x ${status}`).join(", ");
    console.log(
      `| ${[tally.kind, tally.server.name, ...figures, ...latencies, refused, ratio.toFixed(2)].join(" | ")} |`,
    );
  }
  console.log(`${(100 * stolen).toFixed(1)} % of the processor was taken by other machines`);
  return isFlat;
}

const cleanUp: (() => Promise<void>)[] = [];
async function closeAll(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

async function opened(name: string, database: SeededDatabase, checkout?: string): Promise<BenchServer> {
  const server = await startServer(name, database, checkout);
  cleanUp.push(server.stop);
  return server;
}

process.once("SIGINT", () => void closeAll().then(() => process.exit(130)));
try {
  const now = Date.now();
  const large = await seededDatabase(`${prefix}_large`, values.agents, now);
  cleanUp.push(large.drop);
  const servers = [await opened("large", large)];
  if (values.against !== undefined) servers.push(await opened("theirs", large, values.against));
  if (values["small-agents"] > 0) {
    const small = await seededDatabase(`${prefix}_small`, values["small-agents"], now);
    cleanUp.push(small.drop);
    servers.push(await opened("small", small));
  }
  const stolen = watchStolen();
  process.exitCode = report(await measure(servers), stolen()) ? 0 : 1;
} finally {
  await closeAll();
}
