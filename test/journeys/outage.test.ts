// Plays outages in real time. No creature may die of an outage, whichever process notices it first. An outage that is declared
// later must bring back the creatures that died in it.
import { pino } from "pino";
import { expect, test } from "vitest";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { isSocial } from "@denkeeper/rules/creature/creature.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { creatureAcrossOutages } from "../../src/model/life/present-creature.ts";
import { startHeartbeat } from "../../src/model/outages/heartbeat.ts";
import { deathChange } from "../../src/model/life/time-changes.ts";
import { Restorer } from "../../src/operator/outages/restore.ts";
import { judgeClock, readDatabase } from "../../src/operator/doctor/database.ts";
import { Sweeper } from "../../src/model/life/sweep.ts";
import type { StoredCreature } from "../../src/model/creatures/store/creature-row.ts";
import { backdate, silenceSince } from "../lives/backdate.ts";
import { zoneAt } from "../den.ts";
import {
  ADMIN_KEY,
  freshAddress,
  freshUsername,
  houseForTest,
  openHouse,
  type Account,
  type Answer,
  type House,
} from "../harness.ts";
import { operatorOf } from "../operator.ts";
import { startProcesses } from "../processes/processes.ts";
import { comparable, replay } from "../lives/replay.ts";

const log = pino({ level: "silent" });
const OPTIONS = { env: { RATE_LIMIT_FACTOR: "1000" } };

interface Kept extends Account {
  readonly creature: string;
}

/** The social species with the longest feeding window. */
const SOCIAL = CATALOG.filter(isSocial).toSorted((a, b) => b.feedingWindowHours - a.feedingWindowHours)[0]?.slug;

/** Registers a keeper whose creature hatched some hours ago and received no care. It survives 36 hours without care. */
async function keeps(
  house: House,
  hoursAgo: number,
  more: { username?: string; species?: string } = {},
): Promise<Kept> {
  const { species = "tortoise", ...fields } = more;
  const account = await house.register({ timezone: zoneAt(9), ...fields });
  const adopted = await account.call("POST", "/api/house/adopt", { name: "Pip", species_slug: species });
  expect(adopted.status, adopted.text).toBe(201);
  const creature: string = adopted.json.creature.id;
  await account.call("GET", "/api/house/status");
  await backdate(house.app.services.database, creature, hoursAgo * HOUR_MS);
  return { ...account, creature };
}

const statusOf = ({ call, creature }: Kept) => call("GET", `/api/house/status?creature_id=${creature}`);
const rows = <Row extends object>({ app }: House, text: string) => app.services.database.adHoc<Row>(text);
const listed = async (house: House) =>
  (await house.call("GET", "/api/outages", undefined, {}, freshAddress())).json.outages;
const declare = (house: House, from: number, until: number) =>
  house.call(
    "POST",
    "/api/admin/outages",
    { from: new Date(from).toISOString(), until: new Date(until).toISOString(), reason: "The network was down." },
    { "x-admin-key": ADMIN_KEY },
    freshAddress(),
  );

/** Moves the newest heartbeat back to `agoMs` ago, as if these processes had been asleep since. */
async function silence(agoMs: number, ...houses: readonly [House, ...House[]]): Promise<void> {
  await silenceSince(houses[0].app.services.database, agoMs);
  for (const { app } of houses) app.services.outages.changed();
}

test("AMNESTY-1, AMNESTY-2: an outage of ten hours delays every death by ten", async () => {
  const house = await openHouse(OPTIONS);
  const { database, now } = house.app.services;
  const keeper = await keeps(house, 40);
  const early = await keeps(house, 60);
  const bornAt = now() - 40 * HOUR_MS;
  await silence(10 * HOUR_MS, house);

  // The worker starts before the API, so it may judge lives only up to the newest sign of life.
  const sweeper = new Sweeper(database, now, log);
  expect(await sweeper.sweep()).toMatchObject({ died: 1 });
  expect(await rows(house, "SELECT FROM outages")).toHaveLength(0);

  const status = await statusOf(keeper);
  expect(status.json.creature).toMatchObject({ alive: true, stage: "child" });
  expect(status.json.creature.age_hours).toBeCloseTo(30, 1);
  const diesAt = Date.parse(status.json.creature.death_clock.dies_at);
  expect(Math.abs(diesAt - (bornAt + 46 * HOUR_MS))).toBeLessThan(60_000);
  for (let round = 0; round < 3; round++) expect(await sweeper.sweep()).toMatchObject({ died: 0, failed: 0 });
  // AMNESTY-3: this creature's 36 hours had ended long before the outage.
  expect((await statusOf(early)).json.creature.alive).toBe(false);

  const [outage, ...more] = await listed(house);
  expect(more).toEqual([]);
  expect(outage).toMatchObject({ found_by: "heartbeat", reason: null, hours: 10 });

  // The next event of the life includes the outage, so the log alone can replay it.
  const fed = await keeper.call("POST", "/api/house/care", { action: "feed", creature_id: keeper.creature });
  expect(fed.json.action_result).toMatchObject({ success: true });
  const replayed = await replay(database, keeper.id, keeper.creature);
  expect(replayed.rows.map(({ kind }) => kind)).toEqual(["adopt", "hatch", "amnesty", "care"]);
  const [stored, again] = comparable(replayed);
  expect(again).toEqual(stored);
  await house.close();
});

