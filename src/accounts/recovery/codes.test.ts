// Tests the creation of recovery codes. The first code requires only a key; later codes require the previous one, so a stolen key
// yields no lasting access.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, houseForFile, openHouse, type Account, type House } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const PATH = "/api/auth/recovery-code";
const LONG_KEY = () => randomBytes(32).toString("hex");

const recover = (recovery_code: string) =>
  house.call("POST", "/api/auth/recover", { recovery_code }, {}, freshAddress());

/** Registers an account and deletes its recovery code. */
async function withoutCode(): Promise<Account> {
  const me = await house.register();
  await house.app.services.database.adHoc("DELETE FROM recovery_codes WHERE agent_id = $1", [me.id]);
  return me;
}

test("a stolen key yields no recovery code and ends with rotation", async () => {
  const me = await house.register();
  const stolen = { authorization: `Bearer ${me.key}` };
  const thief = (body: object) => house.call("POST", PATH, body, stolen);
  const others = await house.register();
  const tries = [
    await thief({ new_recovery_code: true }),
    await thief({ new_recovery_code: true, recovery_code: others.recoveryCode }),
    await thief({ new_recovery_code: true, recovery_code: "dkr_guessed" }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
  const rotated = await me.call("POST", "/api/auth/rotate-key");
  expect(rotated.status).toBe(200);
  expect((await thief({ new_recovery_code: true })).status).toBe(401);
  // The owner's original code is still valid.
  expect((await recover(me.recoveryCode)).status).toBe(200);
});

test("a key alone creates an account's first code and replays it", async () => {
  const me = await withoutCode();
  const before = await me.call("GET", "/api/auth/account");
  expect(before.json.recovery_code).toEqual({ exists: false, made_at: null });
  const [step] = before.json.next_steps;
  const headers = { "idempotency-key": LONG_KEY() };
  const made = await me.call(step.method, step.endpoint, step.body, headers);
  expect(made.status).toBe(200);
  expect((await me.call(step.method, step.endpoint, step.body, headers)).text).toBe(made.text);
  expect((await me.call(step.method, step.endpoint, step.body)).status).toBe(403);
  expect((await recover(made.json.recovery_code)).status).toBe(200);
});

test("a valid code is replaced by a new one and stops working", async () => {
  const me = await house.register();
  const headers = { "idempotency-key": LONG_KEY() };
  const body = { new_recovery_code: true, recovery_code: ` ${me.recoveryCode}\n` };
  const made = await me.call("POST", PATH, body, headers);
  expect(made.status, made.text).toBe(200);
  expect((await me.call("POST", PATH, body)).status).toBe(403);
  expect((await me.call("POST", PATH, { ...body, recovery_code: made.json.recovery_code })).status).toBe(200);
  expect((await me.call("POST", PATH, body, headers)).status).toBe(409);
  expect((await recover(me.recoveryCode)).status).toBe(401);
  expect((await recover(made.json.recovery_code)).status).toBe(401);
});

test("one of 20 concurrent requests creates the first code", async () => {
  const me = await withoutCode();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => me.call("POST", PATH, { new_recovery_code: true })),
  );
  const [made, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
  expect((await recover(made?.json.recovery_code)).status).toBe(200);
});

test("wrong and missing codes count as recovery guesses by address", async () => {
  const strict = await openHouse();
  try {
    const from = freshAddress();
    const [ada, ben, cid] = [await strict.register(), await strict.register(), await strict.register()];
    const guess = ({ key }: Account, more: object, address = from) =>
      strict.call("POST", PATH, { new_recovery_code: true, ...more }, { authorization: `Bearer ${key}` }, address);
    const statuses: number[] = [];
    for (const who of [ada, ben]) {
      for (const more of [{}, { recovery_code: cid.recoveryCode }, {}, {}, {}]) {
        statuses.push((await guess(who, more)).status);
      }
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 403));
    expect((await guess(cid, {})).status).toBe(429);
    expect((await guessAtRecovery(strict, from)).status).toBe(429);
    // A call with the right code is not a guess, and another address still has all its attempts.
    expect((await guess(cid, { recovery_code: cid.recoveryCode })).status).toBe(200);
    expect((await guess(cid, {}, freshAddress())).status).toBe(403);
    expect((await guessAtRecovery(strict, freshAddress())).status).toBe(401);
  } finally {
    await strict.close();
  }
});

function guessAtRecovery(at: House, from: string) {
  return at.call("POST", "/api/auth/recover", { recovery_code: "dkr_guessed" }, {}, from);
}
