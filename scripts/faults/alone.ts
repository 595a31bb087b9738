// Kills a house that runs alone, again and again: Node alone, everything, during a start, a dump, a migration. Every entry that
// was acknowledged must be there afterwards, no process may be left, and the house must be ready within a minute.
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installedPrograms } from "../../src/alone/postgres.ts";
import { dumpsIn } from "../../src/app/health/dumps.ts";
import { LoneHouse } from "../../test/processes/lone-house.ts";
import { execFileSync } from "node:child_process";
import { numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  rounds: numberOption("how often it is killed", 50),
  entries: numberOption("how many entries have to be acknowledged", 10_000),
});

const KEEPERS = 12;
const HEAD_START_MS = 1_500;
const migrations = mkdtempSync(join(tmpdir(), "denkeeper-migrations-"));
chmodSync(migrations, 0o755);
cpSync(join(import.meta.dirname, "..", "..", "migrations"), migrations, { recursive: true });
const hook = join(import.meta.dirname, "alone", "other-migrations.ts");
const house = await LoneHouse.make({
  ITEM_MODEL: "none",
  MIGRATIONS_DIR: migrations,
  NODE_OPTIONS: `--import=${hook}`,
});

/** By its note: after a loss another entry would get the lost one's id, but never its note. */
const acknowledged = new Map<string, string>();
const keys: string[] = [];

async function post(path: string, body: object, key = ""): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(10_000);
  return fetch(`${house.url}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function newKeeper(number: number): Promise<void> {
  const { your_token: key } = (await (await post("/api/auth/register", { username: `keeper-${number}` })).json()) as {
    your_token: string;
  };
  await post("/api/house/adopt", { name: "Pip" }, key);
  await fetch(`${house.url}/api/house/status`, { headers: { authorization: `Bearer ${key}` } });
  keys.push(key);
}

/** As fast as it is answered, until a call gets no answer or there are `most` more entries. */
async function care(most: number): Promise<void> {
  const wanted = acknowledged.size + most;
  const keep = async (key: string, keeper: number): Promise<void> => {
    for (let turn = 0; acknowledged.size < wanted; turn++) {
      const note = `${keeper}.${acknowledged.size}.${turn}`;
      const answer = await post("/api/house/care", { action: "reflect", notes: note }, key);
      const told = (await answer.json()) as { action_result?: { care_log_entry_id?: string } };
      const id = told.action_result?.care_log_entry_id;
      if (answer.status === 200 && id !== undefined) acknowledged.set(note, id);
      else if (answer.status < 500) throw new Error(`care was answered with ${answer.status}: ${JSON.stringify(told)}`);
    }
  };
  await Promise.all(
    keys.map((key, keeper) =>
      keep(key, keeper).catch((thrown: unknown) => {
        // Whoever is killed does not answer; everything else is a fault.
        if (!/fetch failed|terminated|aborted|timeout|JSON/i.test(String(thrown))) throw thrown;
      }),
    ),
  );
}

async function missing(): Promise<readonly string[]> {
  const rows = await house.ask("SELECT entry_id::text AS id, notes FROM care_log WHERE kind = 'care'");
  const stored = new Map(rows.map(({ id, notes }) => [String(notes), String(id)]));
  return [...acknowledged].filter(([note, id]) => stored.get(note) !== id).map(([note]) => note);
}

/** What is killed: with an even number Node alone, with an odd one everything. */
async function kill(round: number): Promise<void> {
  await (Math.floor(round / KINDS.length) % 2 === 0 ? house.killNode() : house.killEverything());
}

async function untilAsked(query: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await house
      .ask(`SELECT FROM pg_stat_activity WHERE query LIKE '%${query}%' AND pid <> pg_backend_pid()`)
      .catch(() => []);
    if (found.length > 0) return;
    await sleep(20);
  }
  throw new Error(`nobody asks for ${query}: ${house.said}`);
}

interface Kind {
  readonly name: string;
  readonly strike: (round: number) => Promise<void>;
}

const caring = (): Promise<void> => care(Number.MAX_SAFE_INTEGER);

async function whileCaring(strike: () => Promise<void>): Promise<void> {
  const cared = caring();
  await sleep(HEAD_START_MS * Math.random());
  await strike();
  await cared;
}

const KINDS: readonly Kind[] = [
  { name: "Node alone", strike: () => whileCaring(() => house.killNode()) },
  { name: "everything", strike: () => whileCaring(() => house.killEverything()) },
  {
    name: "during the start",
    strike: async (round) => {
      await house.killNode();
      house.begin();
      await sleep(4_000 * Math.random());
      await kill(round);
    },
  },
  {
    name: "during a dump",
    strike: (round) =>
      whileCaring(async () => {
        const dump = house.spawn(["backup"]);
        await untilAsked("COPY ");
        await kill(round);
        dump.kill("SIGKILL");
        await house.nothingLeft();
      }),
  },
  {
    name: "during a migration",
    strike: async (round) => {
      await house.killEverything();
      const name = `kill_test_${round}`;
      const sql = `CREATE TABLE ${name} AS SELECT * FROM care_log; UPDATE creatures SET name = name; SELECT pg_sleep(1);`;
      writeFileSync(join(migrations, `${9_000 + round}_${name}.sql`), sql, { mode: 0o644 });
      house.begin();
      await untilAsked(name);
      await sleep(1_000 * Math.random());
      await kill(round);
    },
  },
];

const failures: string[] = [];
let slowestMs = 0;
try {
  await house.start();
  for (let number = 0; number < KEEPERS; number++) await newKeeper(number);
  for (let round = 0; round < values.rounds; round++) {
    const kind = KINDS[round % KINDS.length];
    if (kind === undefined) break;
    await care(Math.ceil(values.entries / values.rounds));
    await kind.strike(round);
    const tookMs = await house.start();
    slowestMs = Math.max(slowestMs, tookMs);
    const lost = await missing();
    for (const note of lost) failures.push(`round ${round + 1}, ${kind.name}: ${note} is missing`);
    console.log(
      `round ${round + 1}, ${kind.name}: ${acknowledged.size} acknowledged, ${lost.length} missing, ready after ${(tookMs / 1000).toFixed(1)} s`,
    );
  }
  for (const { file } of dumpsIn(house.path)) {
    execFileSync(join(installedPrograms()[0]?.folder ?? "", "pg_restore"), ["--list", file], { stdio: "ignore" });
  }
  if (acknowledged.size < values.entries) failures.push(`${values.entries} entries were to be acknowledged`);
  await house.stop();
  await house.nothingLeft();
} catch (thrown) {
  failures.push(String(thrown));
} finally {
  await house.remove();
  rmSync(migrations, { recursive: true });
}
for (const failure of failures.slice(0, 20)) console.log(`FAILED: ${failure}`);
console.log(
  `${values.rounds} rounds, ${acknowledged.size} acknowledged, ${failures.length} failures, ready within ${(slowestMs / 1000).toFixed(1)} s`,
);
process.exit(failures.length === 0 ? 0 : 1);
