// The service behind PgBouncer in transaction mode, with deploy/pgbouncer/pgbouncer.ini: many clients, a pooler restart
// in the middle, and the same laws as without it. PgBouncer before 1.21 does not support named statements in this mode;
// names are then left out, and a line says so. Needs the programs pgbouncer, PostgreSQL and Redis.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/processes/free-port.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { OwnPostgres } from "./cluster/own-postgres.ts";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import { numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  seconds: numberOption("how long there is load before and after the pooler is killed", 10),
});

const FIRST_WITH_NAMES = 21;
const FILE = fileURLToPath(new URL("../../deploy/pgbouncer/pgbouncer.ini", import.meta.url));
const PROGRAM = "/usr/sbin/pgbouncer";
const BACK_WITHIN_MS = 5_000;

const version = /PgBouncer 1\.(\d+)/.exec(execFileSync(PROGRAM, ["--version"], { encoding: "utf8" }))?.[1];
const knowsNames = Number(version) >= FIRST_WITH_NAMES;
if (!knowsNames)
  console.log(`PgBouncer 1.${version} knows no named statements in transaction mode: tried without names.`);

const owner = ownerOfDatabase();
const folder = mkdtempSync(join(tmpdir(), "denkeeper-pooler-"));
if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);

function start() {
  return spawn(PROGRAM, [join(folder, "pgbouncer.ini")], { ...owner, cwd: folder, stdio: "ignore" });
}

async function run(postgres: OwnPostgres): Promise<boolean> {
  await postgres.createDatabase("house");
  const port = await freePort();
  const file = readFileSync(FILE, "utf8")
    .replace("POSTGRES_PORT", String(postgres.port))
    .replace("LISTEN_PORT", String(port))
    .replace("USERLIST", join(folder, "userlist.txt"));
  writeFileSync(join(folder, "userlist.txt"), '"house" ""\n');
  writeFileSync(join(folder, "pgbouncer.ini"), knowsNames ? file : file.replace(/^max_prepared.*$/m, ""));
  let pooler = start();
  const outside = {
    url: `postgres://house@127.0.0.1:${port}/house`,
    directUrl: postgres.url("house"),
    superUrl: postgres.superUrl("house"),
  };
  const sourceEdit = knowsNames ? undefined : "statements without names";
  const cluster = await Cluster.open({ keepers: 6, lifecycleClients: 2, apis: 2, works: true, outside, sourceEdit });
  try {
    await sleep(1000 * values.seconds);
    const gone = once(pooler, "exit");
    pooler.kill("SIGKILL");
    await gone;
    pooler = start();
    const tookMs = await cluster.answeredAfter(performance.now(), BACK_WITHIN_MS);
    await sleep(1000 * values.seconds);
    const { violations, acknowledged, retries } = await cluster.judge();
    console.log(
      `PgBouncer 1.${version}: ${acknowledged} writes acknowledged, ${retries} calls repeated, answered ${tookMs?.toFixed(0) ?? "not"} ms after the pooler was killed, ${violations.length} violations; load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const { law, what } of violations.slice(0, 10)) console.log(`  ${law}: ${what}`);
    return violations.length === 0 && tookMs !== undefined;
  } finally {
    await cluster.close();
    pooler.kill("SIGKILL");
  }
}

closeOnSignals();
const postgres = await OwnPostgres.make();
let fine = false;
try {
  fine = await run(postgres);
} finally {
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(fine ? 0 : 1);
