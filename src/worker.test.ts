// Tests that one of several workers rolls up, and that another takes over when it stops or dies.
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { houseForFile } from "../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../test/lives/many-lives.ts";
import { until } from "../test/processes/own-redis.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { Database } from "./platform/database/db.ts";
import * as sql from "./platform/database/statement.ts";
import { freeLostJobs } from "./platform/jobs/store/lost-jobs.ts";
import { runQueue } from "./platform/jobs/job-queue.ts";
import { Lease } from "./platform/jobs/lease.ts";
import { deleteLease, saveLease } from "./platform/jobs/store/leases.ts";
import { Loop } from "./platform/loop.ts";
import { makeLogDaysAhead } from "./model/life/log-days.ts";
import { expireIdempotencyRecords, nowForTasks } from "./tasks.ts";
import { startWorker } from "./worker.ts";

const house = await houseForFile();
const { database, config, now } = house.app.services;
const log = pino({ level: "silent" });

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

test("a loop continues after failures and through a backlog until stopped", async () => {
  let count = 0;
  let running = false;
  const run = async () => {
    running = true;
    count++;
    if (count === 1) throw new Error("once");
    await Promise.resolve();
    running = false;
    return count < 1_000;
  };
  const loop = new Loop({ name: "test", everyMs: 10, run }, log);
  await until(() => count >= 1_000);
  await loop.stop();
  expect(running).toBe(false);
  const stopped = count;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(count).toBe(stopped);
});

interface Holder {
  readonly lease: Lease;
  readonly database: Database;
  begun: number;
  asked: number;
}

function holder(name: string): Holder {
  const db = new Database(config.databaseUrl, 2, () => {});
  const query = db.query.bind(db);
  db.query = async function counted(text, values) {
    const answer = await query(text, values);
    one.asked++;
    return answer;
  };
  const one: Holder = {
    begun: 0,
    asked: 0,
    database: db,
    lease: new Lease(
      db,
      {
        name: "test",
        holder: name,
        begin() {
          one.begun++;
          return { stop: async () => {} };
        },
      },
      log,
    ),
  };
  return one;
}

test("another worker takes over a released or lost lease", async () => {
  // The lease lasts an hour, because a slow machine may stall beyond the usual eight seconds.
  await saveLease(database, { name: "test", holder: "another", forMs: HOUR_MS });
  const first = holder("first");
  await until(() => first.asked > 1);
  expect(first.lease.held).toBe(false);
  await deleteLease(database, { name: "test", holder: "another" });
  await until(() => first.lease.held);
  const second = holder("second");
  await first.lease.stop();
  await until(() => second.lease.held);

  // The second worker loses its connection and dies, so it cannot release the lease.
  const third = holder("third");
  await second.database.close();
  await until(() => third.lease.held);
  await until(() => !second.lease.held);
  expect([first.begun, second.begun, third.begun]).toEqual([1, 1, 1]);
  await second.lease.stop().catch(() => {});
  await third.lease.stop();
  await Promise.all([first.database.close(), third.database.close()]);
});

/** Connections that tests spare when they terminate all others. */
const observer = new Database(`${config.databaseUrl}?application_name=observer`, 2, () => {});
afterAll(() => observer.close());

test("one of two workers rolls up, and both stop cleanly", async () => {
  const [agent] = await insertAgents(database, 1, now());
  const creature = hatchling(0, now() - 40 * HOUR_MS);
  await insertCreatures(database, [stored(agent?.id ?? "", creature)]);
  const workers = await Promise.all([startWorker(config, log), startWorker(config, log)]);
  await until(async () => (await rows("SELECT FROM gravestones")).length === 1);
  await until(() => workers.filter(({ rollsUp }) => rollsUp).length === 1);
  await until(async () => (await rows("SELECT FROM heartbeats")).length === 2);
  await until(async () => (await rows("SELECT FROM rollups WHERE (value->>'gravestones')::int = 1")).length === 1);
  const rolling = workers.find(({ rollsUp }) => rollsUp);
  const other = workers.find(({ rollsUp }) => !rollsUp);
  await rolling?.stop();
  await until(() => other?.rollsUp === true);
  await other?.stop();
  expect(await rows("SELECT FROM heartbeats")).toHaveLength(0);
  expect(await rows("SELECT FROM leases")).toHaveLength(0);
});

const LOCK_FIGURES = sql.statement({
  name: "test-lock-figures",
  params: {},
  row: {},
  text: "LOCK TABLE rollups IN ACCESS EXCLUSIVE MODE",
});

test("a stopping worker cancels a running figures statement", async () => {
  const waiting = () =>
    observer.adHoc(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM rollups%'`,
    );
  await observer.withTransaction(async (tx) => {
    await tx.query(LOCK_FIGURES, {});
    const worker = await startWorker(config, log);
    await until(async () => (await waiting()).length === 1);
    const asked = performance.now();
    await worker.stop();
    expect(performance.now() - asked).toBeLessThan(5_000);
    await until(async () => (await waiting()).length === 0);
  });
});

