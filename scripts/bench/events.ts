// Measures long polling: its cost in memory and in other callers' latency, how fast an event arrives, and that a
// shutdown answers every caller and a restart neither loses nor repeats an event.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Database } from "../../src/store/db/db.ts";
import { insertPosting } from "../../src/store/money/ledger.ts";
import { freePort } from "../../test/processes/free-port.ts";
import type { CalledAgent } from "./house/database.ts";
import { seededDatabase } from "./house/database.ts";
import { Connection } from "./load/load.ts";
import { openLoop } from "./load/open-loop.ts";
import { quantile } from "./report/quantile.ts";
import type { Server } from "./servers/servers.ts";
import { startApi } from "./servers/servers.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    pollers: { type: "string", default: "2000" },
    seconds: { type: "string", default: "6" },
    rate: { type: "string", default: "60" },
  },
});

if (values.help) {
  console.log(`npm run bench:events -- [options]

Seeds a database of its own, lets callers wait for events at one API process, and measures memory, the latency of status
calls beside them, the arrival of events, the answers to a stop, and what is told after a restart. Exits with 1 when a
target is missed. Needs PostgreSQL and Redis (TEST_DATABASE_URL, TEST_REDIS_URL).
  --pollers N  how many long polls wait (2000)
  --seconds N  how long latencies are measured (6)
  --rate N     status calls a second meanwhile (60)`);
  process.exit(0);
}

const MOST_KB = 40;
const MOST_SLOWER = 1.1;
const ARRIVES_WITHIN_MS = 1_000;
const STOPS_WITHIN_MS = 2_000;
const SAMPLE = 200;
const AT_A_TIME = 30;

const pollers = Number(values.pollers);
const forMs = 1000 * Number(values.seconds);
const name = `denkeeper_bench_events_${process.pid}`;
let met = true;

function judge(what: string, figure: string, isMet: boolean): void {
  met &&= isMet;
  console.log(`${isMet ? "met   " : "MISSED"}  ${what}: ${figure}`);
}

const get = (path: string, { key }: CalledAgent) =>
  `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n\r\n`;

interface EventsAnswer {
  readonly events: readonly { readonly id: string }[];
  readonly cursor: string;
}

/** A caller that long-polls: its connection, its cursor, and the events it received. */
class Poller {
  readonly agent: CalledAgent;
  cursor = "";
  readonly heard: string[] = [];
  #connection: Connection;

  constructor(agent: CalledAgent, port: number) {
    this.agent = agent;
    this.#connection = new Connection(port);
  }

  /** What has happened, at once or after a wait. */
  async ask(wait: number): Promise<number> {
    const since = this.cursor === "" ? "" : `&since=${this.cursor}`;
    const request = get(`/api/house/events?limit=100&wait=${wait}${since}`, this.agent);
    let { status, body } = await this.#connection.ask(request);
    // A rejected call is retried, as the answer says.
    while (status === 503) {
      await sleep(500);
      ({ status, body } = await this.#connection.ask(request));
    }
    if (status !== 200) return status;
    const { events, cursor } = JSON.parse(body) as EventsAnswer;
    this.cursor = cursor;
    this.heard.push(...events.map(({ id }) => id));
    return status;
  }

  reconnect(port: number): void {
    this.#connection.close();
    this.#connection = new Connection(port);
  }

  close(): void {
    this.#connection.close();
  }
}

/** Those who begin to wait come one after the other, and not all within a moment. */
async function waitingOf(all: readonly Poller[]): Promise<readonly Promise<number>[]> {
  const waiting: Promise<number>[] = [];
  for (const poller of all) {
    waiting.push(poller.ask(30));
    if (waiting.length % AT_A_TIME === 0) await sleep(50);
  }
  return waiting;
}

async function metric(port: number, wanted: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${wanted}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** The least of a few looks: what was not collected yet is no cost of waiting. */
async function residentKb(port: number): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 8; look++) {
    least = Math.min(least, (await metric(port, "process_resident_memory_bytes")) / 1024);
    await sleep(250);
  }
  return least;
}

async function latencies({ port }: Server, called: readonly CalledAgent[]): Promise<readonly number[]> {
  let count = 0;
  const next = () => get("/api/house/status", called[count++ % called.length] as CalledAgent);
  const { byStatus } = await openLoop(port, Number(values.rate), forMs, next);
  return byStatus.get(200) ?? [];
}

