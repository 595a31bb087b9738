// Tests the move of jobs from the outbox to the queue. No job is lost or queued twice, wherever a worker dies and however many
// workers move.
import { beforeEach, expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import {
  DRAW_AVATAR,
  DRAW_PORTRAIT,
  addAvatarJob,
  avatarJob,
  portraitJob,
} from "../../model/creatures/store/portrait-jobs.ts";
import { makeAvatar, makePortrait } from "../../portraits/portrait-job.ts";
import type { Database, Db } from "../database/db.ts";
import { insertJob } from "./store/outbox.ts";
import { moveJobs } from "./move-jobs.ts";

const house = await houseForFile();
const { database, pictures, now } = house.app.services;
const [agent] = await insertAgents(database, 1, now());
const agentId = agent?.id ?? "";

const outbox = () => database.adHoc<{ job_id: string }>("SELECT job_id FROM job_outbox ORDER BY added_at, job_id");
const queue = () =>
  database.adHoc<{ key: string; task: string; payload: object; max_attempts: number; attempts: number }>(
    `SELECT j.key, t.identifier AS task, j.payload, j.max_attempts, j.attempts FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
const add = (task: string, at = now()) => insertJob(database, agentId, task, { agentId }, at);

/** Creates a database whose client dies before the named statement. */
function dyingBefore(name: string): Db {
  const query: Database["query"] = async (statement, values) => {
    if (statement.name === name) throw new Error("gone");
    return database.query(statement, values);
  };
  return { query };
}

beforeEach(async () => {
  await database.adHoc("DELETE FROM job_outbox");
  await database.adHoc("DELETE FROM graphile_worker._private_jobs");
});

test("jobs are moved once, oldest first, with their payloads", async () => {
  await add("second", 2_000);
  await add("first", 1_000);
  expect(await moveJobs(database)).toBe(false);
  const moved = await queue();
  expect(moved).toMatchObject([
    { task: "first", payload: { agentId }, max_attempts: 10 },
    { task: "second", payload: { agentId }, max_attempts: 10 },
  ]);
  expect(await outbox()).toEqual([]);
  await moveJobs(database);
  expect(await queue()).toEqual(moved);
});

test("a rolled-back transaction leaves no job", async () => {
  const undone = database.withTransaction(async (tx) => {
    await addAvatarJob(tx, agentId, now());
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await outbox()).toEqual([]);
  await database.withTransaction((tx) => addAvatarJob(tx, agentId, now()));
  expect(await outbox()).toHaveLength(1);
});

test("a crash before queuing leaves the job in the outbox", async () => {
  await add(DRAW_AVATAR);
  await expect(moveJobs(dyingBefore("add-jobs"))).rejects.toThrow("gone");
  expect([await outbox(), await queue()]).toMatchObject([[{}], []]);
});

test("a crash before the outbox is cleared adds no second job", async () => {
  await add(DRAW_AVATAR);
  const states = ["attempts = 0", "locked_at = now(), locked_by = 'a worker'", "attempts = max_attempts"];
  for (const state of states) {
    await expect(moveJobs(dyingBefore("delete-from-outbox"))).rejects.toThrow("gone");
    await database.adHoc(`UPDATE graphile_worker._private_jobs SET ${state}`);
  }
  const before = await queue();
  expect(before).toMatchObject([{ task: DRAW_AVATAR, attempts: 10 }]);
  await moveJobs(database);
  expect([await outbox(), await queue()]).toEqual([[], before]);
});

test("concurrent workers move each job once", async () => {
  await database.adHoc(
    `INSERT INTO job_outbox SELECT $1, gen_random_uuid(), 'task_' || nth % 3, '{}', nth FROM generate_series(1, 450) nth`,
    [agentId],
  );
  const drain = async () => {
    while (await moveJobs(database));
  };
  await Promise.all([drain(), drain(), drain()]);
  expect([(await outbox()).length, (await queue()).length]).toEqual([0, 450]);
});

const drawing = { database, pictures, images: undefined, now };
const drawn = {
  [DRAW_AVATAR]: {
    run: (payload: object) => makeAvatar(drawing, avatarJob.parse(payload)),
    rows: () => database.adHoc("SELECT * FROM avatars WHERE agent_id = $1", [agentId]),
  },
  [DRAW_PORTRAIT]: {
    run: (payload: object) => makePortrait(drawing, portraitJob.parse(payload)),
    rows: () => database.adHoc("SELECT * FROM portraits WHERE agent_id = $1", [agentId]),
  },
} as const;

test.each([DRAW_AVATAR, DRAW_PORTRAIT] as const)(
  "a job (%s) done before it left the outbox reruns without effect",
  async (task) => {
    const creature = hatchling(0, now());
    await insertCreatures(database, [stored(agentId, creature)]);
    const payload = { agentId, ...(task === DRAW_PORTRAIT && { creatureId: creature.id, stage: "baby" }) };
    const { run, rows } = drawn[task];
    await insertJob(database, agentId, task, payload, now());
    await expect(moveJobs(dyingBefore("delete-from-outbox"))).rejects.toThrow("gone");
    const [first] = await queue();
    await run(first?.payload ?? {});
    // Simulates a finished job, which a worker removes from the queue.
    await database.adHoc("DELETE FROM graphile_worker._private_jobs");
    const before = await rows();
    expect(before).toHaveLength(1);
    await moveJobs(database);
    const [again, ...more] = await queue();
    expect([again, more]).toMatchObject([{ task, payload: first?.payload, attempts: 0 }, []]);
    await run(again?.payload ?? {});
    expect(await rows()).toEqual(before);
  },
);
