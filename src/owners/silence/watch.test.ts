// Watches against a real database: which messages are queued and when, each once, however many workers observe.
import { pino } from "pino";
import { expect, test } from "vitest";
import { zoneAt } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { hookFor, insertHooks, letPass } from "../../../test/lives/hooked.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { periodOf } from "@denkeeper/rules/foresight/silence.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { buyCredits } from "../../../test/payers/credits.ts";
import { silenceSince } from "../../../test/lives/backdate.ts";
import { Database } from "../../platform/database/db.ts";
import { declarePeriod } from "../../model/silence/store/pulses.ts";
import {
  deleteWatches,
  listDueWatches,
  listWatches,
  saveWatches,
  refreshHouseWatches,
} from "../../model/silence/store/watches.ts";
import { Sweeper } from "../../model/life/sweep.ts";
import { Watcher } from "./watch.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, config, now, callTrail } = house.app.services;
const log = pino({ level: "silent" });
const watcher = new Watcher(database, now, log);
const sweeper = new Sweeper(database, now, log);

/** Runs all due observations, then another round, which must report nothing more. */
async function look(): Promise<void> {
  // Watches are scheduled by the database's clock, so it must advance first.
  await database.adHoc("SELECT pg_sleep(0.005)");
  while (await watcher.watch());
  await watcher.watch();
}

