// Tests the backup job: it dumps the database, copies the portraits, deletes expired dumps, and restores everything after a loss.
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SERVER_URL, onServer } from "../processes/databases.ts";

const SCRIPT = join(import.meta.dirname, "..", "..", "deploy", "backup", "backup.sh");
const hasClient = spawnSync("pg_dump", ["--version"]).status === 0;
if (!hasClient) console.log("pg_dump is missing: backups are NOT tested");

const folder = mkdtempSync(join(tmpdir(), "denkeeper-backup-"));
const [backups, portraits, metrics] = ["backups", "portraits", "metrics"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const database = `denkeeper_backup_${process.pid}`;
const url = new URL(`/${database}`, SERVER_URL).href;
const env = {
  PATH: process.env["PATH"],
  DATABASE_URL: url,
  BACKUP_DIR: backups,
  BACKUP_METRICS: metrics,
  BACKUP_KEEP_DAYS: "3",
  PORTRAITS_DIR: portraits,
};
const backup = (...args: readonly string[]) =>
  execFileSync("sh", [SCRIPT, ...args], { env, encoding: "utf8", stdio: "pipe" });
const dumps = () => readdirSync(backups).filter((name) => name.endsWith(".dump"));

beforeAll(async () => {
  await onServer(`CREATE DATABASE ${database}`);
  await onServer("CREATE TABLE creatures AS SELECT 'Pip' AS name", url);
  for (const path of [portraits, metrics]) mkdirSync(path);
  writeFileSync(join(portraits, "pip.webp"), "a picture");
});

afterAll(async () => {
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasClient)("a backup restores database and portraits, and Prometheus sees its age", async () => {
  const startedAt = Math.floor(Date.now() / 1000);
  backup("once");
  expect(dumps()).toHaveLength(1);
  const told = readFileSync(join(metrics, "denkeeper.prom"), "utf8");
  expect(Number(/^denkeeper_backup_timestamp_seconds (\d+)$/m.exec(told)?.[1])).toBeGreaterThanOrEqual(startedAt);
  await onServer("DELETE FROM creatures", url);
  await onServer("CREATE TABLE later ()", url);
  rmSync(join(portraits, "pip.webp"));
  backup("restore", join(backups, dumps()[0] ?? ""));
  await onServer("DO $$ BEGIN ASSERT (SELECT name FROM creatures) = 'Pip'; END $$", url);
  await onServer("DO $$ BEGIN ASSERT to_regclass('later') IS NULL; END $$", url);
  expect(readFileSync(join(portraits, "pip.webp"), "utf8")).toBe("a picture");
});

test.skipIf(!hasClient)("restore rejects a damaged dump and changes nothing", async () => {
  const whole = readFileSync(join(backups, dumps()[0] ?? ""));
  const damaged = join(folder, "damaged.dump");
  writeFileSync(damaged, whole.subarray(0, whole.length / 2));
  expect(() => backup("restore", damaged)).toThrow("pg_restore");
  await onServer("DO $$ BEGIN ASSERT (SELECT name FROM creatures) = 'Pip'; END $$", url);
});

test.skipIf(!hasClient)("a complete dump removes expired ones, an incomplete dump removes none", () => {
  rmSync(backups, { recursive: true });
  mkdirSync(backups);
  const day = 86_400;
  const now = Date.now() / 1000;
  for (const [name, age] of [
    ["denkeeper-old.dump", 4 * day],
    ["denkeeper-young.dump", 2 * day],
  ] as const) {
    writeFileSync(join(backups, name), "");
    utimesSync(join(backups, name), now - age, now - age);
  }
  const failed = spawnSync("sh", [SCRIPT, "once"], { env: { ...env, DATABASE_URL: `${url}_gone` } });
  expect(failed.status).not.toBe(0);
  expect(dumps()).toHaveLength(2);
  backup("once");
  expect(existsSync(join(backups, "denkeeper-old.dump"))).toBe(false);
  expect(dumps()).toHaveLength(2);
});
