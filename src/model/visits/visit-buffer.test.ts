// Tests that buffered visits are saved together and count immediately.
import { pino } from "pino";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { VisitBuffer } from "./visit-buffer.ts";

const house = await houseForFile();
const { database } = house.app.services;
const log = pino({ level: "silent" });

async function savedOf(agentId: string): Promise<number | undefined> {
  const statement = "SELECT at FROM visits WHERE agent_id = $1";
  const [row] = await database.adHoc<{ at: number }>(statement, [agentId]);
  return row?.at;
}

async function newAgentId(): Promise<string> {
  const { username } = await house.register();
  const statement = "SELECT agent_id FROM agents WHERE username = $1";
  const [row] = await database.adHoc<{ agent_id: string }>(statement, [username]);
  return row?.agent_id ?? "";
}

test("a visit counts immediately and never replaces a newer one", async () => {
  const agent = await newAgentId();
  const [one, other] = [new VisitBuffer(database, log), new VisitBuffer(database, log)];
  one.add(agent, 2_000);
  expect([one.lastOf(agent, null), one.lastOf(agent, 3_000), other.lastOf(agent, null)]).toEqual([2_000, 3_000, null]);
  await until(async () => (await savedOf(agent)) === 2_000);
  await one.close();
  // A caller that read the database before the save still sees the visit.
  expect(one.lastOf(agent, null)).toBe(2_000);
  other.add(agent, 1_000);
  await other.close();
  expect(await savedOf(agent)).toBe(2_000);
});

test("concurrent saves by several processes do not deadlock", async () => {
  const agents = await Promise.all(Array.from({ length: 8 }, newAgentId));
  const buffers = Array.from({ length: 6 }, () => new VisitBuffer(database, log));
  for (const [index, buffer] of buffers.entries()) {
    for (const agent of index % 2 === 0 ? agents : agents.toReversed()) buffer.add(agent, 1_000 + index);
  }
  await Promise.all(buffers.map((buffer) => buffer.save()));
  for (const agent of agents) expect(await savedOf(agent)).toBe(1_005);
});

test("visits remain buffered while the database is unreachable", async () => {
  const agent = await newAgentId();
  let isAway = true;
  const db: TransactionalDb = {
    query: (...given) => (isAway ? Promise.reject(new Error("away")) : database.query(...given)),
    withTransaction: (work) => database.withTransaction(work),
  };
  const buffer = new VisitBuffer(db, log);
  buffer.add(agent, 5_000);
  await expect(buffer.save()).rejects.toThrow("away");
  expect(buffer.lastOf(agent, null)).toBe(5_000);
  isAway = false;
  await until(async () => (await savedOf(agent)) === 5_000);
});

test("no visit is saved for an agent that has left", async () => {
  const agent = await newAgentId();
  const buffer = new VisitBuffer(database, log);
  buffer.add(agent, 5_000);
  await database.adHoc("UPDATE agents SET left_at = 1 WHERE agent_id = $1", [agent]);
  await buffer.close();
  expect(await savedOf(agent)).toBeUndefined();
});