test("a worker continues after all of its connections were lost", async () => {
  const worker = await startWorker(config, log);
  await until(() => worker.rollsUp);
  const [agent] = await insertAgents(observer, 1, now());
  for (let round = 1; round <= 2; round++) {
    await observer.adHoc(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name <> 'observer'`,
    );
    const creature = hatchling(0, now() - 40 * HOUR_MS);
    await insertCreatures(observer, [stored(agent?.id ?? "", creature)]);
    const buried = () => observer.adHoc("SELECT FROM gravestones WHERE creature_id = $1", [creature.id]);
    await until(async () => (await buried()).length === 1);
  }
  await observer.adHoc("SELECT graphile_worker.add_job('expire_idempotency')");
  await observer.adHoc("SELECT graphile_worker.add_job('draw_avatar', json_build_object('agentId', $1::uuid))", [
    agent?.id,
  ]);
  const left = () =>
    observer.adHoc("SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('expire_idempotency', 'draw_avatar')");
  await until(async () => (await left()).length === 0);
  expect(await observer.adHoc("SELECT FROM avatars WHERE agent_id = $1", [agent?.id])).toHaveLength(1);
  await worker.stop();
});

test("the queue survives a lost connection while saving a result", async () => {
  await observer.adHoc("DELETE FROM graphile_worker._private_jobs");
  const done: string[] = [];
  const end = Promise.withResolvers<void>();
  const task = (name: string, last?: Promise<void>) => async () => {
    done.push(name);
    await last;
  };
  const taskList = { first: task("first", end.promise), second: task("second") };
  const queue = await runQueue(config, log, { concurrency: 1, taskList, crontab: "" });
  await observer.adHoc("SELECT graphile_worker.add_job('first')");
  await until(() => done.length === 1);
  const held = await observer.withTransaction(async (tx) => {
    const text = "SELECT id FROM graphile_worker._private_jobs FOR UPDATE";
    await tx.query(sql.statement({ name: "", params: {}, row: { id: sql.unread }, text }), {});
    end.resolve();
    const cut = () =>
      observer.adHoc(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%_private_jobs%'`,
      );
    await until(async () => (await cut()).length === 1);
    return true;
  });
  expect(held).toBe(true);
  await observer.adHoc("SELECT graphile_worker.add_job('second')");
  await until(() => done.includes("second"));
  await queue.stop();
});

test("only a dead worker's job is released", async () => {
  await rows("DELETE FROM graphile_worker._private_jobs");
  await rows("SELECT graphile_worker.add_job('lost'), graphile_worker.add_job('running')");
  await rows(
    `UPDATE graphile_worker._private_jobs j SET locked_by = t.identifier,
        locked_at = now() - CASE t.identifier WHEN 'lost' THEN interval '20 minutes' ELSE interval '10 minutes' END
      FROM graphile_worker._private_tasks t WHERE t.id = j.task_id`,
  );
  await freeLostJobs(database);
  const held = await rows<{ task: string }>(
    "SELECT task_identifier AS task FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  expect(held).toEqual([{ task: "running" }]);
});

test("only expired idempotency records are deleted", async () => {
  const day = 24 * HOUR_MS;
  await rows(
    `INSERT INTO idempotency (agent_id, key_hash, fingerprint, status, created_at)
      SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), 'x', 200, $1::bigint + (n % 2) * $2::bigint
      FROM generate_series(1, 5000) n`,
    [now() - day - 1_000, HOUR_MS],
  );
  await expireIdempotencyRecords(database, now());
  const [left] = await rows<{ count: number; oldest: number }>(
    "SELECT count(*) AS count, min(created_at) AS oldest FROM idempotency",
  );
  expect(left?.count).toBe(2_500);
  expect(left?.oldest).toBeGreaterThan(now() - day);
});

test("concurrent workers create log partitions eight days ahead", async () => {
  const later = now() + 20 * 24 * HOUR_MS;
  await Promise.all(Array.from({ length: 5 }, () => makeLogDaysAhead(database, later)));
  const [made] = await rows<{ count: number }>(
    `SELECT count(*) AS count FROM pg_inherits WHERE inhparent = 'care_log'::regclass
      AND inhrelid::regclass::text >= 'care_log_' || to_char(to_timestamp($1 / 1000.0) AT TIME ZONE 'UTC', 'YYYYMMDD')`,
    [later],
  );
  expect(made?.count).toBe(9);
});

test("a worker with a wrong clock skips its tasks", async () => {
  const before = now();
  const present = await nowForTasks(database, now);
  expect(present).toBeGreaterThan(before - 1_000);
  expect(present).toBeLessThan(now() + 1_000);
  for (const offMs of [30 * 86_400_000, -30 * 86_400_000, 5_000]) {
    await expect(nowForTasks(database, () => now() + offMs)).rejects.toThrow("skipped housekeeping");
  }
});
