// Kills a PgBouncer with deploy/pgbouncer/pgbouncer.ini under load, and exits with 1 if a law is broken. Requires PgBouncer,
// PostgreSQL and Redis to be installed.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/processes/free-port.ts";
import { OwnPostgres } from "../../test/processes/own-postgres.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { numberOption, optionsOf } from "../options.ts";
import { underLoad } from "./cluster/cluster.ts";

const values = optionsOf(import.meta.filename, {
  seconds: numberOption("load before and after the kill", 10),
});

/** PgBouncer 1.21 is the first version that supports named statements in transaction mode. Older ones get unnamed statements. */
const FIRST_WITH_NAMES = 21;
const FILE = fileURLToPath(new URL("../../deploy/pgbouncer/pgbouncer.ini", import.meta.url));
const PROGRAM = "/usr/sbin/pgbouncer";
const BACK_WITHIN_MS = 5_000;

const version = /PgBouncer 1\.(\d+)/.exec(execFileSync(PROGRAM, ["--version"], { encoding: "utf8" }))?.[1];
const knowsNames = Number(version) >= FIRST_WITH_NAMES;
console.log(
  `PgBouncer 1.${version}, ${knowsNames ? "with" : "too old for named statements: without"} named statements`,
);

const postgres = await OwnPostgres.make();
await postgres.createDatabase("house");
const port = await freePort();
const [ini, users] = [join(postgres.folder, "pgbouncer.ini"), join(postgres.folder, "userlist.txt")];
const file = readFileSync(FILE, "utf8")
  .replace("POSTGRES_PORT", String(postgres.port))
  .replace("LISTEN_PORT", String(port))
  .replace("USERLIST", users);
writeFileSync(users, '"house" ""\n', { mode: 0o644 });
writeFileSync(ini, knowsNames ? file : file.replace(/^max_prepared.*$/m, ""), { mode: 0o644 });
const start = () => spawn(PROGRAM, [ini], { ...ownerOfDatabase(), cwd: postgres.folder, stdio: "ignore" });

let pooler = start();
const outside = {
  url: `postgres://house@127.0.0.1:${port}/house`,
  directUrl: postgres.url("house"),
  superUrl: postgres.superUrl("house"),
};
const sourceEdit = knowsNames ? undefined : "statements without names";
const isFine = await underLoad({ keepers: 6, lifecycleClients: 2, outside, sourceEdit }, async (cluster) => {
  await sleep(1000 * values.seconds);
  const gone = once(pooler, "exit");
  pooler.kill("SIGKILL");
  await gone;
  pooler = start();
  const tookMs = await cluster.answeredAfter(performance.now(), BACK_WITHIN_MS);
  console.log(`answered ${tookMs?.toFixed(0) ?? "not"} ms after the pooler was killed`);
  await sleep(1000 * values.seconds);
  return tookMs !== undefined;
}).finally(async () => {
  pooler.kill("SIGKILL");
  await postgres.remove();
});
process.exit(isFine ? 0 : 1);
