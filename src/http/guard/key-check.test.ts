// Tests key checks: both headers, bad keys, limits that other callers cannot use up, and an unreachable database.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ADMIN_KEY, freshAddress, houseForFile, openHouse, type Answer, type House } from "../../../test/harness.ts";
import { newKey } from "../../platform/identity/api-key.ts";

const house = await houseForFile();
const ROTATE = "/api/auth/rotate-key";
/** A call that returns 400 without any effect if its key is good. */
const knock = (headers: Record<string, string>, from = freshAddress()) =>
  house.call("POST", ROTATE, "[]", headers, from);

describe("key check", () => {
  test("a key is accepted as bearer token and as x-api-key", async () => {
    const { key } = await house.register();
    expect((await knock({ authorization: `Bearer ${key}` })).status).toBe(400);
    expect((await knock({ authorization: `bearer ${key}` })).status).toBe(400);
    expect((await knock({ "x-api-key": key })).status).toBe(400);
  });

  test("a key is refused in any other form", async () => {
    const { key, id } = await house.register();
    const basic = `Basic ${Buffer.from(`a:${key}`).toString("base64")}`;
    for (const headers of [
      { authorization: key },
      { authorization: basic },
      { "x-api-key": key.toUpperCase() },
      { "x-api-key": `${key} ` + key },
      { "x-api-key": newKey(id) },
      { "x-admin-key": key },
    ] as Record<string, string>[]) {
      const answer = await knock(headers);
      expect([answer.status, answer.json.error]).toEqual([401, "Invalid API key"]);
    }
  });

  const leadsTo = ({ json }: Answer) => json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint);

  test("a missing key leads to registration first, then to recovery", async () => {
    const answer = await knock({});
    expect([answer.status, answer.json.error, answer.json.code]).toEqual([401, "Invalid API key", "missing_key"]);
    expect(leadsTo(answer)).toEqual(["/api/auth/register", "/api/auth/recover"]);
  });

  test("a bad key or recovery code leads to recovery first", async () => {
    const me = await house.register();
    await me.call("POST", ROTATE);
    const wrong = { dk_wrong: /mistyped/, [me.key]: /replaced/, [newKey(me.id, "sitter")]: /Ask the keeper/ };
    for (const [key, says] of Object.entries({ ...wrong, [me.recoveryCode]: /recovery code, not a key/ })) {
      const answer = await knock({ "x-api-key": key });
      expect([answer.status, answer.json.error, answer.json.code]).toEqual([401, "Invalid API key", "invalid_key"]);
      expect(answer.json.suggestion).toMatch(says);
      expect(leadsTo(answer)).toEqual(["/api/auth/recover", "/api/auth/register"]);
    }
  });
});

describe("failed key checks", () => {
  test("failed checks are limited per address, while good keys pass", async () => {
    const from = freshAddress();
    const { key } = await house.register();
    for (let count = 1; count <= 30; count++) {
      const answer = await knock({ "x-api-key": "dk_wrong" }, from);
      expect([answer.status, answer.headers["x-ratelimit-remaining"]]).toEqual([401, String(30 - count)]);
    }
    const refused = await knock({ "x-api-key": "dk_wrong" }, from);
    expect([refused.status, refused.json.error]).toEqual([429, "Rate limit exceeded"]);
    expect((await knock({ "x-api-key": key }, from)).status).toBe(400);
    expect((await knock({ "x-api-key": "dk_wrong" })).status).toBe(401);
  });

  test("a forged key never increments the named agent's counter", async () => {
    const me = await house.register();
    for (let count = 0; count < 20; count++) expect((await knock({ "x-api-key": newKey(me.id) })).status).toBe(401);
    const answer = await knock({ "x-api-key": me.key });
    expect(answer.headers["x-ratelimit-remaining"]).toBe("4");
  });
});

test("rotating a key does not reset the agent's counter", async () => {
  let { key } = await house.register();
  for (let left = 4; left >= 0; left--) {
    const answer = await house.call("POST", ROTATE, {}, { "x-api-key": key }, freshAddress());
    expect([answer.status, answer.headers["x-ratelimit-remaining"]]).toEqual([200, String(left)]);
    key = answer.json.your_token;
  }
  expect((await knock({ "x-api-key": key })).status).toBe(429);
});

