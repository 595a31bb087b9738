// Tests that a change commits once, in one transaction with its answer and its idempotency record.
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";
import { listen } from "../server/server.ts";
import { Database, type Tx } from "../../platform/database/db.ts";
import * as sql from "../../platform/database/statement.ts";
import { insertIdempotencyRecord, type IdempotencyRecord } from "../../model/idempotency/store/idempotency.ts";
import { endpoint } from "./endpoint.ts";
import type { Needs } from "../../model/services.ts";
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

const ADD = sql.statement({
  name: "test-add",
  params: { agentId: sql.uuid },
  row: { adoptions: sql.int4 },
  text: "UPDATE agents SET adoptions = adoptions + 1 WHERE agent_id = $agentId RETURNING adoptions",
});

/** Skips the check for stale state if `known` is null. */
const ADD_TO_KNOWN = sql.statement({
  name: "test-add-to-known",
  params: { agentId: sql.uuid, known: sql.nullable(sql.int4) },
  row: { adoptions: sql.int4 },
  text: `UPDATE agents SET adoptions = adoptions + 1
    WHERE agent_id = $agentId AND ($known::int IS NULL OR adoptions = $known) RETURNING adoptions`,
});

/**
 * Saves a change and its record in one transaction, as saving a creature does. Only the table's primary key prevents a second
 * effect.
 */
async function addAndRemember(
  database: Needs<"database">["database"],
  values: { readonly agentId: string; readonly known: number | null },
  record: IdempotencyRecord | undefined,
): Promise<boolean> {
  return database.withTransaction(async (tx) => {
    const saved = await tx.query(ADD_TO_KNOWN, values);
    if (saved.length === 1 && record !== undefined) await insertIdempotencyRecord(tx, record);
    return saved.length === 1;
  });
}

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
      if (await addAndRemember(database, { agentId: id, known: adoptions }, call.idempotency.record(answer)))
        return answer;
    }
  },
);

const withoutVersion = endpoint(
  contract({ ...COMMON, name: "withoutVersion", path: "/no-version" }),
  async (call, { database }: Needs<"database">) => {
    const answer = { adoptions: call.caller.agent.adoptions + 1, next_steps: [] };
    await addAndRemember(database, { agentId: call.caller.agent.id, known: null }, call.idempotency.record(answer));
    return answer;
  },
);

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });
const { services } = house.app;

/** Simulates a database node per transaction, where no other transaction holds the lock of a key. */
class ManyNodes extends Database {
  override async withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.withTransaction((tx) => {
      const query: Tx["query"] = (asked, values) =>
        tx.query(asked, asked.name === "lock-idempotency" ? { ...values, number: randomInt(2 ** 47) } : values);
      return work({ ...tx, query });
    });
  }
}

const manyNodes = new ManyNodes(services.config.databaseUrl, 10, () => {});
const endpoints = [inTransaction, withVersion, withoutVersion];
const onOne = mount({ endpoints }, services).fetch;
const onMany = mount({ endpoints }, { ...services, database: manyNodes }).fetch;
const [one, many] = await Promise.all(
  [onOne, onMany].map((fetch) => listen({ ...house.app, fetch, close: async () => {} }, 0)),
);
afterAll(async () => {
  await Promise.all([one?.stop(), many?.stop()]);
  await manyNodes.close();
});

async function add(
  me: Account,
  path: string,
  key?: string,
  body: object = {},
  at = one,
): Promise<Response & { text_: string }> {
  const headers = { "x-api-key": me.key, ...(key === undefined ? {} : { "idempotency-key": key }) };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${at?.port}${path}`, options);
  return Object.assign(response, { text_: await response.text() });
}

async function adoptionsOf({ id }: Account): Promise<number | undefined> {
  const text = "SELECT adoptions FROM agents WHERE agent_id = $1";
  const [row] = await services.database.adHoc<{ adoptions: number }>(text, [id]);
  return row?.adoptions;
}

describe.each(["/transaction", "/version", "/no-version"])("changes through %s", (path) => {
  test("every call without an Idempotency-Key takes effect", async () => {
    const me = await house.register();
    for (let count = 0; count < 3; count++) expect((await add(me, path)).status).toBe(200);
    expect(await adoptionsOf(me)).toBe(3);
  });

  test("a repeated call returns the same bytes without a second effect", async () => {
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

  test(`${REPEATS} concurrent repeats of one key change the row once`, async () => {
    const me = await house.register();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => add(me, path, key)));
    expect(await adoptionsOf(me)).toBe(1);
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(answered.map(({ text_ }) => text_)).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  test("without the lock, the table alone prevents a second effect", async () => {
    const me = await house.register();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => add(me, path, key, {}, many)));
    expect(await adoptionsOf(me)).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(answers.map(({ text_ }) => text_)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a record older than a day no longer prevents an effect", async () => {
    const me = await house.register();
    const key = randomUUID();
    await add(me, path, key);
    const age = "UPDATE idempotency SET created_at = created_at - 86400000 WHERE agent_id = $1";
    await services.database.adHoc(age, [me.id]);
    const statuses = [(await add(me, path, key)).status, (await add(me, path, key)).status];
    expect(statuses).toEqual([200, 200]);
    expect(await adoptionsOf(me)).toBe(2);
  });
});

test("a failed transaction changes nothing and can be retried", async () => {
  const me = await house.register();
  const key = randomUUID();
  expect((await add(me, "/transaction", key, { broken: true })).status).toBe(409);
  expect(await adoptionsOf(me)).toBe(0);
  expect((await add(me, "/transaction", key)).status).toBe(200);
  expect(await adoptionsOf(me)).toBe(1);
});

test(`${CHANGES} concurrent changes without a key all take effect`, async () => {
  const me = await house.register();
  // A busy machine may refuse a change with 503 before it begins.
  const change = async (): ReturnType<typeof add> => {
    const answer = await add(me, "/version");
    return answer.status === 503 ? change() : answer;
  };
  const answers = await Promise.all(Array.from({ length: CHANGES }, change));
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  expect(await adoptionsOf(me)).toBe(CHANGES);
});
