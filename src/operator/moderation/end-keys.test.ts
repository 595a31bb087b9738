// Ending all keys of an agent stops every kind immediately on every process, while recovery remains possible. A suspension also
// stops the keys.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshAddress, houseForFile, openHouse, type Account, type House } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { newKey } from "../../platform/identity/api-key.ts";
import { listAuditEntries } from "../../model/visibility/store/audit.ts";

const env = { RATE_LIMIT_FACTOR: "1000", OPERATOR_CONTACT: "mod@example.org" };
const house = await houseForFile({ env });
const { database } = house.app.services;

const act = (name: string, { username }: Account, reason: string) =>
  house.call("POST", "/api/admin/acts", { act: name, subject: username, reason }, { "x-admin-key": ADMIN_KEY });
const withKey = (at: House, key: string, path: string) =>
  at.call("GET", path, undefined, { authorization: `Bearer ${key}` }, freshAddress());
const recover = (recovery_code: string) =>
  house.call("POST", "/api/auth/recover", { recovery_code }, {}, freshAddress());

/** Registers a keeper with every kind of key. */
async function keeperWithKeys() {
  const me = await house.register();
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  await me.call("GET", "/api/house/status");
  const sitter = (await me.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json.sitter_key;
  const owner = new URL((await me.call("POST", "/api/house/owner-link")).json.owner_url).pathname;
  return { me, keys: { agent: me.key, sitter } as Record<string, string>, owner };
}

const opens = async (at: House, path: string) => (await fetch(at.url + path)).status;

test("every key and link stops on every process, with an explanation", async () => {
  const { me, keys, owner } = await keeperWithKeys();
  const second = await openHouse({ env, beside: house });
  try {
    for (const at of [house, second]) {
      for (const key of Object.values(keys)) expect((await withKey(at, key, "/api/house/status")).status).toBe(200);
      expect(await opens(at, owner)).toBe(200);
    }
    const { cursor } = (await withKey(second, me.key, "/api/house/events")).json;
    const waiting = withKey(second, me.key, `/api/house/events?wait=30&since=${cursor}`);
    await until(
      async () => (await database.adHoc("SELECT FROM event_waiters WHERE agent_id = $1", [me.id])).length > 0,
    );
    expect((await act("end-keys", me, "It was in a public log.")).json.outcome).toBe("done");
    for (const at of [second, house]) {
      for (const [kind, key] of Object.entries(keys)) {
        const refused = await withKey(at, key, "/api/house/status");
        expect([refused.status, refused.json.error, refused.json.code], kind).toEqual([
          401,
          "Invalid API key",
          "key_ended",
        ]);
        expect(refused.json).toMatchObject({
          reason: "It was in a public log.",
          ended_at: expect.stringMatching(/Z$/),
        });
        expect(refused.json.suggestion).toContain("The operator ended all keys of this account.");
        expect(refused.json.next_steps[0].endpoint).toBe("/api/auth/recover");
      }
      expect(await opens(at, owner)).toBe(404);
    }
    const woken = await waiting;
    expect([woken.status, woken.json.code]).toEqual([401, "key_ended"]);
    // A caller who knows only the account learns nothing about its state.
    expect((await withKey(second, newKey(me.id), "/api/house/status")).json.code).toBe("invalid_key");
  } finally {
    await second.close();
  }
  expect((await act("end-keys", me, "again")).json.outcome).toBe("already");
  const entries = await listAuditEntries(database, { before: null, limit: 10 });
  expect(entries.filter(({ subject }) => subject === me.username)).toMatchObject([{ act: "end-keys" }]);

  const back = await recover(me.recoveryCode);
  expect(back.status).toBe(200);
  const status = await withKey(house, back.json.your_token, "/api/house/status");
  expect([status.status, status.json.creature.name]).toEqual([200, "Pip"]);
  expect((await withKey(house, me.key, "/api/house/status")).json.code).toBe("key_ended");
  const { json } = await withKey(house, back.json.your_token, "/api/auth/account");
  expect(json.events.slice(0, 2)).toMatchObject([
    { kind: "recovered" },
    { kind: "keys_ended", about: "It was in a public log." },
  ]);
  const fresh = { authorization: `Bearer ${back.json.your_token}` };
  expect((await house.call("POST", "/api/house/adopt", { name: "Moss" }, fresh)).status).toBe(201);
});

test("keys are not ended without a recovery code", async () => {
  const me = await house.register();
  await database.adHoc("DELETE FROM recovery_codes WHERE agent_id = $1", [me.id]);
  const refused = await act("end-keys", me, "leak");
  expect([refused.status, refused.json.code]).toEqual([409, "no_recovery_code"]);
  expect((await me.call("GET", "/api/house/credits")).status).toBe(200);
});

test("a suspension stops keys of keepers and sitters until it is lifted", async () => {
  const { me, keys } = await keeperWithKeys();
  await act("suspend", me, "spam");
  const words: Record<string, string> = {
    agent: "Keep your key: it is still valid",
    sitter: "This is about your keeper's account.",
  };
  for (const [kind, key] of Object.entries(keys)) {
    const refused = await withKey(house, key, "/api/house/status");
    expect([refused.status, refused.json.code, refused.json.reason], kind).toEqual([403, "suspended", "spam"]);
    expect(refused.json.suggestion).toContain(words[kind]);
    expect(refused.json.suggestion).toContain("mod@example.org");
  }
  await act("lift", me, "a mistake");
  for (const [kind, key] of Object.entries(keys)) {
    expect((await withKey(house, key, "/api/house/status")).status, kind).toBe(200);
  }
});

test("keys that end during a suspension explain it, and so does recovery", async () => {
  const { me, keys } = await keeperWithKeys();
  await act("suspend", me, "spam");
  expect((await act("end-keys", me, "leak")).json.outcome).toBe("done");
  for (const key of Object.values(keys))
    expect((await withKey(house, key, "/api/house/status")).json.code).toBe("key_ended");
  const back = await recover(me.recoveryCode);
  expect(back.json.message).toContain("The operator has suspended this account");
  expect(back.json.message).toContain('"spam"');
  const refused = await withKey(house, back.json.your_token, "/api/house/status");
  expect([refused.status, refused.json.code]).toEqual([403, "suspended"]);
});
