// Care locks a creature and then its agent, resurrection the other way around. The victim of a deadlock retries, and
// its caller does not notice. The test holds one row, lets the call take the other, and then asks for that.
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

/** What a call is answered that takes the second row and then waits for the first, while the test does the reverse. */
async function crossed([first, firstId]: Row, [second, secondId]: Row, ask: () => Promise<Answer>): Promise<Answer> {
  const before = await deadlocks();
  const held = await holding(house, first, [firstId]);
  const asked = ask();
  await held.untilWaiting(1);
  // Granted when the call has been given up.
  await held.run(second, [secondId]);
  await held.release();
  const answer = await asked;
  // Counted a moment later.
  await until(async () => (await deadlocks()) > before);
  return answer;
}

async function deadlocks(): Promise<number> {
  const text = "SELECT deadlocks FROM pg_stat_database WHERE datname = $1";
  const [row] = await database.adHoc<{ deadlocks: number }>(text, [house.database]);
  return row?.deadlocks ?? 0;
}

test("resurrection: it happens once and is paid once", async () => {
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

test("one statement hatches the eggs of a status call", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  const answer = await crossed([AGENT, den.id], [CREATURE, id], () => den.status(id));
  expect([answer.status, answer.json.creature?.stage]).toEqual([200, "baby"]);
});
