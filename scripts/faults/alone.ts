// Kills a standalone house during care, a start, a dump, a migration and a restore, and exits with 1 if an acknowledged write is
// lost, a process remains, or a restored table differs.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { foldersIn } from "../../src/operator/standalone/folder.ts";
import { installedPrograms, startPostgres, urlIn } from "../../src/operator/standalone/postgres.ts";
import { dumpsIn } from "../../src/operator/health/dumps.ts";
import { Database } from "../../src/platform/database/db.ts";
import { LoneHouse } from "../../test/processes/lone-house.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { makeDatabase } from "../house.ts";
import { numberOption, optionsOf } from "../options.ts";
import { EDIT_SOURCE } from "./cluster/cluster.ts";
import { differences, fingerprintOf, type Fingerprint } from "./cluster/fingerprint.ts";
import { newKeeper, runCare } from "./workload/care.ts";
import { check } from "./workload/checker.ts";
import { History } from "./workload/history.ts";
import { Line } from "./workload/line.ts";

const values = optionsOf(import.meta.filename, {
  rounds: numberOption("kills during care, starts, dumps and migrations", 50),
  writes: numberOption("writes that must be acknowledged", 10_000),
  steps: numberOption("killed restores over a house, and as many into an empty folder", 20),
});

const KEEPERS = 6;
const HEAD_START_MS = 1_500;
/** Never aborted, so that clients repeat calls until their own limit. */
const NEVER = new AbortController().signal;

const common = mkdtempSync(join(tmpdir(), "denkeeper-alone-"));
chmodSync(common, 0o755);
const migrations = join(common, "migrations");
cpSync(join(import.meta.dirname, "..", "..", "migrations"), migrations, { recursive: true });
const house = await LoneHouse.make({
  ITEM_MODEL: "none",
  SOURCE_EDIT: "another folder of migrations",
  MIGRATIONS_FOLDER: migrations,
  NODE_OPTIONS: `--import=${EDIT_SOURCE}`,
});
const houses = [house];
const failures: string[] = [];
const history = new History();

function judge(isFine: boolean, what: string): void {
  console.log(`${isFine ? "ok" : "FAILED"}: ${what}`);
  if (!isFine) failures.push(what);
}

const line = (): Line => new Line({ port: house.port, history, restMs: () => 0, hungUp: NEVER });

/** Waits until a session runs a statement that contains the text. */
async function untilAsked(query: string): Promise<void> {
  const asked = `SELECT FROM pg_stat_activity WHERE query LIKE '%${query}%' AND pid <> pg_backend_pid()`;
  for (let tries = 0; tries < 600; tries++) {
    if ((await house.ask(asked).catch(() => [])).length > 0) return;
    await sleep(20);
  }
  throw new Error(`no session ran a statement with ${query}: ${house.said}`);
}

/** Kills only Node, or every process, in turn. */
const kill = (round: number): Promise<void> => (round % 2 === 0 ? house.killNode() : house.killEverything());

/** Kills by the operation that they interrupt. */
const MOMENTS: Readonly<Record<string, (round: number) => Promise<void>>> = {
  care: async (round) => {
    await sleep(HEAD_START_MS * Math.random());
    await kill(round);
  },
  "a start": async (round) => {
    await house.killNode();
    house.begin();
    await sleep(4_000 * Math.random());
    await kill(round);
  },
  "a dump": async (round) => {
    const dump = house.spawn(["backup"]);
    await untilAsked("COPY ");
    await kill(round);
    dump.kill("SIGKILL");
    await house.nothingLeft();
  },
  "a migration": async (round) => {
    await house.killEverything();
    const name = `kill_test_${round}`;
    const sql = `CREATE TABLE ${name} AS SELECT * FROM care_log; UPDATE creatures SET name = name; SELECT pg_sleep(1);`;
    writeFileSync(join(migrations, `${9_000 + round}_${name}.sql`), sql, { mode: 0o644 });
    house.begin();
    await untilAsked(name);
    await sleep(1_000 * Math.random());
    await kill(round);
  },
};

async function killAtEveryMoment(): Promise<void> {
  await house.start();
  const stopping = new AbortController();
  const keepers = await Promise.all(Array.from({ length: KEEPERS }, () => newKeeper(line(), history, 2)));
  const clients = keepers.flatMap((keeper) =>
    keeper.creatures.map((creatureId) =>
      runCare({ line: line(), history, keeper, creatureId, stopped: stopping.signal, pauseMs: () => 0 }),
    ),
  );
  const moments = Object.entries(MOMENTS);
  let slowestMs = 0;
  for (let round = 0; round < values.rounds && history.violations.length === 0; round++) {
    const [name, strike] = moments[round % moments.length] ?? ["", async () => {}];
    const wanted = (values.writes * (round + 1)) / values.rounds;
    while (history.acknowledged < wanted && history.violations.length === 0) await sleep(50);
    await strike(Math.floor(round / moments.length));
    slowestMs = Math.max(slowestMs, await house.start());
    console.log(`round ${round + 1}, during ${name}: ${history.acknowledged} acknowledged`);
  }
  stopping.abort();
  await Promise.all(clients);
  const database = new Database(urlIn({ socket: join(house.path, "run") }, "denkeeper"), 2, () => {});
  await check(database, history).finally(() => database.close());
  const { acknowledged, violations } = history;
  for (const { law, what } of violations.slice(0, 10)) console.log(`  ${law}: ${what}`);
  judge(violations.length === 0, `${acknowledged} writes and ${values.rounds} kills, ${violations.length} violations`);
  judge(acknowledged >= values.writes, `ready within ${(slowestMs / 1000).toFixed(1)} s each time`);
  const list = join(installedPrograms()[0]?.folder ?? "", "pg_restore");
  for (const { file } of dumpsIn(house.path)) execFileSync(list, ["--list", file], { stdio: "ignore" });
}

