// Tests that repeated calls get the first answer and have no second effect (decision 0008).
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { freshAddress, freshUsername, houseForFile, type Account } from "../../../test/harness.ts";
import { now } from "../../platform/clock.ts";

const time = { aheadMs: 0 };
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => now() + time.aheadMs });
const ROTATE = "/api/auth/rotate-key";

const newIdempotencyKey = (): string => randomBytes(20).toString("hex");
const keyed = (key: string): Record<string, string> => ({ "idempotency-key": key });
const register = (body: object, key: string) =>
  house.call("POST", "/api/auth/register", body, keyed(key), freshAddress());
const use = (key: string) => house.call("POST", ROTATE, "[]", { "x-api-key": key }, freshAddress());

async function records(agentId: string): Promise<{ body: Buffer | null; key_hash: Buffer }[]> {
  const statement = "SELECT body, key_hash FROM idempotency WHERE agent_id = $1";
  return house.app.services.database.adHoc(statement, [agentId]);
}

describe("registration idempotency", () => {
  test("a retry returns the same bytes, marked as replayed", async () => {
    const key = newIdempotencyKey();
    const body = { username: freshUsername(), bio: "x" };
    const first = await register(body, key);
    const again = await register({ bio: "x", username: body.username }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.text).toBe(first.text);
  });

  test("reusing a key with a different body returns 422", async () => {
    const key = newIdempotencyKey();
    const username = freshUsername();
    await register({ username }, key);
    const other = await register({ username, bio: "other" }, key);
    expect(other.status).toBe(422);
  });

  test("the same key with another username is a separate registration", async () => {
    const key = newIdempotencyKey();
    expect((await register({ username: freshUsername() }, key)).status).toBe(201);
    const other = await register({ username: freshUsername() }, key);
    expect(other.status).toBe(201);
    expect(other.headers["idempotency-replayed"]).toBeUndefined();
  });

  test("registration requires an Idempotency-Key of 32 to 255 characters", async () => {
    for (const length of [0, 1, 31, 256]) {
      const answer = await register({ username: freshUsername() }, "k".repeat(length));
      expect(answer.status).toBe(400);
      expect(answer.json.error).toBe("Invalid Idempotency-Key");
    }
    for (const length of [32, 255])
      expect((await register({ username: freshUsername() }, "k".repeat(length))).status).toBe(201);
  });

  test("the answer is stored encrypted, its Idempotency-Key only hashed", async () => {
    const key = newIdempotencyKey();
    const answer = await register({ username: freshUsername() }, key);
    const [record] = await records(answer.json.agent.id);
    expect(record?.key_hash).toHaveLength(32);
    const raw = record?.body?.toString("latin1") ?? "";
    expect(raw.length).toBeGreaterThan(100);
    expect(raw).not.toContain(answer.json.your_token);
    expect(raw).not.toContain(key);
  });

  test("an answer is not replayed after its API key was used", async () => {
    const key = newIdempotencyKey();
    const body = { username: freshUsername() };
    const first = await register(body, key);
    expect((await use(first.json.your_token)).status).toBe(400);
    const late = await register(body, key);
    expect(late.status).toBe(409);
    expect(late.text).not.toContain("dk_");
    const [record] = await records(first.json.agent.id);
    expect(record?.body).toBeNull();
  });

  test("an answer is not replayed after ten minutes", async () => {
    const key = newIdempotencyKey();
    const body = { username: freshUsername() };
    await register(body, key);
    time.aheadMs = 10 * 60_000 - 5_000;
    expect((await register(body, key)).status).toBe(201);
    time.aheadMs = 10 * 60_000;
    expect((await register(body, key)).status).toBe(409);
    time.aheadMs = 0;
  });

  test("a failed registration is not stored", async () => {
    const key = newIdempotencyKey();
    const username = freshUsername();
    expect((await register({ username: `${username} ?` }, key)).status).toBe(400);
    await house.register({ username });
    const taken = await register({ username }, key);
    expect([taken.status, taken.json.error]).toEqual([409, "Username already taken"]);
    expect(await records((await register({ username: freshUsername() }, key)).json.agent.id)).toHaveLength(1);
  });

  test("100 concurrent retries create one agent", async () => {
    const key = newIdempotencyKey();
    const body = { username: freshUsername() };
    const answers = await Promise.all(Array.from({ length: 100 }, () => register(body, key)));
    const answered = answers.filter(({ status }) => status === 201);
    expect(answered.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    for (const { status, json } of answers) {
      if (status !== 201)
        expect([status, json.error]).toEqual([409, "A call with this Idempotency-Key is still running"]);
    }
  });
});

describe("rotation idempotency", () => {
  const rotate = (me: Account, key: string, body?: unknown) => me.call("POST", ROTATE, body, keyed(key));

  test("a rotation is replayed to the key that it replaced", async () => {
    const me = await house.register();
    const key = newIdempotencyKey();
    const first = await rotate(me, key);
    const again = await rotate(me, key, {});
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.text).toBe(first.text);
  });

  test("a rotation is replayed until the new key's first use", async () => {
    const me = await house.register();
    const key = newIdempotencyKey();
    const first = await rotate(me, key);
    expect((await use(first.json.your_token)).status).toBe(400);
    expect((await rotate(me, key)).status).toBe(401);
    const repeated = await house.call("POST", ROTATE, {}, { "x-api-key": first.json.your_token, ...keyed(key) });
    expect(repeated.status).toBe(409);
  });

  test("a rotation is never replayed to any other key or body", async () => {
    const me = await house.register();
    const earlier = me.key;
    const between = await rotate(me, newIdempotencyKey());
    const key = newIdempotencyKey();
    const headers = { "x-api-key": between.json.your_token, ...keyed(key) };
    expect((await house.call("POST", ROTATE, {}, headers)).status).toBe(200);
    expect((await house.call("POST", ROTATE, {}, { "x-api-key": earlier, ...keyed(key) })).status).toBe(401);
    expect((await house.call("POST", ROTATE, {}, { ...headers, ...keyed(newIdempotencyKey()) })).status).toBe(401);
    expect((await house.call("POST", ROTATE, { other: 1 }, headers)).status).toBe(401);
    expect((await house.call("POST", ROTATE, {}, headers)).status).toBe(200);
  });

  test("20 concurrent retries rotate the key once", async () => {
    const me = await house.register();
    const key = newIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(me, key)));
    const answered = answers.filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    expect(answered.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await rotate(me, key)).text).toBe(answered[0]?.text);
  });
});
