// Tests recovery over HTTP: a code works once, earlier keys stop working, and guessing fails.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, houseForFile, openHouse, type Answer } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { FULL } from "../../../test/tier.ts";
import { toBase62, newKey } from "../../platform/identity/api-key.ts";
import { deleteKeys } from "../../model/agents/store/agents.ts";
import { lockAccount } from "../../model/events/store/account-events.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const PATH = "/api/auth/recover";
const GUESSES = FULL ? 10_000 : 1_000;
const LONG_KEY = () => randomBytes(32).toString("hex");

const recover = (recovery_code: string, headers: Record<string, string> = {}, from = freshAddress()) =>
  house.call("POST", PATH, { recovery_code }, headers, from);

test("a recovery replaces the key and the code and revokes sitter keys", async () => {
  const me = await house.register();
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  const added = await me.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const sitter = { authorization: `Bearer ${added.json.sitter_key}` };
  expect((await house.call("GET", "/api/house/status", undefined, sitter)).status).toBe(200);

  const answer = await recover(me.recoveryCode);
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json.agent).toEqual({ id: me.id, username: me.username });
  expect((await me.call("GET", "/api/house/status")).status).toBe(401);
  expect((await house.call("GET", "/api/house/status", undefined, sitter)).status).toBe(401);
  expect((await recover(me.recoveryCode)).status).toBe(401);

  const back = { authorization: `Bearer ${answer.json.your_token}` };
  expect((await house.call("GET", "/api/house/status", undefined, back)).json.creature.name).toBe("Pip");
  const account = await house.call("GET", "/api/auth/account", undefined, back);
  expect(account.json).toMatchObject({ sitters: [], events: [{ kind: "recovered" }, expect.anything()] });
  expect((await recover(answer.json.recovery_code)).status).toBe(200);
});

test("a wrong code suggests a retry, and a correct code suggests home", async () => {
  const me = await house.register();
  const leadsTo = ({ json }: Answer) => json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint);
  const wrong = await recover(newKey(me.id, "recovery"));
  expect([wrong.status, wrong.json.code]).toEqual([401, "wrong_recovery_code"]);
  expect(leadsTo(wrong)).toEqual([PATH, "/api/auth/register"]);
  expect(leadsTo(await recover(me.recoveryCode))[0]).toBe("/api/house/home");
});

test("only hashes of recovery codes are stored", async () => {
  const me = await house.register();
  const statement = "SELECT encode(code_hash, 'escape') AS code FROM recovery_codes WHERE agent_id = $1";
  const rows = await house.app.services.database.adHoc<{ code: string }>(statement, [me.id]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.code).not.toContain(me.recoveryCode.slice(4));
});

test("an Idempotency-Key replays a recovery until the new key is used", async () => {
  const me = await house.register();
  const headers = { "idempotency-key": LONG_KEY() };
  const first = await recover(me.recoveryCode, headers);
  const again = await recover(me.recoveryCode, headers);
  expect(again.text).toBe(first.text);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  await house.call("GET", "/api/auth/account", undefined, { "x-api-key": first.json.your_token });
  expect((await recover(me.recoveryCode, headers)).status).toBe(409);
  expect((await recover(me.recoveryCode, { "idempotency-key": "short" })).status).toBe(400);
});

test("one of 20 concurrent recoveries with the same code succeeds", async () => {
  const me = await house.register();
  const answers = await Promise.all(Array.from({ length: 20 }, () => recover(me.recoveryCode)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 401),
  ]);
});

test("a recovery rejects calls in progress with the old key", async () => {
  const { database } = house.app.services;
  const me = await house.register();
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  await me.call("GET", "/api/house/status");
  const leaving = await me.call("DELETE", "/api/auth/account", { confirm_username: me.username });
  const { confirmation } = leaving.json;
  const underWay = await database.withTransaction(async (tx) => {
    // Locks the account and deletes its keys, as a recovery does, and commits once the calls below wait for the lock.
    await lockAccount(tx, { agentId: me.id });
    await deleteKeys(tx, { agentId: me.id });
    const calls = [
      me.call("POST", "/api/auth/recovery-code", { new_recovery_code: true }),
      me.call("POST", "/api/house/sitters", { sitter_name: "Mallory", hours: 1 }),
      me.call("DELETE", "/api/auth/account", { confirm_username: me.username, confirmation }),
    ];
    await until(async () => {
      const text = "SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1";
      const [row] = await database.adHoc<{ count: number }>(text, [house.database]);
      return row?.count === calls.length;
    });
    return { calls };
  });
  const answers = await Promise.all(underWay.calls);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  const back = { "x-api-key": (await recover(me.recoveryCode)).json.your_token };
  const account = await house.call("GET", "/api/auth/account", undefined, back);
  expect(account.json.sitters).toEqual([]);
  expect(account.json.events.map(({ kind }: { kind: string }) => kind)).toEqual(["recovered"]);
});

test(`${GUESSES} guesses fail, hit the address limit, and lock out no keeper`, async () => {
  const strict = await openHouse({ env: { LOG_LEVEL: "silent" } });
  try {
    const me = await strict.register();
    const { id } = me;
    const from = freshAddress();
    const guesses = Array.from({ length: GUESSES }, (_, index) => {
      // Half of the guesses have the right agent and a valid checksum. The others fail before any database query.
      if (index % 2 === 0) return newKey(id, "recovery");
      return `dkr_${toBase62(BigInt(`0x${randomBytes(48).toString("hex")}`), 65)}000000`;
    });
    const counts = new Map<number, number>();
    for (let start = 0; start < guesses.length; start += 50) {
      const answers = await Promise.all(
        guesses.slice(start, start + 50).map((recovery_code) => strict.call("POST", PATH, { recovery_code }, {}, from)),
      );
      for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ 401: 10, 429: GUESSES - 10 });
    expect((await strict.call("POST", PATH, { recovery_code: me.recoveryCode }, {}, freshAddress())).status).toBe(200);
  } finally {
    await strict.close();
  }
});
