// Measures the real API against a bare server that sends the same statements and returns canned text, and a large
// database against a small one. All servers run side by side and are called in turns, so noise affects them equally.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { REDIS_URL } from "../../test/processes/databases.ts";
import { freePort } from "../../test/processes/free-port.ts";
import type { BareInput } from "./servers/bare-input.ts";
import { sentByHotPaths } from "./servers/bare-input.ts";
import type { CalledAgent, SeededDatabase } from "./house/database.ts";
import { seededDatabase } from "./house/database.ts";
import { ask, load } from "./load/load.ts";
import { progressOf } from "./report/progress.ts";
import { Tally, reportOf } from "./report/report.ts";
import type { Server } from "./servers/servers.ts";
import { startApi, startServer } from "./servers/servers.ts";

const CASES = ["status", "care", "hall", "graveyard"] as const;
type Case = (typeof CASES)[number];

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    agents: { type: "string", default: "1000000" },
    "small-agents": { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    connections: { type: "string", default: "16" },
    cases: { type: "string", default: CASES.join(",") },
    profile: { type: "string" },
  },
});

if (values.help) {
  console.log(`npm run bench:api -- [options]

Seeds two databases of its own, measures status, care, hall and graveyard, prints a table and drops the databases. Exits
with 1 when a target is missed. Needs PostgreSQL and Redis (TEST_DATABASE_URL, TEST_REDIS_URL).
  --agents N        agents of the large house, three creatures each (1000000: about 8 GB and several minutes)
  --small-agents N  agents of the small house (10000)
  --seconds N       how long each case is measured on each server (10)
  --connections N   how many calls are on their way at a time (16)
  --cases LIST      which of ${CASES.join(", ")} (all)
  --profile DIR     writes CPU profiles of the servers there; measures slower`);
  process.exit(0);
}

const DATABASE_CONNECTIONS = 20;
const TURNS = 8;
const WARM_UP_MS = 2_000;
const ACTIONS = ["feed", "play", "clean", "reflect"] as const;

const cases = CASES.filter((kind) => values.cases.split(",").includes(kind));
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const now = Date.now();
const prefix = `denkeeper_bench_${process.pid}`;
const scratch = mkdtempSync(join(tmpdir(), "denkeeper-bench-"));
const profiling = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];

/** Requests as bytes to send, one after the other over all agents that are called. */
function requestsOf(kind: Case, called: readonly CalledAgent[]): () => string {
  let count = 0;
  const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`;
  return () => {
    const agent = called[count % called.length];
    const action = ACTIONS[count % ACTIONS.length];
    count += 1;
    if (agent === undefined || kind === "hall" || kind === "graveyard") return get(`/api/house/${kind}`);
    const headers = `authorization: Bearer ${agent.key}\r\n`;
    if (kind === "status") return get("/api/house/status", headers);
    const body = JSON.stringify({ action, creature_id: agent.creatureId });
    const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `POST /api/house/care HTTP/1.1\r\nhost: bench\r\n${headers}${typed}\r\n${body}`;
  };
}

async function startReal(name: string, { url }: SeededDatabase): Promise<Server> {
  const env = { DATABASE_CONNECTIONS: String(DATABASE_CONNECTIONS) };
  return startApi({ name, databaseUrl: url, redisPrefix: prefix, nodeArgs: profiling, env });
}

async function startBare(database: SeededDatabase, real: Server): Promise<Server> {
  const port = await freePort();
  const answers: Record<Case, string> = { status: "", care: "", hall: "", graveyard: "" };
  for (const kind of CASES) {
    const { status, body } = await ask(real.port, requestsOf(kind, database.called)());
    if (status !== 200) throw new Error(`${kind} answers ${status}: ${body}`);
    answers[kind] = body;
  }
  const given: BareInput = {
    databaseUrl: database.url,
    redisUrl: REDIS_URL,
    redisPrefix: prefix,
    port,
    connections: DATABASE_CONNECTIONS,
    keys: database.called,
    answers,
    ...(await sentByHotPaths(now)),
  };
  const file = join(scratch, "bare.json");
  writeFileSync(file, JSON.stringify(given));
  return startServer(
    "bare",
    port,
    [...profiling, fileURLToPath(new URL("./servers/bare-server.ts", import.meta.url)), file],
    {},
  );
}

/** Asks all servers in turns, case by case, until each case was measured for `seconds` on each. */
async function measure(servers: readonly { readonly server: Server; readonly database: SeededDatabase }[]) {
  const tallies = servers.flatMap(({ server, database }) =>
    cases.map((kind) => ({ kind, server, next: requestsOf(kind, database.called), tally: new Tally() })),
  );
  for (const { server, next } of tallies) await load(server.port, connections, WARM_UP_MS, next);
  const progress = progressOf("measuring");
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [number, kind] of cases.entries()) {
      const asked = tallies.filter((each) => each.kind === kind);
      // Who goes first changes, so that nobody always follows the same one.
      for (const { server, next, tally } of turn % 2 === 0 ? asked : asked.toReversed()) {
        const before = server.cpuMs();
        const measured = await load(server.port, connections, (1000 * seconds) / TURNS, next);
        tally.add(measured, server.cpuMs() - before);
      }
      progress((turn * cases.length + number + 1) / (TURNS * cases.length));
    }
  }
  return tallies.map(({ kind, server, tally }) => ({ kind, server: server.name, tally }));
}

const cleanUp: (() => Promise<void>)[] = [async () => rmSync(scratch, { recursive: true })];

async function letGo(): Promise<void> {
  for (const work of cleanUp.splice(0).toReversed()) await work();
}

process.once("SIGINT", () => void letGo().then(() => process.exit(130)));
try {
  const large = await seededDatabase(`${prefix}_large`, Number(values.agents), now);
  cleanUp.push(large.drop);
  const small = await seededDatabase(`${prefix}_small`, Number(values["small-agents"]), now);
  cleanUp.push(small.drop);
  const real = await startReal("real", large);
  cleanUp.push(real.stop);
  const realOfSmall = await startReal("small", small);
  cleanUp.push(realOfSmall.stop);
  const bare = await startBare(large, real);
  cleanUp.push(bare.stop);
  const rows = await measure([
    { server: real, database: large },
    { server: bare, database: large },
    { server: realOfSmall, database: small },
  ]);
  const { text, missed } = reportOf(rows, { large: large.creatures, small: small.creatures });
  console.log(text);
  process.exitCode = missed ? 1 : 0;
} finally {
  await letGo();
}