test("behind a proxy, the last forwarded address is counted", async () => {
  const proxied = await openHouse({ env: { TRUST_PROXY: "1" } });
  const from = (address: string) => proxied.call("GET", "/api", undefined, { "x-forwarded-for": address });
  expect((await from("1.1.1.1, 9.9.9.9")).headers["x-ratelimit-remaining"]).toBe("59");
  expect((await from("2.2.2.2, 9.9.9.9")).headers["x-ratelimit-remaining"]).toBe("58");
  expect((await from("9.9.9.9, 3.3.3.3")).headers["x-ratelimit-remaining"]).toBe("59");
  expect((await from("2001:db8::1")).headers["x-ratelimit-remaining"]).toBe("59");
  expect((await from("2001:db8::2")).headers["x-ratelimit-remaining"]).toBe("58");
  await proxied.close();
});

test("without a database, well-formed keys get 503 and garbage 401", async () => {
  const { key } = await house.register();
  const broken = await openHouse({ beside: house, env: { DATABASE_URL: "postgres://root@127.0.0.1:1/nowhere" } });
  const answer = await broken.call("POST", ROTATE, {}, { "x-api-key": key });
  expect([answer.status, answer.json.error]).toEqual([503, "Your key could not be checked"]);
  expect((await broken.call("POST", ROTATE, {}, { "x-api-key": "dk_wrong" })).status).toBe(401);
  const health = await broken.call("GET", "/api/health");
  expect([health.status, health.json.error]).toEqual([503, "The database is not responding"]);
  const register = await broken.call("POST", "/api/auth/register", { username: "nobody" }, {}, freshAddress());
  expect([register.status, register.json.error]).toEqual([503, "The database is not responding"]);
  await broken.close();
});

test("a process with a wrong clock reports itself unhealthy", async () => {
  const late = await openHouse({ clock: () => Date.now() - 3_000 });
  const health = await late.call("GET", "/api/health");
  expect([health.status, health.json.error]).toEqual([503, "This process's clock is wrong"]);
  await late.close();
});

describe("suspect addresses", () => {
  /** Returns a function that counts the key lookups since its last call. */
  function watchedLookups(of: House): () => number {
    const spy = vi.spyOn(of.app.services.database, "query");
    onTestFinished(() => spy.mockRestore());
    return () => spy.mock.calls.splice(0).filter(([{ name }]) => /caller|key/i.test(name)).length;
  }

  test("a repeated bad key costs no query, and good keys pass", async () => {
    const { key, id } = await house.register();
    const from = freshAddress();
    const show = (shown: string) => house.call("GET", "/api/house/clock", undefined, { "x-api-key": shown }, from);
    const forged = newKey(id);
    for (let tried = 0; tried < 30; tried++) expect((await show(newKey(id))).status).toBe(401);
    expect((await show(forged)).status).toBe(429);
    expect((await show(forged)).status).toBe(429);
    const lookups = watchedLookups(house);
    for (let tried = 0; tried < 5; tried++) expect((await show(forged)).status).toBe(429);
    expect(lookups()).toBe(0);
    expect((await show(key)).status).toBe(200);
    expect(lookups()).toBeGreaterThan(0);
  });

  test("a flood of forged keys never blocks good keys", async () => {
    const { key, id } = await house.register();
    const from = freshAddress();
    const show = (shown: string) => house.call("GET", "/api/house/clock", undefined, { "x-api-key": shown }, from);
    for (let tried = 0; tried < 32; tried++) await show(newKey(id));
    const flood = Array.from({ length: 40 }, () => show(newKey(id)));
    expect((await show(key)).status).toBe(200);
    for (const { status } of await Promise.all(flood)) expect([429, 503]).toContain(status);
    expect((await show(key)).status).toBe(200);
  });
});

test("an address may guess ten admin keys; the right key always passes", async () => {
  const from = freshAddress();
  const show = (shown: string) => house.call("GET", "/api/admin/analytics", undefined, { "x-admin-key": shown }, from);
  const statuses: number[] = [];
  for (let tried = 0; tried < 40; tried++) statuses.push((await show(`wrong-${tried}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(30).fill(429)]);
  const right = await show(ADMIN_KEY);
  expect(right.status).toBe(200);
  const reset = Number((await show("wrong")).headers["x-ratelimit-reset"]);
  expect(reset * 1000 - Date.now()).toBeGreaterThan(9 * 60_000);
});