interface Message {
  readonly event: string;
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

const messages = (creatureId: string) =>
  database.adHoc<Message>(
    `SELECT event, at, payload FROM hook_deliveries
      WHERE agent_id = (SELECT agent_id FROM creatures WHERE creature_id = $1) ORDER BY delivery_id`,
    [creatureId],
  );
const eventsOf = async (creatureId: string) => (await messages(creatureId)).map(({ event }) => event.slice(9));
const watches = (agentId: string) =>
  database.adHoc<{ creature_id: string; next_at: number | null }>(
    "SELECT creature_id, next_at FROM hook_watches WHERE agent_id = $1",
    [agentId],
  );

/** Registers a house at nine in the morning with a housecat (5 h) and, by default, a hook. */
async function keeperWith(options: Parameters<typeof hookFor>[2] | null = {}) {
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  const [{ agent_id: agentId } = { agent_id: "" }] = await database.adHoc<{ agent_id: string }>(
    "SELECT agent_id FROM agents WHERE username = $1",
    [keeper.username],
  );
  if (options !== null) await hookFor(database, agentId, options);
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const id: string = adopted.json.creature.id;
  const pass = async (hours: number) => {
    // Saves calls first, because a sign of life recorded later would count as current.
    await callTrail.save();
    await letPass(database, id, hours * HOUR_MS);
    await sweeper.sweep();
    await look();
  };
  return { ...keeper, agentId, id, pass, status: () => keeper.call("GET", "/api/house/status") };
}

test("TELL-7: each event of a day is reported once, in order", async () => {
  const keeper = await keeperWith();
  const { id, pass } = keeper;
  await look();
  expect(await eventsOf(id)).toEqual([]);
  await keeper.status();
  await look();
  expect(await eventsOf(id)).toEqual(["born"]);
  // After a feeding in time, no creature is late and the next window begins.
  await pass(4.9);
  await keeper.call("POST", "/api/house/care", { action: "feed", creature_id: id });
  await pass(4.9);
  expect(await eventsOf(id)).toEqual(["born"]);
  await pass(0.2);
  expect(await eventsOf(id)).toEqual(["born"]);
  await pass(0.2);
  expect(await eventsOf(id)).toEqual(["born", "late"]);
  const late = (await messages(id)).at(-1);
  expect(late?.payload).toMatchObject({
    creature: { name: "Pip", stage: "baby", keeper: keeper.username },
    incident: { level: "late", creatures: [{ id, name: "Pip", state: "late" }] },
  });
  expect(now() - Number(late?.payload["windowEndsAt"])).toBeLessThan(0.4 * HOUR_MS);
  expect(late?.payload["diesAt"]).toBeGreaterThan(now());
});

test("TELL-7: a watch ends with a life and restarts at resurrection", async () => {
  const keeper = await keeperWith({ events: ["creature.critical", "creature.died", "creature.back"] });
  const { id, pass } = keeper;
  await keeper.status();
  await database.adHoc("UPDATE creatures SET health = 19 WHERE creature_id = $1", [id]);
  await database.adHoc("UPDATE hook_watches SET next_at = 0 WHERE creature_id = $1", [id]);
  await look();
  expect(await eventsOf(id)).toEqual(["critical"]);
  await pass(100);
  expect(await eventsOf(id)).toEqual(["critical", "died"]);
  expect((await messages(id)).at(-1)?.payload).toMatchObject({ cause: expect.any(String) });
  expect(await watches(keeper.agentId)).toEqual([]);
  await buyCredits(database, keeper.agentId, "100");
  const back = await keeper.call("POST", "/api/house/resurrect", { creature_id: id });
  expect(back.status, back.text).toBe(200);
  await look();
  expect(await eventsOf(id)).toEqual(["critical", "died", "back"]);
  expect((await messages(id)).at(-1)?.payload).toMatchObject({ backFrom: "death" });
  expect(await watches(keeper.agentId)).toHaveLength(1);
});

test("TELL-7: a boarded creature causes no message before its return", async () => {
  const keeper = await keeperWith();
  const { id, pass } = keeper;
  await keeper.status();
  const boarded = await keeper.call("POST", "/api/house/board", { creature_id: id, hours: 10 });
  expect(boarded.status, boarded.text).toBe(200);
  await pass(9);
  expect(await eventsOf(id)).toEqual(["born"]);
  await pass(1.1);
  expect(await eventsOf(id)).toEqual(["born", "back"]);
});

test("an observation never judges beyond the service's newest heartbeat", async () => {
  const keeper = await keeperWith();
  const { id } = keeper;
  await keeper.status();
  await look();
  await letPass(database, id, 5.1 * HOUR_MS);
  await silenceSince(database, 0.2 * HOUR_MS);
  await look();
  expect(await eventsOf(id)).toEqual(["born"]);
  await database.adHoc("UPDATE outage_watch SET newest_beat = NULL");
  await look();
  await letPass(database, id, 0.2 * HOUR_MS);
  await look();
  expect(await eventsOf(id)).toEqual(["born", "late"]);
});

test("only creatures that a hook covers are watched", async () => {
  const alone = await keeperWith(null);
  await alone.status();
  expect(await watches(alone.agentId)).toEqual([]);

  const chosen = await keeperWith(null);
  await chosen.status();
  const other = await chosen.call("POST", "/api/house/adopt", { name: "Pop" });
  await hookFor(database, chosen.agentId, { creatureId: other.json.creature.id });
  await chosen.status();
  expect((await watches(chosen.agentId)).map(({ creature_id }) => creature_id)).toEqual([other.json.creature.id]);
  await database.adHoc("UPDATE hooks SET disabled_at = 1 WHERE agent_id = $1", [chosen.agentId]);
  await database.withTransaction((tx) => refreshHouseWatches(tx, chosen.agentId));
  expect(await watches(chosen.agentId)).toEqual([]);
});

test("a released creature is no longer watched", async () => {
  const keeper = await keeperWith();
  await keeper.status();
  await keeper.call("DELETE", "/api/house/release", { creature_id: keeper.id, confirm: true });
  await look();
  expect(await eventsOf(keeper.id)).not.toContain("died");
  expect(await watches(keeper.agentId)).toEqual([]);
});

test("a concurrent change does not wait and triggers another observation", async () => {
  const keeper = await keeperWith();
  await keeper.status();
  await database.withTransaction(async (tx) => {
    const agentIds = await listDueWatches(tx, { dueBy: now() + HOUR_MS, slice: undefined, limit: 1_000 });
    const due = await listWatches(tx, { agentIds });
    expect(due.map(({ creatureId }) => creatureId)).toContain(keeper.id);
    expect((await keeper.call("POST", "/api/house/care", { action: "play", creature_id: keeper.id })).status).toBe(200);
    const nextAt = now() + 1_000 * HOUR_MS;
    await saveWatches(
      tx,
      due.map((watch) => ({ ...watch, nextAt, seq: 7 })),
    );
    await deleteWatches(tx, due);
  });
  const [watch] = await watches(keeper.agentId);
  expect(watch?.next_at).toBeLessThan(now() + HOUR_MS);
  expect(await database.adHoc("SELECT watched_seq FROM hook_watches WHERE creature_id = $1", [keeper.id])).toEqual([
    { watched_seq: 7 },
  ]);
});

test("two workers queue each message once", async () => {
  const COUNT = 250;
  const agents = await insertAgents(database, COUNT, now() - 60 * HOUR_MS);
  const zone = zoneAt(12, now());
  const creatures = agents.map(({ id }) => stored(id, { ...hatchling(0, now() - 31 * HOUR_MS), zone }));
  await insertCreatures(database, creatures);
  const ids = agents.map(({ id }) => id);
  await insertHooks(database, ids, { events: ["creature.critical"] });
  await database.adHoc(
    `INSERT INTO hook_watches SELECT agent_id, creature_id, 0, 0, 0 FROM creatures WHERE agent_id = ANY ($1)`,
    [ids],
  );
  const workers = [1, 2].map(
    () => new Database(config.databaseUrl, 4, () => {}, { patience: config.databasePatience }),
  );
  await Promise.all(
    workers.map(async (db) => {
      const one = new Watcher(db, now, log);
      for (let round = 0; round < 4; round++) await one.watch();
    }),
  );
  await Promise.all(workers.map((db) => db.close()));
  const [count] = await database.adHoc<{ all: number; agents: number }>(
    "SELECT count(*) AS all, count(DISTINCT agent_id) AS agents FROM hook_deliveries WHERE agent_id = ANY ($1)",
    [ids],
  );
  expect(count).toEqual({ all: COUNT, agents: COUNT });
});

test("SILENT-1: an agent's calls are signs of life, a sitter's are not", async () => {
  const keeper = await keeperWith();
  await database.withTransaction((tx) => declarePeriod(tx, keeper.agentId, periodOf(60), now()));
  const pulse = async () => {
    await callTrail.save();
    const [row] = await database.adHoc<{ last_at: number; look_at: number }>(
      "SELECT last_at, look_at FROM pulses WHERE agent_id = $1",
      [keeper.agentId],
    );
    return { lastAt: row?.last_at ?? 0, lookAt: row?.look_at ?? 0 };
  };
  const before = await pulse();
  await letPass(database, keeper.id, HOUR_MS);
  await keeper.call("POST", "/api/house/care", { action: "dance" });
  const refused = await pulse();
  expect(refused.lastAt - before.lastAt).toBeGreaterThanOrEqual(0);
  await keeper.status();
  expect(await pulse()).toEqual(refused);
  await look();
  expect((await pulse()).lookAt).toBe(refused.lastAt + 135 * MINUTE_MS + 15 * SECOND_MS);
  await letPass(database, keeper.id, HOUR_MS);
  const sitter = await keeper.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 5 });
  await pulse();
  await letPass(database, keeper.id, HOUR_MS);
  const left = await pulse();
  const authorization = `Bearer ${sitter.json.sitter_key}`;
  expect((await house.call("GET", "/api/house/status", undefined, { authorization })).status).toBe(200);
  expect(await pulse()).toEqual(left);
});

