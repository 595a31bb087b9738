// Tests that a key that ends while its call runs creates no key or code that outlives it. The test locks a row that both calls
// need, which fixes their order.
import { randomUUIDv7 } from "node:crypto";
import { expect, test } from "vitest";
import { hashOfKey, newKey } from "../src/platform/identity/api-key.ts";
import { insertKey } from "../src/model/agents/store/agents.ts";
import { insertRecoveryCode } from "../src/accounts/store/recovery-codes.ts";
import { insertSitter } from "../src/model/agents/store/sitters.ts";
import { freshAddress, houseForFile, type Account, type Answer } from "./harness.ts";
import { holding } from "./held-lock.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

const AGENT = "SELECT FROM agents WHERE agent_id = $1 FOR UPDATE";

async function keeper(): Promise<Account> {
  const me = await house.register();
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  return me;
}

const addSitter = ({ call }: Account) => call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
const recover = ({ recoveryCode: recovery_code }: Account) =>
  house.call("POST", "/api/auth/recover", { recovery_code }, {}, freshAddress());
const look = (key: string) => house.call("GET", "/api/house/status", undefined, { "x-api-key": key });

async function countOf(table: "sitter_keys" | "recovery_codes", { id }: Account): Promise<number> {
  const text = `SELECT count(*) AS count FROM ${table} WHERE agent_id = $1`;
  const [row] = await database.adHoc<{ count: number }>(text, [id]);
  return row?.count ?? 0;
}

/** Returns the second step of leaving, which deletes the account. */
async function leaver(me: Account): Promise<() => Promise<Answer>> {
  const body = { confirm_username: me.username };
  const { confirmation } = (await me.call("DELETE", "/api/auth/account", body)).json;
  return () => me.call("DELETE", "/api/auth/account", { ...body, confirmation });
}

test("a concurrent recovery keeps a new sitter out", async () => {
  const me = await keeper();
  const held = await holding(house, AGENT, [me.id]);
  const recovering = recover(me);
  await held.untilWaiting(1);
  const adding = addSitter(me);
  await held.untilWaiting(2);
  await held.release();
  expect((await recovering).status).toBe(200);
  expect((await adding).status).toBe(401);
  expect(await countOf("sitter_keys", me)).toBe(0);
});

test("a recovery ends the pass of an earlier sitter", async () => {
  const me = await keeper();
  const held = await holding(house, AGENT, [me.id]);
  const adding = addSitter(me);
  await held.untilWaiting(1);
  const recovering = recover(me);
  await held.untilWaiting(2);
  await held.release();
  const added = await adding;
  expect(added.status).toBe(201);
  expect((await recovering).status).toBe(200);
  expect((await look(added.json.sitter_key)).status).toBe(401);
});

test("a rotated key creates no recovery code", async () => {
  const me = await keeper();
  await database.adHoc("DELETE FROM recovery_codes WHERE agent_id = $1", [me.id]);
  const rotation = "UPDATE agent_keys SET key_hash = sha256(key_hash) WHERE agent_id = $1";
  // Locks rows in the order of a rotation: the agent first, then the key.
  const held = await holding(house, AGENT, [me.id]);
  await held.run(rotation, [me.id]);
  const making = me.call("POST", "/api/auth/recovery-code", { new_recovery_code: true });
  await held.untilWaiting(1);
  await held.release();
  expect((await making).status).toBe(401);
  expect(await countOf("recovery_codes", me)).toBe(0);
});

test("leaving keeps a concurrent new sitter out", async () => {
  const me = await keeper();
  const leave = await leaver(me);
  const held = await holding(house, AGENT, [me.id]);
  const leaving = leave();
  await held.untilWaiting(1);
  const adding = addSitter(me);
  await held.untilWaiting(2);
  await held.release();
  expect((await leaving).status).toBe(200);
  expect((await adding).status).toBe(401);
  expect(await countOf("sitter_keys", me)).toBe(0);
});

test("leaving ends a sitter key that was being created", async () => {
  const me = await keeper();
  const leave = await leaver(me);
  const held = await holding(house, AGENT, [me.id]);
  const adding = addSitter(me);
  await held.untilWaiting(1);
  const leaving = leave();
  await held.untilWaiting(2);
  await held.release();
  const added = await adding;
  expect([added.status, (await leaving).status]).toEqual([201, 200]);
  expect((await look(added.json.sitter_key)).status).toBe(401);
});

test("a stolen key cannot leave after a concurrent recovery", async () => {
  const me = await keeper();
  const leave = await leaver(me);
  const held = await holding(house, AGENT, [me.id]);
  const recovering = recover(me);
  await held.untilWaiting(1);
  const leaving = leave();
  await held.untilWaiting(2);
  await held.release();
  const recovered = await recovering;
  expect([recovered.status, (await leaving).status]).toEqual([200, 401]);
  expect((await look(recovered.json.your_token)).json.creature.name).toBe("Pip");
});

test("keys that old processes record for a departed agent open nothing", async () => {
  const me = await keeper();
  const leave = await leaver(me);
  expect((await leave()).status).toBe(200);
  const [key, sitterKey, code] = [newKey(me.id), newKey(me.id, "sitter"), newKey(me.id, "recovery")];
  const sitter = { id: randomUUIDv7(), name: "Ada", creatureIds: [], actions: [], createdAt: Date.now() };
  await database.withTransaction(async (tx) => {
    await insertKey(tx, { agentId: me.id, keyHash: hashOfKey(key), at: Date.now() });
    const own = { ...sitter, expiresAt: Date.now() + 3_600_000 };
    await insertSitter(tx, { agentId: me.id, keyHash: hashOfKey(sitterKey), most: 10 }, own);
    await insertRecoveryCode(tx, { agentId: me.id, codeHash: hashOfKey(code), at: Date.now() });
  });
  for (const left of [key, sitterKey]) expect((await look(left)).status).toBe(401);
  expect((await recover({ ...me, recoveryCode: code })).status).toBe(401);
});