test("AMNESTY-2: any first call after an outage shows living creatures alive", async () => {
  const house = await openHouse(OPTIONS);
  const keeper = await keeps(house, 40);
  await silence(10 * HOUR_MS, house);
  const { creature: id, username } = keeper;
  const target = `creature_id=${id}`;
  for (const path of [`/api/house/history?${target}`, `/api/house/status?${target}`]) {
    const { status, json } = await keeper.call("GET", path);
    expect(status, path).toBe(200);
    expect(json.creature.alive, path).toBe(true);
  }
  for (const path of [`/api/house/preferences?${target}`, "/api/house/home"]) {
    expect((await keeper.call("GET", path)).status, path).toBe(200);
  }
  expect((await keeper.call("GET", `/api/agents/${username}/creatures/${id}`)).json.now.alive).toBe(true);
  expect((await keeper.call("GET", `/api/agents/${username}`)).json.creatures).toHaveLength(1);
  await house.close();
});

test("AMNESTY-2: rules reject a creature that was not moved across outages", () => {
  const judging = (stored: StoredCreature, now: number) => [
    // @ts-expect-error -- the creature was not moved across outages
    creatureAt(stored.creature, now),
    // @ts-expect-error -- the creature was not moved across outages
    settle(stored.creature, now),
    // @ts-expect-error -- the creature was not moved across outages
    applyCare(stored.creature, "feed", undefined, now),
    // @ts-expect-error -- the creature was not moved across outages
    deathChange(stored, { id: "", username: "", clockMoved: false, clockOffsetMs: 0 }, now),
    creatureAt(creatureAcrossOutages(stored, [], now), now),
  ];
  // This test passes if the file compiles.
  expect(judging).toBeTypeOf("function");
});

test("AMNESTY-2: reads write nothing, and events scheduled too early are rescheduled", async () => {
  const house = await openHouse(OPTIONS);
  const { database, now } = house.app.services;
  const keeper = await keeps(house, 34);
  await statusOf(keeper);
  await silence(10 * HOUR_MS, house);
  const versions = () => rows<{ version: number }>(house, "SELECT version FROM creatures");
  const before = await versions();
  for (let count = 0; count < 5; count++) expect((await statusOf(keeper)).json.creature.alive).toBe(true);
  expect(await versions()).toEqual(before);
  await database.adHoc("UPDATE creatures SET next_event_at = $1", [now() - HOUR_MS]);
  const heartbeat = await startHeartbeat(house.app.services.outages, log);
  expect(await new Sweeper(database, now, log).sweep()).toMatchObject({ rescheduled: 1, died: 0, grown: 0 });
  expect(await versions()).toEqual(before);
  const [armed] = await rows<{ next_event_at: number }>(house, "SELECT next_event_at FROM creatures");
  expect(Math.abs((armed?.next_event_at ?? 0) - (now() + 12 * HOUR_MS))).toBeLessThan(60_000);
  await heartbeat.stop();
  await house.close();
});

