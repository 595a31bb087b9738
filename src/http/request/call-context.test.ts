// Changes through a call: one transaction with its answer, or one statement with its idempotency record; never twice.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Account } from "../../../test/harness.ts";
import { houseForFile } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import { listen } from "../server/server.ts";
import { int4, jsonb, nullable, statement, uuid } from "../../store/db/statement.ts";
import { idempotencyRow } from "../../store/idempotency/idempotency.ts";
import { endpoint } from "./endpoint.ts";
import type { Needs } from "./services.ts";
import { contract, nextSteps } from "../contract/contract.ts";
import { mount } from "../server/mount.ts";

const REPEATS = FULL ? 500 : 100;
const CHANGES = FULL ? 200 : 80;

const COMMON = {
  method: "POST",
  summary: "Counts one more.",
  description: "",
  auth: "required",
  limit: { by: "agent", max: 2000, windowSeconds: 60 },
  body: z.object({ broken: z.boolean().optional() }).optional(),
  status: 200,
  response: z.object({ adoptions: z.int(), next_steps: nextSteps }),
  invalid: "Invalid",
  failure: "It broke",
  errors: { broken: { status: 409, error: "Broken", description: "When asked for." } },
} as const;

const ADD = statement({
  name: "test-add",
  params: { agentId: uuid },
  row: { adoptions: int4 },
  text: "UPDATE agents SET adoptions = adoptions + 1 WHERE agent_id = $agentId RETURNING adoptions",
});

/** One statement that changes, and remembers its answer. Without `known` it does not look whether the state is stale. */
const ADD_AND_REMEMBER = statement({
  name: "test-add-and-remember",
  params: { agentId: uuid, known: nullable(int4), records: jsonb<readonly object[]>() },
  row: { adoptions: int4 },
  text: `WITH saved AS (
      UPDATE agents SET adoptions = adoptions + 1
      WHERE agent_id = $agentId AND ($known::int IS NULL OR adoptions = $known) RETURNING adoptions
    ), remembered AS (
      INSERT INTO idempotency SELECT r.* FROM saved, jsonb_populate_recordset(NULL::idempotency, $records::jsonb) r
    )
    SELECT adoptions FROM saved`,
});

const inTransaction = endpoint(contract({ ...COMMON, name: "inTransaction", path: "/transaction" }), async (call) =>
  call.commit(async (tx) => {
    const [row] = await tx.query(ADD, { agentId: call.caller.agent.id });
    if (call.body?.broken === true) throw call.fail("broken");
    return { adoptions: row?.adoptions ?? 0, next_steps: [] };
  }),
);

const withVersion = endpoint(
  contract({ ...COMMON, name: "withVersion", path: "/version" }),
  async (call, { database }: Needs<"database">) => {
    for (let { caller } = call; ; caller = await call.reload()) {
      const { id, adoptions } = caller.agent;
      const answer = { adoptions: adoptions + 1, next_steps: [] };
      const record = call.record(answer);
      const records = record === undefined ? [] : [idempotencyRow(record)];
      const saved = await database.query(ADD_AND_REMEMBER, { agentId: id, known: adoptions, records });
      if (saved.length === 1) return answer;
    }
  },
);

const withoutVersion = endpoint(
  contract({ ...COMMON, name: "withoutVersion", path: "/no-version" }),
  async (call, { database }: Needs<"database">) => {
    const answer = { adoptions: call.caller.agent.adoptions + 1, next_steps: [] };
    const record = call.record(answer);
    const records = record === undefined ? [] : [idempotencyRow(record)];
    await database.query(ADD_AND_REMEMBER, { agentId: call.caller.agent.id, known: null, records });
    return answer;
  },
);

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const { services } = house.app;
const { fetch: answer } = mount({ endpoints: [inTransaction, withVersion, withoutVersion] }, services);
const listening = await listen({ ...house.app, fetch: answer, close: async () => {} }, 0);
afterAll(() => listening.stop());

async function add(me: Account, path: string, key?: string, body: object = {}): Promise<Response & { text_: string }> {
  const headers = { "x-api-key": me.key, ...(key === undefined ? {} : { "idempotency-key": key }) };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, options);
  return Object.assign(response, { text_: await response.text() });
}

async function adoptionsOf({ id }: Account): Promise<number | undefined> {
  const text = "SELECT adoptions FROM agents WHERE agent_id = $1";
  const [row] = await services.database.adHoc<{ adoptions: number }>(text, [id]);
  return row?.adoptions;
}

describe.each(["/transaction", "/version", "/no-version"])("%s", (path) => {
  test("without a key every call counts", async () => {
    const me = await house.register();
    for (let count = 0; count < 3; count++) expect((await add(me, path)).status).toBe(200);
    expect(await adoptionsOf(me)).toBe(3);
  });

  test("a repeated call gets the same bytes and takes no second effect", async () => {
    const me = await house.register();
    const key = randomUUID();
    const first = await add(me, path, key);
    const again = await add(me, path, key);
    expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(again.text_).toBe(first.text_);
    expect((await add(me, path, key, { other: 1 })).status).toBe(422);
    expect(await adoptionsOf(me)).toBe(1);
  });

  test(`${REPEATS} repeats of one key at once are one change`, async () => {
    const me = await house.register();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => add(me, path, key)));
    expect(await adoptionsOf(me)).toBe(1);
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(answered.map(({ text_ }) => text_)).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  test("a record older than a day no longer counts", async () => {
    const me = await house.register();
    const key = randomUUID();
    await add(me, path, key);
    const age = "UPDATE idempotency SET created_at = created_at - 86400000 WHERE agent_id = $1";
    await services.database.adHoc(age, [me.id]);
    const statuses = [(await add(me, path, key)).status, (await add(me, path, key)).status];
    // One statement does not see that the old record has expired: it makes room and asks to be repeated.
    expect(statuses).toEqual(path === "/transaction" ? [200, 200] : [409, 200]);
    expect(await adoptionsOf(me)).toBe(2);
  });
});

test("what fails in a transaction has changed nothing and may be tried again under its key", async () => {
  const me = await house.register();
  const key = randomUUID();
  expect((await add(me, "/transaction", key, { broken: true })).status).toBe(409);
  expect(await adoptionsOf(me)).toBe(0);
  expect((await add(me, "/transaction", key)).status).toBe(200);
  expect(await adoptionsOf(me)).toBe(1);
});

test(`${CHANGES} changes at once without a key: none is lost`, async () => {
  const me = await house.register();
  const answers = await Promise.all(Array.from({ length: CHANGES }, () => add(me, "/version")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(CHANGES);
  expect(await adoptionsOf(me)).toBe(CHANGES);
});
