// Tests that only one process holds the lock, reacquires it after a lost connection, and logs if another process was faster.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { onServer } from "../../../test/processes/databases.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { SoleProcessLock } from "./sole-process-lock.ts";

const house = await houseForFile();
const { databaseUrl } = house.app.services.config;
const SHORT_MS = 100;

let lines: string[] = [];
const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
const opened: SoleProcessLock[] = [];

function lone(url = databaseUrl, patienceMs = SHORT_MS): SoleProcessLock {
  const alone = new SoleProcessLock(url, log, patienceMs);
  opened.push(alone);
  return alone;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  lines = [];
});

const HELD = `FROM pg_locks WHERE locktype = 'advisory' AND objid = 7312047 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Terminates the connection that holds the lock. */
async function cut(): Promise<void> {
  await onServer(`SELECT pg_terminate_backend(pid) ${HELD}`, databaseUrl);
}

/** Returns the process id of the connection that holds the lock. */
async function holder(): Promise<number | undefined> {
  const [row] = await house.app.services.database.adHoc<{ pid: number }>(`SELECT pid ${HELD}`);
  return row?.pid;
}

test("a second process acquires the lock after the first releases it", async () => {
  const [first, second] = [lone(), lone()];
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  expect([first.check, second.check]).toEqual(["ok", "another process counts rate limits, too"]);
  const waiting = lone(databaseUrl, 20_000);
  const held = waiting.hold();
  await first.close();
  expect(await held).toBe(true);
});

test("the lock is reacquired after its connection is lost", async () => {
  const alone = lone();
  await alone.hold();
  const first = await holder();
  await cut();
  // Polls for a new holder, because the lock may be back before its loss is observable.
  await until(async () => ![first, undefined].includes(await holder()));
  await until(() => alone.check === "ok");
  expect(lines).toEqual([]);
  expect(await lone().hold()).toBe(false);
});

test("an alarm repeats while another process holds the lock", async () => {
  const alone = lone();
  await alone.hold();
  // This client queues for the lock, so it acquires the lock as soon as it is free.
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  const held = other.query("SELECT pg_advisory_lock(7312047)");
  await until(async () => {
    await cut();
    return Promise.race([held.then(() => true), sleep(200, false)]);
  });
  await until(() => lines.filter((line) => line.includes('"alarm":true')).length >= 2);
  expect(lines.at(-1)).toContain("another process counts rate limits separately: set REDIS_URL for both");
  expect(alone.check).toBe("another process counts rate limits, too");
  await other.end();
  await until(() => alone.check === "ok");
});

test("losing the connection while waiting does not end the process", async () => {
  const first = lone();
  await first.hold();
  const waiting = lone(databaseUrl, 20_000).hold();
  const lost = expect(waiting).rejects.toThrow();
  await until(async () => {
    await onServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'denkeeper alone'
        AND datname = current_database() AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`,
      databaseUrl,
    );
    return Promise.race([lost.then(() => true), sleep(200, false)]);
  });
  expect(first.check).toBe("ok");
});
