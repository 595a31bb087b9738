// Measures pages that are kept up to date: what an open one costs in memory, what all of them cost while nothing happens, how
// fast care arrives, and that a shutdown ends every stream.
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { hashOfKey, newKey } from "../../src/identity/api-key.ts";
import { Database } from "../../src/store/db/db.ts";
import { migrate } from "../../src/store/db/migrate.ts";
import { SERVER_URL, onServer } from "../../test/processes/databases.ts";
import { freePort } from "../../test/processes/free-port.ts";
import { crowd } from "../seed/crowd.ts";
import { storeCrowd } from "../seed/store-crowd.ts";
import { Connection } from "./load/load.ts";
import { quantile } from "./report/quantile.ts";
import { startApi } from "./servers/servers.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    pages: { type: "string", default: "500" },
    seconds: { type: "string", default: "60" },
  },
});

if (values.help) {
  console.log(`npm run bench:live -- [options]

Seeds a database of its own, opens pages at one API process (a third each of home, list and creature) and measures their
memory, processor time while nothing happens, how fast care arrives, and a stop. Exits with 1 when a target is missed. Needs
PostgreSQL and Redis (TEST_DATABASE_URL, TEST_REDIS_URL).
  --pages N    how many pages are open (500)
  --seconds N  how long nothing happens (60)`);
  process.exit(0);
}

const MOST_KB = 10;
const MOST_CPU_PERCENT = 2;
const ARRIVES_WITHIN_MS = 2_000;
const STOPS_WITHIN_MS = 2_000;
/** As many creatures as the home page shows. */
const SHOWN = 18;
const SAMPLE = 50;

const pages = Number(values.pages);
const seconds = Number(values.seconds);
const name = `denkeeper_bench_live_${process.pid}`;
let met = true;

function judge(what: string, figure: string, isMet: boolean): void {
  met &&= isMet;
  console.log(`${isMet ? "met   " : "MISSED"}  ${what}: ${figure}`);
}

interface Named {
  readonly agentId: string;
  readonly username: string;
  readonly creatureId: string;
  readonly key: string;
}

/** An open page: counts the messages it gets. */
class OpenPage {
  readonly agent: Named;
  messages = 0;
  isOver = false;
  onMessage: () => void = () => {};
  readonly #socket: Socket;

