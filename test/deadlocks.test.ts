// Care locks a creature and then its agent; resurrection locks them in reverse order. The victim of a deadlock must retry without
// its caller noticing. The test locks one row, lets the call lock the other, then requests that row as well.
import { expect, test } from "vitest";
import { buyCredits } from "./payers/credits.ts";
import { openDen } from "./den.ts";
import { houseForFile, type Answer } from "./harness.ts";
import { holding } from "./held-lock.ts";
import { until } from "./processes/own-redis.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

const AGENT = "SELECT FROM agents WHERE agent_id = $1 FOR UPDATE";
const CREATURE = "SELECT FROM creatures WHERE creature_id = $1 FOR UPDATE";

type Row = readonly [lock: string, id: string];

/** Returns the answer of a call that locks the second row and waits for the first, while the test does the reverse. */
async function crossed([first, firstId]: Row, [second, secondId]: Row, ask: () => Promise<Answer>): Promise<Answer> {
  const before = await deadlocks();
  const held = await holding(house, first, [firstId]);
  const asked = ask();
  await held.untilWaiting(1);
  // Resolves once PostgreSQL has aborted the call's transaction.
  await held.run(second, [secondId]);
  await held.release();
  const answer = await asked;
  // PostgreSQL updates this counter with a delay.
  await until(async () => (await deadlocks()) > before);
  return answer;
}

async function deadlocks(): Promise<number> {
  const text = "SELECT deadlocks FROM pg_stat_database WHERE datname = $1";
  const [row] = await database.adHoc<{ deadlocks: number }>(text, [house.database]);
  return row?.deadlocks ?? 0;
}

test("a resurrection survives a deadlock and is paid only once", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(60);
  await den.status(id);
  await buyCredits(database, den.id, "100");
  const answer = await crossed([CREATURE, id], [AGENT, den.id], () =>
    den.call("POST", "/api/house/resurrect", { creature_id: id }),
  );
  expect(answer.status, answer.text).toBe(200);
  const { credits } = (await den.call("GET", "/api/house/credits")).json;
  expect(credits).toBe(100 - answer.json.credits_spent);
  expect((await den.status(id)).json.creature.alive).toBe(true);
});

test("a status call survives a deadlock and hatches its egg", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  const answer = await crossed([AGENT, den.id], [CREATURE, id], () => den.status(id));
  expect([answer.status, answer.json.creature?.stage]).toEqual([200, "baby"]);
});