test("AMNESTY-1: short gaps are no outage; concurrent processes record only one", async () => {
  const house = await openHouse(OPTIONS);
  const beside = await openHouse({ ...OPTIONS, beside: house });
  const keeper = await keeps(house, 30);
  await Promise.all([house, beside].map(({ app }) => app.services.outages.beat()));
  await silence(5 * MINUTE_MS - 10_000, house, beside);
  await statusOf(keeper);
  await house.app.services.outages.beat();
  expect(await rows(house, "SELECT FROM outages")).toHaveLength(0);

  await silence(5 * MINUTE_MS + 1, house, beside);
  const look = (one: House) =>
    one.call("GET", "/api/house/status", undefined, { authorization: `Bearer ${keeper.key}` }, freshAddress());
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, nth) => look(nth % 2 === 0 ? house : beside)),
    ...[house, beside].map(({ app }) => app.services.outages.beat()),
  ]);
  const diesAt = answers.flatMap((answer) => (answer === undefined ? [] : answer.json.creature.death_clock.dies_at));
  expect(new Set(diesAt).size).toBe(1);
  const [outage, ...more] = await rows<{ version: number; ms: number }>(
    house,
    "SELECT version, until_at - from_at AS ms FROM outages",
  );
  expect(more).toEqual([]);
  expect(outage?.version).toBe(1);
  expect(outage?.ms).toBeGreaterThan(5 * MINUTE_MS);
  await beside.close();
  await house.close();
});

test("AMNESTY-6: a house with a moved clock gets no amnesty", async () => {
  const house = await openHouse(OPTIONS);
  const keeper = await keeps(house, 40, { username: freshUsername("test") });
  const unmoved = await keeps(house, 40, { username: freshUsername("test") });
  await keeper.call("POST", "/api/house/clock", { advance_hours: 0.01 });
  await silence(10 * HOUR_MS, house);
  expect((await statusOf(keeper)).json.creature.alive).toBe(false);
  expect((await statusOf(unmoved)).json.creature.alive).toBe(true);
  await house.close();
});

test("AMNESTY-2: boardings and successive outages count once each", async () => {
  const house = await openHouse(OPTIONS);
  const { database, now } = house.app.services;
  const keeper = await keeps(house, 1, SOCIAL === undefined ? {} : { species: SOCIAL });
  await keeper.call("POST", "/api/house/board", { creature_id: keeper.creature, hours: 5 });
  // Boarding began 20 hours ago for 5 hours. The service was down from the middle of it until 8 hours ago.
  await backdate(database, keeper.creature, 20 * HOUR_MS);
  const moved = `UPDATE creatures SET pauses = jsonb_set(jsonb_set(pauses, '{0,from}', to_jsonb((pauses->0->>'from')::bigint - ${20 * HOUR_MS})),
    '{0,until}', to_jsonb((pauses->0->>'until')::bigint - ${20 * HOUR_MS}))`;
  await rows(house, moved);
  await rows(house, `UPDATE care_log SET until = until - ${20 * HOUR_MS}`);
  expect((await declare(house, now() - 18 * HOUR_MS, now() - 8 * HOUR_MS)).json.recorded).toBe(true);
  expect((await declare(house, now() - 9 * HOUR_MS, now() - 6 * HOUR_MS)).json.recorded).toBe(true);
  const { json } = await statusOf(keeper);
  // One hour before boarding, and six since the service returned.
  expect(json.creature.age_hours).toBeCloseTo(7, 1);
  await keeper.call("POST", "/api/house/care", { action: "play", creature_id: keeper.creature });
  const [stored, replayed] = comparable(await replay(database, keeper.id, keeper.creature));
  expect(replayed).toEqual(stored);
  expect(stored.pauses.map(({ kind }) => kind)).toEqual(["boarding", "amnesty"]);
  await house.close();
});

