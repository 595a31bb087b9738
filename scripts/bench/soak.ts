// Measures whether one process stays healthy: the usual mix at 80% of its capacity, minute by minute, with its memory.
// Exits with 1 when memory grows by more than 5 % after the warm-up, or when anything but 200 or 429 is answered. PostgreSQL
// has to run on this machine.
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { capacityOf } from "./load/capacity.ts";
import { seededDatabase } from "./house/database.ts";
import { mixOf } from "./load/requests.ts";
import { OpenLoop, type Outcome } from "./load/open-loop.ts";
import { quantile } from "./report/quantile.ts";
import { watchServer, type Watched } from "./report/watched-server.ts";
import type { Scheduled } from "./report/scheduling.ts";
import { watchBackends } from "./servers/backends.ts";
import { startService } from "./servers/servers.ts";
import { watchingStolen } from "./report/stolen.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  agents: numberOption("agents of the house, three creatures each", 100_000),
  minutes: numberOption("how long it is measured", 30),
  "warm-up-minutes": numberOption("of these, how many do not count for the memory", 5),
  share: numberOption("of the capacity", 0.8),
  rate: numberOption("requests a second, instead of a share of the capacity"),
  "node-args": textOption("LIST", "what Node is told besides, separated by spaces", ""),
  connections: numberOption("connections to PostgreSQL (as the service's default)"),
});

const MOST_GROWTH = 0.05;
const MOST_P99_OF_P50 = 10;
const EXPECTED = new Set([200, 429]);

const average = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;

const MINUTE_HEAD = [
  "| minute | answers/s | p50 ms | p99 ms | memory MB | other than 200 | stolen | API ran, waited | its helpers | PostgreSQL | load | load late p99 ms | minor GC | major GC | loop late p99, max ms |",
  `| ${"---: | ".repeat(5)}--- | ${"---: | ".repeat(9).trim()}`,
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
  ];
  return `| ${cells.join(" | ")} |`;
}

const name = `denkeeper_soak_${process.pid}`;
const minutes = values.minutes;
const house = await seededDatabase(name, values.agents, Date.now());
const backends = await watchBackends(house.url);
let fine = true;
try {
  const nodeArgs = values["node-args"].split(" ").filter((arg) => arg !== "");
  const env = values.connections === undefined ? {} : { DATABASE_CONNECTIONS: String(values.connections) };
  const server = await startService("api", { databaseUrl: house.url, redisPrefix: name, nodeArgs, env });
  const { port } = server;
  try {
    const next = mixOf(house.called);
    const peak = values.rate === undefined ? await capacityOf(port, next) : 0;
    const rate = values.rate ?? values.share * peak;
    console.log(`${rate.toFixed(0)}/s for ${minutes} minutes`);
    console.log("Ran and waited for a core: shares of one core.");
    for (const line of MINUTE_HEAD) console.log(line);
    const memory: number[] = [];
    const latencies: number[] = [];
    const strangers = new OpenLoop(port);
    const watch = await watchServer(server, backends);
    for (let minute = 1; minute <= minutes; minute++) {
      const { result, stolen } = await watchingStolen(() => strangers.run(rate, MINUTE_MS, next));
      const watched = await watch();
      memory.push(watched.memoryMb);
      for (const took of [...result.byStatus.values()].flat()) latencies.push(took);
      if ([...result.byStatus.keys()].some((status) => !EXPECTED.has(status)) || result.lost > 0) fine = false;
      console.log(rowOf(minute, result, watched, stolen));
    }
    strangers.close();
    const counted = memory.slice(Math.min(memory.length - 2, values["warm-up-minutes"]));
    const half = Math.ceil(counted.length / 2);
    const growth = average(counted.slice(-half)) / average(counted.slice(0, half)) - 1;
    if (growth > MOST_GROWTH) fine = false;
    console.log(`memory after the warm-up: second half ${(100 * growth).toFixed(1)} % above the first (at most 5 %)`);
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
    const met = p99 <= MOST_P99_OF_P50 * p50 ? "met" : "MISSED";
    console.log(
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms: ${(p99 / p50).toFixed(1)} times (at most ${MOST_P99_OF_P50}: ${met})`,
    );
  } finally {
    await server.stop();
  }
} finally {
  await backends.close();
  await house.drop();
}
process.exitCode = fine ? 0 : 1;
