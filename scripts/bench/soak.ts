// Measures whether one process stays healthy: the usual mix at 80% of its capacity, with memory and p99 minute by
// minute.
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { capacityOf } from "./load/capacity.ts";
import { seededDatabase } from "./house/database.ts";
import { mixOf } from "./load/mix.ts";
import { OpenLoop } from "./load/open-loop.ts";
import { quantile } from "./report/quantile.ts";
import { startApi } from "./servers/servers.ts";
import { watchingStolen } from "./report/stolen.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    agents: { type: "string", default: "100000" },
    minutes: { type: "string", default: "30" },
    "warm-up-minutes": { type: "string", default: "5" },
    share: { type: "string", default: "0.8" },
  },
});

if (values.help) {
  console.log(`npm run bench:soak -- [options]

Seeds a database of its own, finds the capacity of one API process for status (70), care (20) and hall (10 of 100), then
sends a share of it without waiting for answers. Prints a line a minute. Exits with 1 when memory grows by more than 5 %
after the warm-up, or when anything but 200 or 429 is answered. Needs PostgreSQL and Redis (TEST_DATABASE_URL,
TEST_REDIS_URL).
  --agents N           agents of the house, three creatures each (100000)
  --minutes N          how long it is measured (30)
  --warm-up-minutes N  of these, how many do not count for the memory (5)
  --share N            of the capacity (0.8)`);
  process.exit(0);
}

const MOST_GROWTH = 0.05;
const EXPECTED = new Set([200, 429]);
const MB = 1024;

/** Resident memory, in megabytes. */
function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / MB;
}

const average = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const name = `denkeeper_soak_${process.pid}`;
const minutes = Number(values.minutes);
const house = await seededDatabase(name, Number(values.agents), Date.now());
let fine = true;
try {
  const server = await startApi({ databaseUrl: house.url, redisPrefix: name });
  const { port } = server;
  try {
    const next = mixOf(house.called);
    const peak = await capacityOf(port, next);
    const rate = Number(values.share) * peak;
    console.log(`peak ${peak.toFixed(0)}/s; ${rate.toFixed(0)}/s for ${minutes} minutes`);
    console.log("| minute | answers/s | p50 ms | p99 ms | memory MB | other than 200 | taken by other machines |");
    console.log("| ---: | ---: | ---: | ---: | ---: | --- | ---: |");
    const memory: number[] = [];
    const strangers = new OpenLoop(port);
    for (let minute = 1; minute <= minutes; minute++) {
      const { result, stolen } = await watchingStolen(() => strangers.run(rate, MINUTE_MS, next));
      const { byStatus, seconds: took, lost } = result;
      const all = [...byStatus.values()].flat();
      const others = [...byStatus].filter(([status]) => status !== 200);
      memory.push(memoryMb(server.pid));
      if (others.some(([status]) => !EXPECTED.has(status)) || lost > 0) fine = false;
      const told = [
        ...others.map(([status, { length }]) => `${length} x ${status}`),
        ...(lost > 0 ? [`${lost} lost`] : []),
      ];
      console.log(
        `| ${minute} | ${(all.length / took).toFixed(0)} | ${quantile(all, 0.5).toFixed(1)} | ${quantile(all, 0.99).toFixed(0)} | ${memory.at(-1)?.toFixed(0)} | ${told.join(", ") || "none"} | ${(100 * stolen).toFixed(0)} % |`,
      );
    }
    strangers.close();
    const counted = memory.slice(Math.min(memory.length - 2, Number(values["warm-up-minutes"])));
    const half = Math.ceil(counted.length / 2);
    const growth = average(counted.slice(-half)) / average(counted.slice(0, half)) - 1;
    if (growth > MOST_GROWTH) fine = false;
    console.log(`memory after the warm-up: second half ${(100 * growth).toFixed(1)} % above the first (at most 5 %)`);
  } finally {
    await server.stop();
  }
} finally {
  await house.drop();
}
process.exitCode = fine ? 0 : 1;