test("AMNESTY-4: a later declared outage returns buried creatures once, unchanged", async () => {
  const house = await houseForTest(OPTIONS);
  const { database, now } = house.app.services;
  const sweeper = new Sweeper(database, now, log);
  const restorer = new Restorer(database, log);
  const keeper = await keeps(house, 40);
  const before = await keeps(house, 50);
  const moved = await keeps(house, 40, { username: freshUsername("test") });
  await moved.call("POST", "/api/house/clock", { advance_hours: 0.01 });
  expect((await sweeper.sweep()).died).toBe(3);
  expect(await restorer.restore()).toBe(0);

  const [from, until] = [now() - 8 * HOUR_MS, now() - HOUR_MS];
  const declared = await declare(house, from, until);
  expect([declared.status, declared.json.recorded]).toEqual([201, true]);
  expect(await restorer.restore()).toBe(1);

  const { json } = await statusOf(keeper);
  expect(json.creature).toMatchObject({ alive: true, stage: "child" });
  expect(json.creature.age_hours).toBeCloseTo(32, 1);
  expect(json.creature.death_clock.hours_remaining).toBeCloseTo(4, 1);
  expect((await statusOf(before)).json.creature.alive).toBe(false);
  expect((await statusOf(moved)).json.creature.alive).toBe(false);
  const stones = (await keeper.call("GET", "/api/house/graveyard")).json.gravestones;
  expect(stones).toMatchObject([{ resurrected: true, restored: true }]);
  const [compared, replayed] = comparable(await replay(database, keeper.id, keeper.creature));
  expect(replayed).toEqual(compared);
  expect(compared).toMatchObject({ resurrections: 0, restorations: 1 });

  // Repeating or extending the declaration must change nothing else.
  expect((await declare(house, from + 1, until)).json.recorded).toBe(false);
  expect((await declare(house, from - HOUR_MS, until + 1_000)).json.recorded).toBe(true);
  expect(await restorer.restore()).toBe(0);
  expect(await new Restorer(database, log).restore()).toBe(0);
  expect((await statusOf(keeper)).json.creature.age_hours).toBeCloseTo(32, 1);

  // The creature dies again and receives a second gravestone.
  await backdate(database, keeper.creature, 60 * HOUR_MS);
  expect((await sweeper.sweep()).died).toBe(1);
  const both = (await keeper.call("GET", "/api/house/graveyard")).json.gravestones;
  expect(both.filter(({ restored }: { restored: boolean }) => restored)).toHaveLength(1);
  expect(both).toHaveLength(2);

  // AMNESTY-5: hours of the outage do not count toward the seven days.
  const offer = (await statusOf(keeper)).json;
  const days = (Date.parse(offer.resurrection.closes_at) - Date.parse(offer.gravestone.died_at)) / HOUR_MS;
  expect(days).toBeCloseTo(168 + 8, 1);
});

test("AMNESTY-4, SUSPEND-1: a creature returned during suspension rests until its end", async () => {
  const house = await openHouse(OPTIONS);
  const { database, now } = house.app.services;
  const keeper = await keeps(house, 40);
  expect((await new Sweeper(database, now, log).sweep()).died).toBe(1);
  const operator = operatorOf(house);
  expect(await operator.act("suspend", keeper.username, "to see")).toBe("done");
  await declare(house, now() - 8 * HOUR_MS, now() - HOUR_MS);
  expect(await new Restorer(database, log).restore()).toBe(1);
  expect(await rows(house, "SELECT pauses->-1->>'kind' AS kind, died_at FROM creatures")).toEqual([
    { kind: "suspension", died_at: null },
  ]);
  expect(await operator.act("lift", keeper.username, "seen")).toBe("done");
  const { json } = await statusOf(keeper);
  expect(json.creature.death_clock.hours_remaining).toBeCloseTo(4, 1);
  const [stored, replayed] = comparable(await replay(database, keeper.id, keeper.creature));
  expect(replayed).toEqual(stored);
  await house.close();
});

/** Moves all records into the future, as if the clock had been fast and was then corrected. */
async function setClockBack(house: House, byMs: number): Promise<void> {
  const today = Math.floor(house.app.services.now() / DAY_MS);
  for (const day of [2, 3, 4]) await rows(house, `SELECT make_care_log_day(${(today + day) * DAY_MS})`);
  const tables = ["outages", "creatures", "care_log", "events", "visits", "pulses", "call_trail", "outage_watch"];
  for (const table of tables) {
    const found = await rows<{ row: string }>(house, `SELECT to_jsonb(t)::text AS row FROM ${table} t`);
    const later = found.map(({ row }) => row.replaceAll(/\b1\d{12}\b/g, (at) => String(Number(at) + byMs)));
    await rows(house, `DELETE FROM ${table}`);
    const { database } = house.app.services;
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;
    await database.adHoc(insert, [`[${later.join()}]`]);
  }
  house.app.services.outages.changed();
}