test("SILENT-4: a suspended account causes no message and is checked later", async () => {
  const keeper = await keeperWith();
  await keeper.status();
  await database.withTransaction((tx) => declarePeriod(tx, keeper.agentId, periodOf(5, 5), now()));
  await database.adHoc("UPDATE agents SET suspended_at = 1 WHERE agent_id = $1", [keeper.agentId]);
  await keeper.pass(3);
  expect(await eventsOf(keeper.id)).not.toContain("ent");
  await database.adHoc("UPDATE agents SET suspended_at = NULL WHERE agent_id = $1", [keeper.agentId]);
  await keeper.pass(1.1);
  expect((await messages(keeper.id)).map(({ event }) => event)).toContain("agent.silent");
});

test("SILENT-2: without a confirmed hook no silence is reported", async () => {
  const keeper = await keeperWith(null);
  await keeper.status();
  await database.withTransaction((tx) => declarePeriod(tx, keeper.agentId, periodOf(5, 5), now()));
  await keeper.pass(3);
  expect(await messages(keeper.id)).toEqual([]);
  expect(await database.adHoc("SELECT look_at FROM pulses WHERE agent_id = $1", [keeper.agentId])).toEqual([
    { look_at: null },
  ]);
  // The first observation after the confirmation finds the current state.
  await hookFor(database, keeper.agentId, { events: ["agent.silent"] });
  await keeper.pass(0);
  expect((await messages(keeper.id)).map(({ event }) => event)).toEqual(["agent.silent"]);
});
