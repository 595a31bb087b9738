// Flowers and lamps: who may leave what, how often, what is shown and told, and that nobody's address stays anywhere.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { freshAddress, houseForFile, openHouse, type Account } from "../../../../test/harness.ts";
import { hatchling, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import { operatorOf } from "../../../../test/operator.ts";
import { REDIS_URL } from "../../../../test/processes/databases.ts";
import { startRun } from "../../../../test/trial-runs.ts";
import { saveTributes } from "../../../store/creatures/tributes.ts";

let movedMs = 0;
const house = await houseForFile({ clock: () => Date.now() + movedMs });
const { database, tributes, now } = house.app.services;
const AT = "/api/house/tributes";
const FROM_US = { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" };

interface Target {
  readonly me: Account;
  readonly id: string;
}

const pageOf = ({ me, id }: Target) => `/agents/${me.username}/creatures/${id}`;

async function living(): Promise<Target> {
  const me = await house.register();
  const { json } = await me.call("POST", "/api/house/adopt", { name: "Moss", species_slug: "tabby" });
  return { me, id: json.creature.id };
}

async function dead(): Promise<Target & { readonly grave: string }> {
  const me = await house.register();
  const creature = hatchling(3, Date.now() - 60 * HOUR_MS);
  await insertCreatures(database, [stored(me.id, creature)]);
  // A death is written down only while the clocks of service and database agree.
  const moved = movedMs;
  movedMs = 0;
  const { json } = await me.call("GET", "/api/house/graveyard");
  movedMs = moved;
  return { me, id: creature.id, grave: `/agents/${me.username}/graves/${json.gravestones[0].id}` };
}

const give = (by: Account, { me, id }: Target, kind: string, headers: Record<string, string> = {}) =>
  by.call("POST", AT, { username: me.username, creature_id: id, kind }, headers);

const post = (target: Target, kind: string, from: string, headers: Record<string, string> = FROM_US) =>
  house.call("POST", `${pageOf(target)}/tribute`, `kind=${kind}`, headers, from);

const seen = async ({ me, id }: Target) => tributes.of(me.id, id);

/** What is kept of a page for two seconds is read again. */
const later = () => void (movedMs += 3_000);

test("TRIBUTE-1: flowers are for the dead and lamps for the living, of others and of one's own", async () => {
  const [one, other] = [await living(), await dead()];
  const lamp = await give(other.me, one, "lamp");
  expect(lamp.json).toMatchObject({
    kind: "lamp",
    total: 1,
    message: "You left a lamp. 1 lamp was left at this door.",
  });
  expect((await give(other.me, other, "flower")).json).toMatchObject({ kind: "flower", total: 1 });
  expect((await give(one.me, other, "flower")).json.message).toBe(
    "You left a flower. 2 flowers were left at this grave.",
  );
  for (const [target, wrong, right] of [
    [one, "flower", "lamp"],
    [other, "lamp", "flower"],
  ] as const) {
    const { status, json } = await give(one.me, target, wrong);
    expect([status, json.invalid_fields[0].field]).toEqual([400, "kind"]);
    expect(json.next_steps[0].body).toEqual({ username: target.me.username, creature_id: target.id, kind: right });
  }
  later();
  expect((await house.call("GET", `/api${pageOf(one)}`)).json.tributes).toEqual({ flowers: 0, lamps: 1 });
  expect((await house.call("GET", `/api${other.grave}`)).json.tributes).toEqual({ flowers: 2, lamps: 0 });
});

test("TRIBUTE-2: an agent leaves one a day for each creature, and ten in all; a repeated call is answered again", async () => {
  const giver = await house.register();
  const targets: Target[] = [];
  while (targets.length < 11) targets.push(await living());
  const [first, ...others] = targets;
  if (first === undefined) throw new Error("nobody lives");
  const key = { "idempotency-key": "a-key-of-this-test" };
  expect((await give(giver, first, "lamp", key)).json.total).toBe(1);
  expect((await give(giver, first, "lamp", key)).json.total).toBe(1);
  const again = await give(giver, first, "lamp");
  expect([again.status, again.json.code]).toEqual([409, "already_left"]);
  expect(await seen(first)).toEqual({ flowers: 0, lamps: 1 });
  const statuses: number[] = [];
  for (const target of others) statuses.push((await give(giver, target, "lamp")).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  movedMs += DAY_MS;
  expect((await give(giver, first, "lamp")).json.total).toBe(2);
});

test("nobody leaves anything for who is hidden, released, unknown or in a moved time, and no run and no moved clock leaves anything", async () => {
  const giver = await house.register();
  const hidden = await living();
  expect((await give(giver, hidden, "lamp")).status).toBe(200);
  const operator = await operatorOf(house);
  expect(await operator.act("hide-profile", hidden.me.username, "A test.")).toBe("done");
  const released = await living();
  await released.me.call("GET", "/api/house/status");
  await released.me.call("DELETE", "/api/house/release", { creature_id: released.id });
  const den = await openDen(house);
  const moved = { me: den, id: await den.hatched() };
  await den.advance(1);
  later();
  for (const target of [hidden, released, moved, { me: giver, id: crypto.randomUUID() }]) {
    expect((await give(giver, target, "lamp")).json.code).toBe("creature_not_found");
    expect((await post(target, "lamp", freshAddress())).status).toBe(404);
  }
  expect((await house.call("GET", `/api${pageOf(hidden)}`)).status).toBe(404);
  const target = await living();
  expect((await give(den, target, "lamp")).json.code).toBe("clock_moved");
  const run = await startRun(house);
  expect(
    (await run.call("POST", AT, { username: target.me.username, creature_id: target.id, kind: "lamp" })).json.code,
  ).toBe("not_in_a_run");
  expect(await seen(target)).toEqual({ flowers: 0, lamps: 0 });
});

test("TRIBUTE-3: a visitor leaves one with a form of ours, sees it at once, and 200 from one address count 1", async () => {
  const target = await dead();
  const before = await house.call("GET", target.grave, undefined, { accept: "text/html" });
  expect(before.headers["cache-control"]).toContain("s-maxage=60");
  expect(before.text).toContain(`action="${pageOf(target)}/tribute"`);
  expect(before.text).not.toContain("were left");
  const address = freshAddress();
  for (const origin of ["https://elsewhere.example", ""]) {
    expect((await post(target, "flower", address, { ...FROM_US, origin })).status).toBe(403);
  }
  const left = await post(target, "flower", address);
  expect([left.status, left.headers.location, left.headers["set-cookie"]]).toEqual([
    303,
    `${target.grave}?left=flower#left`,
    undefined,
  ]);
  const after = await house.call("GET", `${target.grave}?left=flower`);
  expect(after.headers["cache-control"]).toBe("private, no-store");
  expect(after.text).toMatch(/Thank you\.\s+1 flower was left at this grave\./);
  expect((await post(target, "flower", address)).headers.location).toContain("?left=before");
  const statuses = new Set<number>();
  for (let count = 0; count < 198; count++) statuses.add((await post(target, "flower", address)).status);
  // Of one address 60 a minute are answered at all.
  expect([...statuses]).toEqual([303, 429]);
  expect(await seen(target)).toEqual({ flowers: 1, lamps: 0 });
  const other = freshAddress();
  expect((await post(target, "lamp", other)).headers.location).toBe(target.grave);
  await post(target, "flower", other);
  movedMs += DAY_MS;
  await post(target, "flower", other);
  expect(await seen(target)).toEqual({ flowers: 3, lamps: 0 });
  await tributes.save();
  const [row] = await database.adHoc("SELECT by_agents FROM tributes WHERE creature_id = $1", [target.id]);
  expect(row).toEqual({ by_agents: 0 });
});

test("TRIBUTE-3: twenty a day of an address count", async () => {
  const address = freshAddress();
  const { me, id } = await living();
  const ids = [id];
  for (let nth = 0; nth < 20; nth++) {
    const creature = hatchling(nth, now());
    await insertCreatures(database, [stored(me.id, creature)]);
    ids.push(creature.id);
  }
  const words: string[] = [];
  for (const each of ids) {
    const { headers } = await post({ me, id: each }, "lamp", address);
    words.push(String(headers.location).replace(/.*left=(\w+)#.*/, "$1"));
  }
  expect(words).toEqual([...Array.from({ length: 20 }, () => "lamp"), "before"]);
});

test("TRIBUTE-4: a keeper is told once a day of the first, with all before it, also when two processes store at once", async () => {
  const { me, id } = await living();
  const row = { agent_id: me.id, creature_id: id, kind: "lamp", total: 1, by_agents: 0, last_at: now() } as const;
  await Promise.all([1, 2, 3].map(() => saveTributes(database, [row], now())));
  await saveTributes(database, [row, { ...row, kind: "flower" }], now());
  const told = async () => {
    const { json } = await me.call("GET", "/api/house/events?since=0.0");
    return json.events.filter(({ type }: { type: string }) => type === "tributes");
  };
  expect(await told()).toMatchObject([{ lamps: 1, message: "1 lamp was left at Moss's door.", creature: { id } }]);
  movedMs += DAY_MS;
  await saveTributes(database, [{ ...row, last_at: now() }], now());
  expect((await told()).slice(1)).toMatchObject([{ lamps: 5, message: "5 lamps were left at Moss's door." }]);
});

test("TRIBUTE-5: what is left goes with a grave to the neutral keeper, and with its agent otherwise", async () => {
  const { me, id } = await dead();
  const alive = hatchling(1, now());
  await insertCreatures(database, [stored(me.id, alive)]);
  await give(me, { me, id }, "flower");
  await give(me, { me, id: alive.id }, "lamp");
  await tributes.save();
  const file = await me.call("GET", `/api/house/export?creature_id=${id}`);
  expect(file.text).toContain(`{"type":"tributes","kind":"flower","total":1}`);
  const { saveDeparture } = await import("../../../store/accounts/departures.ts");
  await database.withTransaction((tx) => saveDeparture(tx, me.id, now()));
  const rows = await database.adHoc("SELECT agent_id = $1 AS own, kind FROM tributes WHERE creature_id = ANY($2)", [
    me.id,
    [id, alive.id],
  ]);
  expect(rows).toEqual([{ own: false, kind: "flower" }]);
  // What was counted just before comes too late.
  const row = { agent_id: me.id, creature_id: alive.id, kind: "lamp", total: 1, by_agents: 0, last_at: now() } as const;
  await saveTributes(database, [row], now());
  expect(await tributes.of(me.id, alive.id)).toEqual({ flowers: 0, lamps: 0 });
});

test("no address is in the database, and in Redis none but in windows of a minute", async () => {
  const target = await dead();
  const address = freshAddress();
  await post(target, "flower", address);
  await tributes.save();
  const tables = await database.adHoc<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) {
    const found = await database.adHoc(`SELECT true FROM ${name} t WHERE strpos(t::text, $1) > 0`, [address]);
    expect(found, name).toEqual([]);
  }
  const redis = new Redis(REDIS_URL);
  const keys = (await redis.keys(`${house.prefix}:*`)).filter((key) => key.includes(address));
  for (const key of keys) expect(await redis.pttl(key), key).toBeLessThanOrEqual(60_000);
  expect(keys.every((key) => !key.includes("tribute:") && !key.includes("tributesOf"))).toBe(true);
  redis.disconnect();
});

test("what waits is stored when a process stops, and another process sees it", async () => {
  const target = await living();
  const beside = await openHouse({ beside: house, clock: () => Date.now() + movedMs });
  for (let count = 0; count < 5; count++) {
    await beside.call("POST", `${pageOf(target)}/tribute`, "kind=lamp", FROM_US, freshAddress());
  }
  expect(await beside.app.services.tributes.of(target.me.id, target.id)).toEqual({ flowers: 0, lamps: 5 });
  await beside.close();
  expect(await seen(target)).toEqual({ flowers: 0, lamps: 5 });
});
