// Tests that the trail of calls has bounded rows, writes and memory, and records only callers with a valid key.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import { operatorOf } from "../../../test/operator.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { TRAIL_KEPT_MS, TRAIL_ROWS, deleteOldCallTrail, listCallTrail } from "../agents/store/call-trail.ts";
import { TASKS } from "../../tasks.ts";
import { CallTrail, MOST_QUEUED, type TrailCall } from "./call-trail.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100000" } });
const { database, log, callTrail } = house.app.services;
const NOW = 1_800_000_000_000;

function refused(agentId: string, overrides: Partial<TrailCall> = {}): TrailCall {
  return {
    agentId,
    clockOffsetMs: 0,
    operation: "POST /api/house/care",
    status: 400,
    code: "invalid_input",
    creatureId: null,
    bySitter: false,
    requestId: "request-0",
    now: NOW,
    ...overrides,
  };
}

test("10,000 equal refused calls are saved as one row in one write", async () => {
  const { id } = await house.register();
  let writes = 0;
  const db: TransactionalDb = {
    query: (...given) => database.query(...given),
    withTransaction: (work) => {
      writes += 1;
      return database.withTransaction(work);
    },
  };
  const trail = new CallTrail(db, log);
  for (let count = 0; count < 10_000; count++) {
    trail.queue.push(refused(id, { now: NOW + count, requestId: `request-${count}` }));
  }
  await trail.save();
  expect(writes).toBe(1);
  trail.queue.push(refused(id, { now: NOW + 20_000, requestId: "request-last" }));
  await trail.close();
  expect(await listCallTrail(database, { agentId: id })).toEqual([
    expect.objectContaining({
      calls: 10_001,
      first_at: NOW,
      first_request_id: "request-0",
      last_at: NOW + 20_000,
      last_request_id: "request-last",
    }),
  ]);
});

test("about 200 rows of each kind remain, within bounded memory", async () => {
  const { id } = await house.register();
  const trail = new CallTrail(database, log);
  trail.queue.push(refused(id, { code: null, status: 200, now: NOW - HOUR_MS }));
  for (let round = 0; round < 5; round++) {
    for (let count = 0; count < 1_000; count++) {
      const now = NOW + round * HOUR_MS + count;
      trail.queue.push(refused(id, { operation: `GET /${count}`, now, requestId: `round-${round}` }));
    }
    await trail.save();
  }
  for (let count = 0; count < 10; count++) trail.queue.push(refused(id, { now: NOW + (10 + count) * HOUR_MS }));
  await trail.close();
  const rows = await listCallTrail(database, { agentId: id });
  // A few more rows may remain until the next trimming.
  const kept = rows.filter(({ code }) => code !== "").length;
  expect(kept).toBeGreaterThanOrEqual(TRAIL_ROWS);
  expect(kept).toBeLessThan(1.5 * TRAIL_ROWS);
  expect(rows.filter(({ code }) => code === "")).toHaveLength(1);
  expect(rows.filter(({ first_request_id: request }) => request === "request-0")).toHaveLength(11);
  const oldest = rows.filter(({ code }) => code !== "").map(({ first_request_id: request }) => request);
  expect(new Set(oldest)).toEqual(new Set(["round-4", "request-0"]));
  expect(MOST_QUEUED).toBeLessThan(100_000);
});

test("the trail survives database failures, expires, and skips departed agents", async () => {
  const { id } = await house.register();
  const gone = await house.register();
  await database.adHoc("UPDATE agents SET left_at = 1 WHERE agent_id = $1", [gone.id]);
  let isAway = true;
  const db: TransactionalDb = {
    query: (...given) => database.query(...given),
    withTransaction: (work) => (isAway ? Promise.reject(new Error("away")) : database.withTransaction(work)),
  };
  const trail = new CallTrail(db, log);
  trail.queue.push(refused(id), refused(gone.id));
  await trail.save();
  isAway = false;
  expect(await trail.of(id)).toHaveLength(1);
  await trail.close();
  expect(await listCallTrail(database, { agentId: id })).toHaveLength(1);
  expect(await listCallTrail(database, { agentId: gone.id })).toEqual([]);
  await deleteOldCallTrail(database, NOW);
  expect(await listCallTrail(database, { agentId: id })).toHaveLength(1);
  await TASKS.forget_calls.run({ database, now: NOW + TRAIL_KEPT_MS + 1 });
  expect(await listCallTrail(database, { agentId: id })).toEqual([]);
});

test("calls without a valid key leave no row; suspended calls do", async () => {
  await callTrail.save();
  const agent = await house.register();
  const bad = { authorization: `Bearer ${agent.key.slice(0, -1)}${agent.key.endsWith("x") ? "y" : "x"}` };
  for (const headers of [{}, bad]) {
    expect((await house.call("POST", "/api/house/care", { action: "feed" }, headers)).status).toBe(401);
  }
  expect((await house.call("GET", "/api/house/hall")).status).toBe(200);
  expect(callTrail.queue).toEqual([]);
  expect(await callTrail.of(agent.id)).toEqual([]);
  expect(await operatorOf(house).act("suspend", agent.username, "spam")).toBe("done");
  const { headers } = await agent.call("GET", "/api/house/status");
  const [row, ...more] = await callTrail.of(agent.id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ code: "suspended", status: 403, first_request_id: headers["x-request-id"] });
});

test("calls that name unknown creatures share one row per minute", async () => {
  const agent = await house.register();
  const sent = FULL ? 2_000 : 100;
  const started = Date.now();
  for (let count = 0; count < sent; count += 20) {
    const ids = Array.from(
      { length: 20 },
      (_, index) => `01890a5d-ac96-774b-bcce-${String(count + index).padStart(12, "0")}`,
    );
    await Promise.all(
      ids.map((creature_id) =>
        agent.call("POST", "/api/house/care", { action: "feed", creature_id, notes: "secret words" }),
      ),
    );
  }
  const minutes = Math.ceil((Date.now() - started) / MINUTE_MS) + 1;
  await callTrail.save();
  const rows = await listCallTrail(database, { agentId: agent.id });
  expect(rows.length).toBeLessThanOrEqual(minutes);
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(sent);
  expect(JSON.stringify(rows)).not.toContain("secret words");
});