/** Returns an empty house with the settings of the first. */
async function newHouse(): Promise<LoneHouse> {
  const made = await LoneHouse.make(house.env);
  houses.push(made);
  const copy = join(made.path, "settings.env");
  copyFileSync(join(house.path, "settings.env"), copy);
  execFileSync("chown", ["--reference", made.path, copy]);
  return made;
}

/** Fingerprints the tables of a stopped house. */
async function contentsOf(closed: LoneHouse): Promise<Fingerprint> {
  const postgres = await startPostgres(foldersIn(closed.path), { owner: ownerOfDatabase() });
  return fingerprintOf(closed, "denkeeper").finally(() => postgres.stop());
}

function compare(wanted: Fingerprint, found: Fingerprint, where: string): void {
  const wrong = differences(wanted, found);
  judge(wrong.length === 0 && found.size > 0, `${where}: ${found.size} tables, ${wrong.length} differ`);
  for (const each of wrong) console.log(`  ${each}`);
}

/** Starts a house. Returns its number of agents, or "refused" if the house did not open. */
async function openedWith(opened: LoneHouse): Promise<number | "refused"> {
  const isOpen = await opened.start().then(
    () => true,
    () => false,
  );
  if (!isOpen) return "refused";
  const [row] = await opened.ask("SELECT count(*)::integer AS agents FROM agents");
  await opened.stop();
  return Number(row?.["agents"]);
}

async function restoreIntoServer(dump: string, wanted: Fingerprint): Promise<void> {
  const database = await makeDatabase();
  const ask = async (sql: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  try {
    const program = join(installedPrograms()[0]?.folder ?? "", "pg_restore");
    execFileSync(program, ["--no-owner", "--exit-on-error", "-d", database.url, dump]);
    compare(wanted, await fingerprintOf({ ask }, ""), "the PostgreSQL server");
  } finally {
    await database.drop();
  }
}

async function killRestores(dump: string, agents: number, tookMs: number): Promise<void> {
  const over = await newHouse();
  judge(
    (await over.run(["restore", dump])).status === 0 && (await openedWith(over)) === agents,
    "restored a house, to restore over it again",
  );
  for (let step = 0; step < values.steps; step++) {
    const fresh = await newHouse();
    for (const target of [over, fresh]) {
      target.child = target.spawn(["restore", dump]);
      await sleep((tookMs * (step + 0.5)) / values.steps);
      await (step % 2 === 0 ? target.killNode() : target.killEverything());
      // A restore that was killed before it locked an empty folder has written nothing.
      const wasBegun = target === over || statSync(join(target.path, "lock"), { throwIfNoEntry: false }) !== undefined;
      const found = wasBegun ? await openedWith(target) : agents;
      if (found === "refused") {
        const again = await target.run(["restore", dump]);
        judge(again.status === 0 && (await openedWith(target)) === agents, `restore ${step + 1} could be repeated`);
      } else judge(found === agents, `after a killed restore a start finds ${found} of ${agents} agents`);
    }
    await fresh.remove();
  }
  const half = join(common, "half.dump");
  cpSync(dump, half);
  truncateSync(half, Math.floor(statSync(dump).size / 2));
  chmodSync(half, 0o644);
  const refused = await over.run(["restore", half]);
  judge(refused.status === 1 && (await openedWith(over)) === agents, `half a dump is rejected: ${refused.said}`);
}

async function restoreEverywhere(): Promise<void> {
  await house.stop();
  await house.run(["backup"]);
  const dump = join(common, "house.dump");
  copyFileSync(dumpsIn(house.path).at(-1)?.file ?? "", dump);
  chmodSync(dump, 0o644);
  const wanted = await contentsOf(house);
  const restored = await newHouse();
  const began = performance.now();
  const { status, said } = await restored.run(["restore", dump]);
  const tookMs = performance.now() - began;
  judge(status === 0, said);
  compare(wanted, await contentsOf(restored), "an empty folder");
  await restoreIntoServer(dump, wanted);
  await killRestores(dump, wanted.get("agents")?.rows ?? 0, tookMs);
}

try {
  await killAtEveryMoment();
  await restoreEverywhere();
  await house.nothingLeft();
} catch (thrown) {
  failures.push(String(thrown));
} finally {
  for (const each of houses) await each.remove();
  rmSync(common, { recursive: true });
}
for (const failure of failures.slice(0, 20)) console.log(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
