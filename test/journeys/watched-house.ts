// Runs a service whose clock a test moves, with houses whose owners receive webhooks. Covers everything from the calls of an
// agent to the messages at a receiver.
import { pino } from "pino";
import { expect } from "vitest";
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

const HOST = "receiver.example";
const STEP_MS = 15 * MINUTE_MS;

export interface Told {
  readonly type: string;
  readonly hour: number;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages freely
  readonly data: any;
}

/** Starts a service for one test file, with log partitions for `days`. */
export async function watchedService(days: number) {
  /** Starts 30 s before a full minute, because runs are named by minutes and a call may be recorded 15 s late. */
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS / 2;
  const house = await houseForFile({
    clock: () => now,
    env: { RATE_LIMIT_FACTOR: "1000", HOOKS_ALLOW_HOSTS: HOST },
  });
  const { database, callTrail } = house.app.services;
  await makeLogDays(database, now, days);
  const log = pino({ level: "silent" });
  const watcher = new Watcher(database, () => now, log);
  /** Overrides the database's clock with the test's. Otherwise the sweeper would record no deaths. */
  const agreeing: Db = {
    async query(statement, values) {
      const rows = await database.query(statement, values);
      return rows.map((row) => ("databaseNow" in row ? Object.assign(row, { databaseNow: now }) : row));
    },
  };
  const sweeper = new Sweeper(agreeing, () => now, log);

  /** Creates a house of housecats with a confirmed webhook, and functions that let time pass in it. */
  const watchedHouse = async (count: number, hook: object) => {
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
    const added = await agent.call("POST", "/api/house/hooks", {
      kind: "webhook",
      url: `https://${HOST}/hook`,
      ...hook,
    });
    expect(added.status, added.text).toBe(201);
    await work();
    const asked = receiver.sent.find(({ json }) => json.type === "hook.code" && json.data.keeper === agent.username);
    const { code } = asked?.json.data ?? {};
    const { hook_id } = added.json.hook;
    expect((await agent.call("POST", "/api/house/hooks/confirm", { hook_id, code })).status).toBe(200);
    const startedAt = now;
    const told: Told[] = [];
    /** Lets time pass up to an hour, and calls `visit` every `everyMinutes`. */
    const until = async (hour: number, everyMinutes = 30, visit?: (agent: Account) => Promise<unknown>) => {
      for (; now < startedAt + hour * HOUR_MS; now += STEP_MS) {
        if (visit !== undefined && Math.round((now - startedAt) / MINUTE_MS) % everyMinutes === 0) await visit(agent);
        const before = receiver.sent.length;
        await work();
        const about = receiver.sent
          .slice(before)
          .filter(({ json }) => (json.data.creature ?? json.data.job).keeper === agent.username);
        for (const { json } of about) {
          told.push({ type: json.type, hour: (now - startedAt) / HOUR_MS, text: json.data.message, data: json.data });
        }
      }
    };
    return { agent, names, told, until, receiver, startedAt };
  };
  return { house, callTrail, watchedHouse, now: () => now };
}

/** Sends due steps until none remain. */
export async function keeps(agent: Account): Promise<void> {
  for (let calls = 0; calls < 40; calls++) {
    const { json } = await agent.call("GET", "/api/house/status");
    const due = json.next_steps.find((step: { due?: boolean }) => step.due === true);
    if (due === undefined) return;
    const answer = await agent.call(due.method, due.endpoint, due.body);
    expect(answer.status, answer.text).toBe(200);
  }
}
