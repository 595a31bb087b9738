// What the people behind an agent hear when it stops, comes back, or comes and does nothing: on a service whose clock the test
// moves, from the agent's calls to the messages at a receiver.
import { pino } from "pino";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { Metrics } from "../../src/platform/observability/metrics.ts";
import { Dependencies } from "../../src/platform/dependency.ts";
import { makeLogDays } from "../../src/model/creatures/store/care-log.ts";
import type { Db } from "../../src/platform/database/db.ts";
import { HookSender } from "../../src/owners/hooks/sender/sender.ts";
import { Sweeper } from "../../src/model/life/sweep.ts";
import { Watcher } from "../../src/owners/silence/watch.ts";
import { zoneAt } from "../den.ts";
import { HOOKS_KEYS, houseForFile, type Account } from "../harness.ts";
import { certificate } from "../processes/certificate.ts";
import { openReceiver } from "../receiver.ts";
import { FULL } from "../tier.ts";

const HOST = "receiver.example";
const STEP_MS = 15 * MINUTE_MS;
let now = Date.now();
const house = await houseForFile({
  clock: () => now,
  env: { RATE_LIMIT_FACTOR: "1000", HOOKS_ALLOW_HOSTS: HOST },
});
const { database, callTrail } = house.app.services;
await makeLogDays(database, now, 8);
const log = pino({ level: "silent" });
const watcher = new Watcher(database, () => now, log);
/** The sweeper buries nobody unless the database agrees with its clock, so here it does. */
const agreeing: Db = {
  async query(statement, values) {
    const rows = await database.query(statement, values);
    return rows.map((row) => ("databaseNow" in row ? Object.assign(row, { databaseNow: now }) : row));
  },
};
const sweeper = new Sweeper(agreeing, () => now, log);

interface Told {
  readonly type: string;
  readonly hour: number;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages freely
  readonly data: any;
}

/** A house of so many housecats with a confirmed webhook, and how time passes in it. */
async function watchedHouse(count: number, hook: object) {
  const receiver = await openReceiver();
  const sender = new HookSender({
    database,
    hooks: { keys: [HOOKS_KEYS], allowedHosts: new Map([[HOST, receiver.port]]), ntfyTokens: new Map() },
    baseUrl: "https://denkeeper.example",
    clock: () => now,
    log,
    metrics: new Metrics(),
    dependencies: new Dependencies(log),
    transport: { resolve: async () => [{ address: "127.0.0.1", family: 4 }], ca: certificate() },
  });
  const work = async () => {
    await callTrail.save();
    await sweeper.sweep();
    while (await watcher.watch());
    while (await sender.round()) await sender.idle();
    await sender.idle();
  };
  const agent = await house.register({ timezone: zoneAt(6, now) });
  const names = Array.from({ length: count }, (_, index) => `Cat ${String.fromCodePoint(65 + index)}`);
  for (const name of names) {
    const adopted = await agent.call("POST", "/api/house/adopt", { name, species_slug: "housecat" });
    expect(adopted.status, adopted.text).toBe(201);
  }
  await agent.call("GET", "/api/house/status");
  const added = await agent.call("POST", "/api/house/hooks", { kind: "webhook", url: `https://${HOST}/hook`, ...hook });
  expect(added.status, added.text).toBe(201);
  await work();
  const { code } = receiver.sent[0]?.json.data ?? {};
  const { hook_id } = added.json.hook;
  expect((await agent.call("POST", "/api/house/hooks/confirm", { hook_id, code })).status).toBe(200);
  const startedAt = now;
  const told: Told[] = [];
  /** Lets time pass up to an hour; `visit` is called every so many minutes. */
  const until = async (hour: number, everyMinutes = 30, visit?: (agent: Account) => Promise<unknown>) => {
    for (; now < startedAt + hour * HOUR_MS; now += STEP_MS) {
      if (visit !== undefined && Math.round((now - startedAt) / MINUTE_MS) % everyMinutes === 0) await visit(agent);
      const before = receiver.sent.length;
      await work();
      const about = receiver.sent.slice(before).filter(({ json }) => json.data.creature.keeper === agent.username);
      for (const { json } of about) {
        told.push({ type: json.type, hour: (now - startedAt) / HOUR_MS, text: json.data.message, data: json.data });
      }
    }
  };
  return { agent, names, told, until };
}

