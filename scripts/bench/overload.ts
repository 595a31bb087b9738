// Measures a server at three times its capacity: it must keep most of its throughput, reject the rest quickly, and
// recover right after. Exits with 1 when a target is missed.
import { seededDatabase } from "./house/database.ts";
import { load } from "./load/load.ts";
import { mixOf } from "./load/requests.ts";
import { openLoop } from "./load/open-loop.ts";
import { quantile } from "./report/quantile.ts";
import { startService, type Server } from "./servers/servers.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  agents: numberOption("agents of the house, three creatures each", 5_000),
  seconds: numberOption("how long each phase takes", 10),
  slots: textOption("LIST", "values of MAX_CONCURRENT_REQUESTS to try, one after the other", "32"),
  times: numberOption("how many times the capacity is sent", 3),
});

/** As few as fill the server: more would be rejected and call again at once. */
const CLOSED_CONNECTIONS = 20;
const WARM_UP_MS = 10_000;
const LEAST_GOODPUT = 0.7;
const REFUSED_WITHIN_MS = 100;

const ms = 1000 * values.seconds;

async function peakOf({ port }: Server, next: () => string, forMs: number): Promise<number> {
  const { latencies, refused, seconds } = await load(port, CLOSED_CONNECTIONS, forMs, next);
  const failed = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return (latencies.length - failed) / seconds;
}

/** Whether every target is met. */
async function measure(server: Server, next: () => string, slots: string): Promise<boolean> {
  await peakOf(server, next, WARM_UP_MS);
  const peak = await peakOf(server, next, ms);
  const over = await openLoop(server.port, values.times * peak, ms, next);
  const after = await peakOf(server, next, 2_000);
  const good = over.byStatus.get(200) ?? [];
  const refused = [...(over.byStatus.get(503) ?? []), ...(over.byStatus.get(429) ?? [])];
  const other = [...over.byStatus].filter(([status]) => ![200, 429, 503].includes(status));
  const goodput = good.length / over.seconds;
  const met = goodput >= LEAST_GOODPUT * peak && quantile(refused, 0.99) <= REFUSED_WITHIN_MS && other.length === 0;
  console.log(
    [
      `slots ${slots}: peak ${peak.toFixed(0)}/s; offered ${((over.sent + over.unsent) / over.seconds).toFixed(0)}/s`,
      `  goodput ${goodput.toFixed(0)}/s, ${(goodput / peak).toFixed(2)} of peak (at least ${LEAST_GOODPUT}); p50 ${quantile(good, 0.5).toFixed(0)} ms, p99 ${quantile(good, 0.99).toFixed(0)} ms`,
      `  refused ${refused.length}: p50 ${quantile(refused, 0.5).toFixed(0)} ms, p99 ${quantile(refused, 0.99).toFixed(0)} ms (at most ${REFUSED_WITHIN_MS}), slowest ${quantile(refused, 1).toFixed(0)} ms`,
      `  the load itself was late by p50 ${quantile(over.lateness, 0.5).toFixed(0)} ms, p99 ${quantile(over.lateness, 0.99).toFixed(0)} ms`,
      `  no free connection for ${over.unsent}, lost ${over.lost}, other answers: ${other.map(([status, all]) => `${all.length} x ${status}`).join(", ") || "none"}`,
      `  right after: ${after.toFixed(0)}/s, ${(after / peak).toFixed(2)} of peak; ${met ? "met" : "MISSED"}`,
    ].join("\n"),
  );
  return met;
}

const name = `denkeeper_overload_${process.pid}`;
const house = await seededDatabase(name, values.agents, Date.now());
let missed = false;
try {
  for (const slots of values.slots.split(",")) {
    const env = { MAX_CONCURRENT_REQUESTS: slots };
    const server = await startService("api", { databaseUrl: house.url, redisPrefix: name, env });
    try {
      if (!(await measure(server, mixOf(house.called), slots))) missed = true;
    } finally {
      await server.stop();
    }
  }
} finally {
  await house.drop();
}
process.exitCode = missed ? 1 : 0;
