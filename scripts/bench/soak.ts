// Measures whether one process stays healthy: the usual mix at 80% of its capacity, minute by minute, with its memory and
// what the slowest requests waited for.
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { parseArgs } from "node:util";
import { capacityOf } from "./load/capacity.ts";
import { seededDatabase } from "./house/database.ts";
import { mixOf } from "./load/mix.ts";
import type { Outcome } from "./load/open-loop.ts";
import { OpenLoop } from "./load/open-loop.ts";
import type { Timing } from "./load/timing.ts";
import { slowestOf } from "./load/timing.ts";
import { quantile } from "./report/quantile.ts";
import { watchServer } from "./report/watched-server.ts";
import type { Watched } from "./report/watched-server.ts";
import type { Scheduled } from "./report/scheduling.ts";
import { watchBackends } from "./servers/backends.ts";
import { startApi } from "./servers/servers.ts";
import { watchingStolen } from "./report/stolen.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    agents: { type: "string", default: "100000" },
    minutes: { type: "string", default: "30" },
    "warm-up-minutes": { type: "string", default: "5" },
    share: { type: "string", default: "0.8" },
    rate: { type: "string" },
    "node-args": { type: "string", default: "" },
    connections: { type: "string" },
  },
});

if (values.help) {
  console.log(`npm run bench -- soak [options]

Seeds a database of its own, finds the capacity of one API process for status (70), care (20) and hall (10 of 100), then
sends a share of it without waiting for answers. Prints a line a minute, and what the slowest percent of the requests
waited for. Exits with 1 when memory grows by more than 5 % after the warm-up, or when anything but 200 or 429 is
answered. Needs PostgreSQL and Redis on this machine (TEST_DATABASE_URL, TEST_REDIS_URL).
  --agents N           agents of the house, three creatures each (100000)
  --minutes N          how long it is measured (30)
  --warm-up-minutes N  of these, how many do not count for the memory (5)
  --share N            of the capacity (0.8)
  --rate N             requests a second, instead of a share of the capacity
  --connections N      connections to PostgreSQL (as the service's default)
  --node-args LIST     what Node is told besides, separated by spaces`);
  process.exit(0);
}

const MOST_GROWTH = 0.05;
const MOST_P99_OF_P50 = 10;
const EXPECTED = new Set([200, 429]);
const SLOWEST = 0.01;
/** Not a divisor of the mix, so that every kind of request is timed. */
const TIMED_EVERY = 7;
const TIMING = new URL("./servers/time-requests.ts", import.meta.url).href;

const average = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

const MINUTE_HEAD = [
  "| minute | answers/s | p50 ms | p99 ms | memory MB | other than 200 | stolen | API ran, waited | its helpers | PostgreSQL | load | load late p99 ms | minor GC | major GC | loop late p99, max ms | slowest 1 %: took | outside | queue | Redis | pool | database | rest |",
  `| ${"---: | ".repeat(5)}--- | ${"---: | ".repeat(16).trim()}`,
];

function othersThan200({ byStatus, lost, unsent }: Outcome): readonly string[] {
  const others = [...byStatus].filter(([status]) => status !== 200);
  return [
    ...others.map(([status, { length }]) => `${length} x ${status}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
  ];
}

function rowOf(minute: number, result: Outcome, watched: Watched, stolen: number): string {
  const all = [...result.byStatus.values()].flat();
  const ms = 1000 * result.seconds;
  const cpu = ({ ranMs, waitedMs }: Scheduled) => `${percent(ranMs, ms)}, ${percent(waitedMs, ms)}`;
  const slowest = slowestOf(result.timings, SLOWEST);
  const parts: (keyof Timing)[] = ["took", "outside", "queue", "redis", "pool", "database", "rest"];
  const cells = [
    minute,
    (all.length / result.seconds).toFixed(0),
    quantile(all, 0.5).toFixed(1),
    quantile(all, 0.99).toFixed(0),
    watched.memoryMb.toFixed(0),
    othersThan200(result).join(", ") || "none",
    percent(stolen, 1),
    cpu(watched.api),
    cpu(watched.apiHelpers),
    cpu(watched.database),
    cpu(watched.load),
    quantile(result.lateness, 0.99).toFixed(1),
    `${watched.minor.count}, ${watched.minor.ms.toFixed(0)} ms`,
    `${watched.major.count}, ${watched.major.ms.toFixed(0)} ms`,
    `${watched.lateP99Ms.toFixed(0)}, ${watched.lateMaxMs.toFixed(0)}`,
    ...parts.map((part) => slowest?.[part].toFixed(1) ?? ""),
  ];
  return `| ${cells.join(" | ")} |`;
}

const name = `denkeeper_soak_${process.pid}`;
const minutes = Number(values.minutes);
const house = await seededDatabase(name, Number(values.agents), Date.now());
const backends = await watchBackends(house.url);
let fine = true;
try {
  const nodeArgs = ["--import", TIMING, ...values["node-args"].split(" ").filter((arg) => arg !== "")];
  const env = values.connections === undefined ? {} : { DATABASE_CONNECTIONS: values.connections };
  const server = await startApi({ databaseUrl: house.url, redisPrefix: name, nodeArgs, env });
  const { port } = server;
  try {
    const next = mixOf(house.called, TIMED_EVERY);
    const peak = values.rate === undefined ? await capacityOf(port, next) : 0;
    const rate = values.rate === undefined ? Number(values.share) * peak : Number(values.rate);
    console.log(`${rate.toFixed(0)}/s for ${minutes} minutes`);
    console.log("Ran and waited for a core: shares of one core. Slowest requests: milliseconds on average.");
    for (const line of MINUTE_HEAD) console.log(line);
    const memory: number[] = [];
    const latencies: number[] = [];
    const timings: Timing[] = [];
    const strangers = new OpenLoop(port);
    const watch = await watchServer(server, backends);
    for (let minute = 1; minute <= minutes; minute++) {
      const { result, stolen } = await watchingStolen(() => strangers.run(rate, MINUTE_MS, next));
      const watched = await watch();
      memory.push(watched.memoryMb);
      for (const took of [...result.byStatus.values()].flat()) latencies.push(took);
      timings.push(...result.timings);
      if ([...result.byStatus.keys()].some((status) => !EXPECTED.has(status)) || result.lost > 0) fine = false;
      console.log(rowOf(minute, result, watched, stolen));
    }
    strangers.close();
    const counted = memory.slice(Math.min(memory.length - 2, Number(values["warm-up-minutes"])));
    const half = Math.ceil(counted.length / 2);
    const growth = average(counted.slice(-half)) / average(counted.slice(0, half)) - 1;
    if (growth > MOST_GROWTH) fine = false;
    console.log(`memory after the warm-up: second half ${(100 * growth).toFixed(1)} % above the first (at most 5 %)`);
    tellTail(latencies, timings);
  } finally {
    await server.stop();
  }
} finally {
  await backends.close();
  await house.drop();
}
process.exitCode = fine ? 0 : 1;

function tellTail(latencies: readonly number[], timings: readonly Timing[]): void {
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  const met = p99 <= MOST_P99_OF_P50 * p50;
  console.log(
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms: ${(p99 / p50).toFixed(1)} times (at most ${MOST_P99_OF_P50}: ${met ? "met" : "MISSED"})`,
  );
  const slowest = slowestOf(timings, SLOWEST);
  if (slowest === undefined) return;
  const { took, ...parts } = slowest;
  const shares = Object.entries(parts).map(([part, ms]) => `${part} ${percent(ms, took)}`);
  console.log(`the slowest percent took ${took.toFixed(0)} ms on average: ${shares.join(", ")}`);
}