/** A visit as the answers say: each step that is due, until none is. */
async function keeps(agent: Account): Promise<void> {
  for (let calls = 0; calls < 40; calls++) {
    const { json } = await agent.call("GET", "/api/house/status");
    const due = json.next_steps.find((step: { due?: boolean }) => step.due === true);
    if (due === undefined) return;
    const answer = await agent.call(due.method, due.endpoint, due.body);
    expect(answer.status, answer.text).toBe(200);
  }
}

test("ALERT-4 stopped after a day and back after 12 hours: two messages, both with the cause", async () => {
  const { told, until, agent } = await watchedHouse(4, { every_minutes: 30 });
  await until(24, 30, keeps);
  expect(told).toEqual([]);
  await until(36);
  await until(48, 30, keeps);
  expect(told.map(({ type }) => type)).toEqual(["agent.silent", "agent.recovered"]);
  const [silent, recovered] = told;
  // The last call came at 23.5 h.
  expect((silent?.hour ?? 0) - 23.5).toBeLessThanOrEqual(1.5);
  expect(silent?.text).toContain(`${agent.username} went silent: no call since`);
  expect(silent?.text).toContain("expected every 30 min");
  expect(recovered?.hour).toBe(36);
  expect(recovered?.text).toContain("is back after 12 h without a call");
  expect(recovered?.text).toContain("Nobody died.");
  for (const { data } of told) expect(data.incident).toMatchObject({ id: silent?.data.incident.id, cause: "no_call" });
});

test("ALERT-3 twelve creatures, stopped for good: at most five messages, and nobody is unnamed", async () => {
  const { told, until, names } = await watchedHouse(12, { every_minutes: 30 });
  const stop = FULL ? 24 : 6;
  await until(stop, 30, keeps);
  await until(stop + 56);
  expect(told.length).toBeLessThanOrEqual(5);
  const types = told.map(({ type }) => type).filter((type) => type !== "agent.still");
  expect(types.slice(0, 3)).toEqual(["agent.silent", "creature.critical", "creature.died"]);
  const deaths = told.filter(({ type }) => type === "creature.died");
  const dead = deaths.flatMap(({ data }) =>
    data.creatures.filter(({ state }: { state: string }) => state === "died").map(({ name }: { name: string }) => name),
  );
  expect(new Set(dead)).toEqual(new Set(names));
  expect(dead).toHaveLength(names.length);
  for (const name of names) expect(deaths.some(({ text }) => text.includes(name))).toBe(true);
  for (const { data } of told) expect(data.incident.cause).toBe("no_call");
});

test("ALERT-1 a keeper that comes and does nothing: how often it came, with a request that incidents has too", async () => {
  const { told, until, agent } = await watchedHouse(2, {});
  for (let hour = 1; told.length === 0 && hour < 20; hour += 0.25) {
    await until(hour, 30, () => agent.call("GET", "/api/house/status"));
  }
  expect(told.map(({ type }) => type)).toEqual(["creature.late"]);
  const [{ text, data } = { text: "", data: {} }] = told;
  expect(data).toMatchObject({ incident: { cause: "did_not_feed", level: "late" }, creatures: [{}, {}] });
  const { calls } = data.incident;
  expect(calls.count).toBeGreaterThan(3);
  expect(text).toContain(`came ${calls.count} times and did not feed them; last: GET /api/house/status`);
  expect(text).toContain(`(request ${calls.last_request_id})`);
  const { json } = await agent.call("GET", "/api/house/incidents");
  expect(json.incidents[0].calls).toMatchObject([{ count: calls.count, last_request_id: calls.last_request_id }]);
});

test("SILENT-1 an agent that goes on with a key that was replaced is silent, and its people hear why", async () => {
  const { told, until, agent } = await watchedHouse(1, { every_minutes: 30 });
  await until(1, 30, keeps);
  expect((await agent.call("POST", "/api/auth/rotate-key", {})).status).toBe(200);
  await until(3, 30, async () => {
    expect((await agent.call("GET", "/api/house/status")).status).toBe(401);
  });
  expect(told.map(({ type }) => type)).toEqual(["agent.silent"]);
  const [{ text, data } = { text: "", data: {} }] = told;
  expect(data.incident).toMatchObject({
    cause: "refused",
    calls: { last: "GET /api/house/status 401", code: "old_key" },
  });
  expect(text).toContain("Its calls are refused (401 old_key,");
  expect(text).toContain(`(request ${data.incident.calls.last_request_id})`);
});