  constructor(port: number, path: string, agent: Named) {
    this.agent = agent;
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n`);
    this.#socket.setEncoding("utf8").on("data", (text: string) => {
      const got = text.split("data: {").length - 1;
      this.messages += got;
      if (got > 0) this.onMessage();
    });
    this.#socket.on("close", () => (this.isOver = true)).on("error", () => {});
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function metric(port: number, wanted: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${wanted}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

interface Memory {
  readonly residentKb: number;
  /** Objects and buffers that are in use. */
  readonly usedKb: number;
}

/** Asks the process over its debugger, after it has collected what is not in use. */
async function memoryOf(inspectorPort: number): Promise<Memory> {
  const [target] = z
    .array(z.object({ webSocketDebuggerUrl: z.string() }))
    .parse(await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  const ask = async (method: string, params: object = {}): Promise<string> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = z.tuple([z.object({ data: z.string() })]).parse(await once(socket, "message"));
    return data;
  };
  for (let time = 0; time < 3; time++) {
    await ask("HeapProfiler.collectGarbage");
    await sleep(1_000);
  }
  const answer = await ask("Runtime.evaluate", { expression: "process.memoryUsage()", returnByValue: true });
  socket.close();
  const { rss, heapUsed, external } = MEMORY.parse(JSON.parse(answer)).result.result.value;
  return { residentKb: rss / 1024, usedKb: (heapUsed + external) / 1024 };
}

const MEMORY = z.object({
  result: z.object({
    result: z.object({ value: z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() }) }),
  }),
});

async function openAll(port: number, count: number, agents: readonly Named[]): Promise<readonly OpenPage[]> {
  const shown = agents.slice(0, SHOWN).map(({ username, creatureId }) => `${username}/${creatureId}`);
  const all: OpenPage[] = [];
  for (let index = 0; index < count; index++) {
    const agent = agents[index % agents.length] as Named;
    const paths = [
      `/live/home?of=${shown.join(",")}`,
      `/live/house?of=${shown.join(",")}`,
      `/live/agents/${agent.username}/creatures/${agent.creatureId}`,
    ];
    all.push(new OpenPage(port, paths[index % paths.length] ?? "", agent));
    if (index % 50 === 49) await sleep(50);
  }
  for (const end = Date.now() + 20_000; (await metric(port, "denkeeper_open_pages")) < count;) {
    if (Date.now() > end) throw new Error("they do not open");
    await sleep(100);
  }
  // Two rounds: each page has its first message.
  await sleep(2_500);
  return all;
}

/** The share of one core that a process uses, in percent. */
async function cpuPercent(cpuMs: () => number, forMs: number): Promise<number> {
  const [from, started] = [cpuMs(), performance.now()];
  await sleep(forMs);
  return (100 * (cpuMs() - from)) / (performance.now() - started);
}

/** A house of keepers whose ids follow from their names, with a key each. */
async function seedHouse(url: string): Promise<readonly Named[]> {
  await migrate(url);
  const now = Date.now();
  const keepers = crowd(Math.max(pages, SAMPLE), now);
  const database = new Database(url, 4, () => {});
  await storeCrowd(database, keepers, now);
  const living = keepers.flatMap(({ id, username, lives }) => {
    const life = lives.find((each) => each.livingAt(now) !== undefined);
    return life === undefined ? [] : [{ agentId: id, username, creatureId: life.stored.creature.id, key: newKey(id) }];
  });
  for (const { agentId, key } of living) {
    await database.adHoc(
      "INSERT INTO agent_keys (agent_id, key_hash, created_at, first_used_at) VALUES ($1, $2, $3, $3)",
      [agentId, hashOfKey(key), now],
    );
  }
  await database.close();
  return living;
}

await onServer(`CREATE DATABASE ${name}`);
const databaseUrl = new URL(`/${name}`, SERVER_URL).href;
const agents = await seedHouse(databaseUrl);
const [port, inspectorPort] = [await freePort(), await freePort()];
const server = await startApi({
  databaseUrl,
  redisPrefix: name,
  port,
  nodeArgs: [`--inspect=127.0.0.1:${inspectorPort}`],
  env: { ITEM_MODEL: "none" },
});
let isStopped = false;
try {
  // Code and plans are warm, and buffers have their size.
  for (let round = 0; round < 3; round++) for (const page of await openAll(port, 200, agents)) page.close();
  await sleep(2_000);
  const idle = await cpuPercent(server.cpuMs, 10_000);
  const empty = await memoryOf(inspectorPort);
  const all = await openAll(port, pages, agents);
  const quiet = all.reduce((sum, { messages }) => sum + messages, 0);
  const cpu = await cpuPercent(server.cpuMs, 1000 * seconds);
  const later = all.reduce((sum, { messages }) => sum + messages, 0);
  const full = await memoryOf(inspectorPort);
  const usedKb = (full.usedKb - empty.usedKb) / pages;
  const mb = (kb: number): string => (kb / 1024).toFixed(1);
  // How far V8 lets its heap grow before it collects has little to do with what is open, so that this is not judged.
  judge(
    `${pages} open pages, memory of each`,
    `${usedKb.toFixed(1)} KB in use; the process has ${mb(full.residentKb)} MB resident, before ${mb(empty.residentKb)} MB`,
    usedKb <= MOST_KB,
  );
  judge(
    `processor while nothing happens, over ${seconds} s`,
    `${cpu.toFixed(2)}% of a core with the pages open, ${idle.toFixed(2)}% with none; ${later - quiet} messages`,
    cpu <= MOST_CPU_PERCENT,
  );

  const caller = new Connection(port);
  const arrivals: number[] = [];
  const own = all.filter((_, index) => index % 3 === 2).slice(0, SAMPLE);
  for (const page of own) {
    const { key, creatureId } = page.agent;
    const body = JSON.stringify({ action: "reflect", creature_id: creatureId });
    const arrived = new Promise<void>((resolve) => (page.onMessage = resolve));
    const { status } = await caller.ask(
      `POST /api/house/care HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const answeredAt = performance.now();
    if (status !== 200) continue;
    await Promise.race([arrived, sleep(5_000)]);
    arrivals.push(performance.now() - answeredAt);
  }
  caller.close();
  judge(
    `${arrivals.length} care calls, answered to shown on the stream`,
    `median ${quantile(arrivals, 0.5).toFixed(0)} ms, slowest ${Math.max(...arrivals).toFixed(0)} ms`,
    arrivals.length > 0 && Math.max(...arrivals) <= ARRIVES_WITHIN_MS,
  );

  const stopAt = performance.now();
  const stopping = server.stop();
  while (all.some(({ isOver }) => !isOver) && performance.now() - stopAt < 30_000) await sleep(20);
  const took = performance.now() - stopAt;
  judge("SIGTERM ends all streams", `in ${took.toFixed(0)} ms`, took <= STOPS_WITHIN_MS);
  await stopping;
  isStopped = true;
} finally {
  if (!isStopped) await server.stop();
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
process.exit(met ? 0 : 1);
