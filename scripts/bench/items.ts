// Care with items under load: every item is new, and the event loop of a real process is measured from inside. In
// mid-run the model's thread is killed: care must continue, and judging must recover.
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CHILD_ENV } from "../../test/processes/child-env.ts";
import { SERVER_URL, onServer } from "../../test/processes/databases.ts";
import { freePort } from "../../test/processes/free-port.ts";
import { progressOf } from "./report/progress.ts";
import { quantile } from "./report/quantile.ts";
import type { Delays, Wish } from "./servers/watch.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    agents: { type: "string", default: "50" },
    seconds: { type: "string", default: "20" },
    pause: { type: "string", default: "1000" },
  },
});

if (values.help) {
  console.log(`npm run bench:items -- [options]

Starts a service with a database of its own and the built-in model, lets agents care with items that are all different,
kills the model's thread after 40 % of the time, and prints a table. Exits with 1 when the event loop's delay has a p99 of
25 ms or more, a care call fails, or judging does not come back. Needs PostgreSQL (TEST_DATABASE_URL).
  --agents N    how many agents care at the same time (50)
  --seconds N   for how long (20)
  --pause MS    how long each waits after an answer (1000)`);
  process.exit(0);
}

const MOST_P99_MS = 25;
const KILLED_AFTER = 0.4;
const BACK_AFTER = 0.7;
const PATIENCE_MS = 30_000;
const agents = Number(values.agents);
const runMs = 1000 * Number(values.seconds);
const pauseMs = Number(values.pause);
const database = `denkeeper_bench_items_${process.pid}`;

const HOW = ["fresh", "old", "warm", "tiny", "huge", "salted", "soft", "shiny", "frozen", "homemade", "blue", "sour"];
const WHAT = [
  "salmon",
  "yarn",
  "brush",
  "blanket",
  "apple",
  "feather",
  "bone",
  "soap",
  "pill",
  "drum",
  "leaf",
  "cushion",
];
const WHENCE = ["from the market", "from grandmother", "of the sea", "in a box", "with honey", "made of paper"];
const ACTIONS = ["feed", "play", "clean", "sleep"] as const;

let given = 0;

/** A phrase that nobody has used before. */
function freshItem(): string {
  const nth = given++;
  const pick = (list: readonly string[], by: number): string => list[Math.floor(nth / by) % list.length] ?? "";
  const around = Math.floor(nth / (HOW.length * WHAT.length * WHENCE.length));
  return `${pick(HOW, 1)} ${pick(WHAT, HOW.length)} ${pick(WHENCE, HOW.length * WHAT.length)}${around === 0 ? "" : ` no. ${around}`}`;
}

/** A zone where it is morning, so that nobody sleeps. */
function morningZone(): string {
  const offset = ((9 - new Date().getUTCHours() + 35) % 24) - 11;
  return offset === 0 ? "Etc/UTC" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

interface CareAnswer {
  readonly creature: { readonly health: number };
  readonly action_result: {
    readonly success: boolean;
    readonly item_result?: { readonly category: string | null };
  };
}

interface Given {
  /** Since the start of the run. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly succeeded: boolean;
  readonly judged: boolean;
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;

async function call<Answer>(method: string, path: string, key: string, body?: object): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...(key === "" ? {} : { "x-api-key": key }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** An agent with a creature that has hatched. */
async function settled(nth: number): Promise<string> {
  const account = { username: `test-items-${process.pid}-${nth}`, timezone: morningZone() };
  const { your_token: key } = await call<{ your_token: string }>("POST", "/api/auth/register", "", account);
  await call("POST", "/api/house/adopt", key, { name: "Pip", species_slug: "housecat" });
  await call("GET", "/api/house/status", key);
  return key;
}

/** One agent's turn. Whoever is unwell gets medicine without an item, since a harmful gift may have been among them. */
async function give(key: string, health: number, nth: number): Promise<{ given: Given; health: number }> {
  const asked = performance.now();
  const action = ACTIONS[nth % ACTIONS.length];
  const body = health < 60 ? { action: "medicine" } : { action, item: freshItem() };
  try {
    const answer = await call<CareAnswer>("POST", "/api/house/care", key, body);
    const { success, item_result: result } = answer.action_result;
    const told = {
      atMs: asked - started,
      tookMs: performance.now() - asked,
      succeeded: success,
      judged: typeof result?.category === "string",
    };
    return { given: told, health: answer.creature.health };
  } catch (thrown) {
    console.error(thrown);
    const told = { atMs: asked - started, tookMs: performance.now() - asked, succeeded: false, judged: false };
    return { given: told, health };
  }
}

function row(name: string, part: readonly Given[]): string {
  const took = part.map(({ tookMs }) => tookMs);
  const failed = part.filter(({ succeeded }) => !succeeded).length;
  const judged = part.filter((each) => each.judged).length;
  const cells = [part.length, failed, judged, quantile(took, 0.5).toFixed(1), quantile(took, 0.99).toFixed(1)];
  return `| ${name.padEnd(18)} | ${cells.map((cell) => String(cell).padStart(7)).join(" | ")} |`;
}

function loopRow(name: string, { p50Ms, p99Ms, maxMs }: Delays): string {
  const cells = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1).padStart(7));
  return `| ${name.padEnd(18)} | ${cells.join(" | ")} |`;
}