async function post(database: Database, { agentId }: CalledAgent): Promise<void> {
  await database.withTransaction((tx) =>
    insertPosting(tx, {
      agentId,
      key: randomUUID(),
      kind: "purchase",
      purchaseId: null,
      credits: 1,
      mayOverdraw: false,
      at: Date.now(),
    }),
  );
}

const seeded = await seededDatabase(name, pollers + 500, Date.now());
const port = await freePort();
const start = () =>
  startApi({
    databaseUrl: seeded.url,
    redisPrefix: name,
    port,
    nodeArgs: ["--expose-gc"],
    env: { ITEM_MODEL: "none" },
  });
const database = new Database(seeded.url, 4, () => {});
let server = await start();
try {
  const all = seeded.called.slice(0, pollers).map((agent) => new Poller(agent, port));
  const others = seeded.called.slice(pollers, pollers + 400);
  // Everybody looks first, and again with a wait: connections, plans and caches are warm, and eggs are none.
  for (let at = 0; at < 2 * all.length; at += AT_A_TIME) {
    const from = at % all.length;
    await Promise.all(all.slice(from, from + AT_A_TIME).map((poller) => poller.ask(0)));
  }
  await latencies(server, others);
  const before = await latencies(server, others);
  const emptyKb = await residentKb(port);

  const waiting = await waitingOf(all);
  for (const end = Date.now() + 20_000; (await metric(port, "denkeeper_open_long_polls")) < pollers * 0.95;) {
    if (Date.now() > end) throw new Error("they do not wait");
    await sleep(100);
  }
  const fullKb = await residentKb(port);
  const beside = await latencies(server, others);
  const kb = (fullKb - emptyKb) / pollers;
  judge(`${pollers} pollers, memory of each`, `${kb.toFixed(1)} KB`, kb <= MOST_KB);
  const [calm, busy] = [quantile(before, 0.5), quantile(beside, 0.5)];
  const [calm95, busy95] = [quantile(before, 0.95), quantile(beside, 0.95)];
  judge(
    `status beside them, median of ${beside.length}`,
    `${calm.toFixed(2)} ms alone, ${busy.toFixed(2)} ms beside; p95 ${calm95.toFixed(2)} and ${busy95.toFixed(2)} ms`,
    busy <= calm * MOST_SLOWER,
  );
  await Promise.all(waiting);

  const rounds = all.slice(0, SAMPLE);
  const again = await waitingOf(all);
  await sleep(1_500);
  const arrivals: number[] = [];
  for (const [index, poller] of rounds.entries()) {
    await post(database, poller.agent);
    const at = performance.now();
    void again[index]?.then(() => arrivals.push(performance.now() - at));
    await sleep(10);
  }
  await Promise.all(again.slice(0, SAMPLE));
  const slowest = Math.max(...arrivals);
  judge(
    `${SAMPLE} events, written to told`,
    `median ${quantile(arrivals, 0.5).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
    slowest <= ARRIVES_WITHIN_MS,
  );

  const stopAt = performance.now();
  const answered = Promise.all(again);
  const stopping = server.stop();
  const statuses = await answered;
  const took = performance.now() - stopAt;
  const good = statuses.filter((status) => status === 200).length;
  judge(
    "SIGTERM answers all",
    `${good} of ${pollers} with 200 in ${took.toFixed(0)} ms`,
    good === pollers && took <= STOPS_WITHIN_MS,
  );
  await stopping;
  for (const { agent } of rounds) await post(database, agent);
  server = await start();
  for (const poller of rounds) poller.reconnect(port);
  for (const poller of rounds) {
    await poller.ask(0);
    await poller.ask(0);
  }
  const credited = rounds.map(({ heard }) => heard.filter((id) => id.startsWith("n")));
  const lost = credited.filter((ids) => new Set(ids).size < 2).length;
  const twice = rounds.filter(({ heard }) => new Set(heard).size < heard.length).length;
  judge(
    `${SAMPLE} agents across a restart`,
    `${lost} lost an event, ${twice} heard one twice`,
    lost === 0 && twice === 0,
  );
  for (const poller of all) poller.close();
} finally {
  await server.stop();
  await database.close();
  await seeded.drop();
}
process.exit(met ? 0 : 1);