test("AMNESTY-7: setting back a clock three days ahead loses no creatures or care", async () => {
  const house = await openHouse(OPTIONS);
  const { database, now } = house.app.services;
  const [seen, unseen] = [await keeps(house, 30 + 72), await keeps(house, 30 + 72)];
  await silence(72 * HOUR_MS, house);
  expect((await seen.call("POST", "/api/house/care", { action: "feed" })).json.action_result.success).toBe(true);
  await setClockBack(house, 72 * HOUR_MS);

  const statuses = [await statusOf(seen), await statusOf(unseen)];
  for (const { json } of statuses) {
    expect(json.creature.alive).toBe(true);
    const { at, hours_from_now } = json.recommended_checkin;
    expect(Math.abs((Date.parse(at) - now()) / HOUR_MS - hours_from_now)).toBeLessThan(0.05);
    const { dies_at, hours_remaining } = json.creature.death_clock;
    expect(Math.abs((Date.parse(dies_at) - now()) / HOUR_MS - hours_remaining)).toBeLessThan(0.05);
  }
  expect(statuses[0]?.json.creature.death_clock.hours_remaining).toBeCloseTo(36, 1);
  expect(statuses[1]?.json.creature.death_clock.hours_remaining).toBeCloseTo(6, 1);
  const ahead = async (answer: Promise<Answer>) =>
    [...(await answer).text.matchAll(/"(at|until|recorded_at|since|from)":"(20[^"]+Z)"/g)].filter(
      ([, , at = ""]) => Date.parse(at) > now() + 1_000,
    );
  for (const path of ["/api/outages", "/api/house/history", "/api/house/events", "/api/auth/account"])
    expect(await ahead(seen.call("GET", path)), path).toEqual([]);

  const fed = await unseen.call("POST", "/api/house/care", { action: "feed" });
  expect(fed.json.action_result.success).toBe(true);
  expect((await new Sweeper(database, now, log).sweep()).died).toBe(0);
  // Care recorded three days ahead fell into other hours of sleep, so only the life without such care replays exactly.
  const [stored, replayed] = comparable(await replay(database, unseen.id, unseen.creature));
  expect(replayed).toEqual(stored);
  const ready = await fetch(`${house.url}/readyz`);
  expect(await ready.text()).toMatch(/ran ahead to .* and was set back/);
  const [clock] = judgeClock(
    await readDatabase({
      env: {},
      settings: { faults: [], config: house.app.services.config },
      config: house.app.services.config,
      now,
    }),
  );
  expect(clock).toMatchObject({ level: "warning", text: expect.stringContaining("was set back") });
  await house.close();
});

test("AMNESTY-1: only the operator declares outages, and only possible ones", async () => {
  const house = await openHouse(OPTIONS);
  const { now } = house.app.services;
  expect((await declare(house, now() - HOUR_MS, now() + HOUR_MS)).json.details).toBe(
    "until must not be in the future.",
  );
  expect((await declare(house, now() - HOUR_MS, now() - 2 * HOUR_MS)).status).toBe(400);
  expect((await declare(house, now() - 15 * 24 * HOUR_MS, now() - HOUR_MS)).status).toBe(400);
  const keeper = await house.register();
  expect((await keeper.call("POST", "/api/admin/outages", {})).status).toBe(401);
  const headers = { "x-admin-key": ADMIN_KEY, "idempotency-key": "the-storm" };
  const body = { from: "2026-02-01T10:00:00+01:00", until: "2026-02-01T12:00:00Z", reason: "A\u202estorm" };
  const first = await house.call("POST", "/api/admin/outages", body, headers, freshAddress());
  expect(first.json.outage).toMatchObject({ from: "2026-02-01T09:00:00.000Z", hours: 3, reason: "Astorm" });
  const again = await house.call("POST", "/api/admin/outages", body, headers, freshAddress());
  expect(again.text).toBe(first.text);
  expect(await listed(house)).toHaveLength(1);
  await house.close();
});

test("AMNESTY-2: two processes that restart after a night record one outage", async () => {
  const house = await openHouse(OPTIONS);
  const { database } = house.app.services;
  const day = await startProcesses(house, 2);
  const keeper = await keeps(house, 30);
  await day.stop();
  // Moves all records nine hours into the past, as if a night had passed.
  await rows(house, `UPDATE outage_watch SET newest_beat = newest_beat - ${9 * HOUR_MS}`);
  await backdate(database, keeper.creature, 9 * HOUR_MS);
  const morning = await startProcesses(house, 2);
  const answers = await Promise.all(
    morning.urls.map((url) => fetch(`${url}/api/house/status`, { headers: { authorization: `Bearer ${keeper.key}` } })),
  );
  for (const answer of answers) {
    const { creature } = (await answer.json()) as { creature: { alive: boolean; age_hours: number } };
    expect(creature.alive).toBe(true);
    expect(creature.age_hours).toBeCloseTo(30, 1);
  }
  const outages = await rows<{ ms: number }>(house, "SELECT until_at - from_at AS ms FROM outages");
  expect(outages).toHaveLength(1);
  expect(Math.abs((outages[0]?.ms ?? 0) - 9 * HOUR_MS)).toBeLessThan(60_000);
  await morning.stop();
  await house.close();
});