await onServer(`CREATE DATABASE ${database}`);
const watching = ["--import", new URL("./servers/watch.ts", import.meta.url).href];
const service = fork(fileURLToPath(new URL("../../src/main.ts", import.meta.url)), [], {
  execArgv: watching,
  env: {
    ...CHILD_ENV,
    ROLE: "api",
    DATABASE_URL: new URL(`/${database}`, SERVER_URL).href,
    PORT: String(port),
    LOG_LEVEL: "error",
    RATE_LIMIT_FACTOR: "1000000",
  },
});

const idle = fork(fileURLToPath(new URL("./servers/idle.ts", import.meta.url)), [], { execArgv: watching });

async function tell<Answer>(of: ChildProcess, wish: Wish): Promise<Answer> {
  const answered = once(of, "message");
  of.send(wish);
  const [answer] = (await answered) as [Answer];
  return answer;
}

async function untilReady(): Promise<void> {
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = performance.now() + PATIENCE_MS; !(await isUp()); await sleep(100)) {
    if (service.exitCode !== null || performance.now() > end) throw new Error("the service does not answer");
  }
}

let started = 0;
try {
  await untilReady();
  const keys: string[] = [];
  for (let nth = 0; nth < agents; nth++) keys.push(await settled(nth));
  // The model is loaded by the first who needs it: wait for its first judgement.
  const [first = ""] = keys;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(200)) {
    if ((await give(first, 100, 1)).given.judged) break;
  }
  for (const each of [service, idle]) each.send("reset" satisfies Wish);
  started = performance.now();
  const all: Given[] = [];
  const progress = progressOf("caring");
  const care = async (key: string, nth: number): Promise<void> => {
    let health = 100;
    await sleep((pauseMs * nth) / agents);
    for (let turn = nth; performance.now() - started < runMs; turn++) {
      const done = await give(key, health, turn);
      ({ health } = done);
      all.push(done.given);
      if (nth === 0) progress(Math.min(1, (performance.now() - started) / runMs));
      await sleep(pauseMs);
    }
  };
  const killing = sleep(KILLED_AFTER * runMs).then(() => tell<number>(service, "crash"));
  await Promise.all([...keys.map(care), killing]);
  const killed = await killing;
  const delays = await tell<Delays>(service, "delays");
  const machine = await tell<Delays>(idle, "delays");

  const between = (from: number, to: number) => all.filter(({ atMs }) => atMs >= from * runMs && atMs < to * runMs);
  const back = between(BACK_AFTER, Infinity);
  console.log(`
${agents} agents, ${values.seconds} s, ${given} different items; ${killed} thread of the model killed after ${(KILLED_AFTER * runMs) / 1000} s

| part of the run    |   calls |  failed |  judged |  p50 ms |  p99 ms |
| ------------------ | ------- | ------- | ------- | ------- | ------- |
${row("before the kill", between(0, KILLED_AFTER))}
${row("after the kill", between(KILLED_AFTER, BACK_AFTER))}
${row("the end", back)}
${row("all", all)}

| event loop         |  p50 ms |  p99 ms |  max ms |
| ------------------ | ------- | ------- | ------- |
${loopRow("the API", delays)}
${loopRow("an idle process", machine)}

The target is a p99 below ${MOST_P99_MS} ms. The idle process shows what the machine itself adds.`);
  const faults = [
    ...(delays.p99Ms < MOST_P99_MS ? [] : ["the event loop was late"]),
    ...(all.every(({ succeeded }) => succeeded) ? [] : ["care failed"]),
    ...(killed > 0 ? [] : ["no thread was killed"]),
    ...(back.some(({ judged }) => judged) ? [] : ["judging did not come back"]),
  ];
  console.log(faults.length === 0 ? "all targets met" : `missed: ${faults.join(", ")}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  idle.kill("SIGTERM");
  if (service.exitCode === null) {
    const gone = once(service, "exit");
    service.kill("SIGTERM");
    await gone;
  }
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
}
