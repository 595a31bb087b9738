// Tests that each declaration matches what PostgreSQL reports on the migrated schema, and that a wrong declaration does not load.
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allStatements } from "../../../test/statements/all-statements.ts";
import { differences, schemaOf, type Schema } from "../../../test/described.ts";
import { houseForFile } from "../../../test/harness.ts";
import { plansOf, type Plan } from "../../../test/plans.ts";
import { SERVER_URL } from "../../../test/processes/databases.ts";
import { driverQueryOf } from "./db.ts";
import { int4, int8, notNull, nullable, statement, text, uuid, type SqlTypes } from "./statement.ts";

const house = await houseForFile();
const client = new Client({ connectionString: new URL(`/${house.database}`, SERVER_URL).href });
let schema: Schema;
beforeAll(async () => {
  await client.connect();
  schema = await schemaOf(client);
});
afterAll(() => client.end());

test("PostgreSQL agrees with every declaration", async () => {
  const declared = await allStatements();
  expect(declared.length).toBeGreaterThan(250);
  const found: string[] = [];
  for (const each of declared) found.push(...(await differences(client, schema, each)));
  expect(found).toEqual([]);
});

/** Tables with a single row, which a short read may access without naming an agent. */
const ONE_ROW = new Set(["outage_watch"]);

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns why a statement must not share a connection, or an empty list if it may. */
async function longBecause({ name, params, text: sql }: { name: string; params: SqlTypes; text: string }) {
  const values = Object.values(params).map(() => null);
  const plan = (await plansOf(client, { name, text: sql, values })).at(-1);
  if (plan === undefined) throw new Error(`${name} has no plan`);
  return nodesOf(plan).flatMap((node) => {
    const [kind, table = ""] = [node["Node Type"], node["Relation Name"]];
    if (kind === "ModifyTable" || kind === "LockRows") return [`${name}: ${kind}`];
    if (!kind.endsWith("Scan") || table === "" || ONE_ROW.has(table)) return [];
    const condition = node["Index Cond"] ?? node["Recheck Cond"] ?? "";
    return condition.includes("agent_id = ") ? [] : [`${name}: reads ${table} of all agents`];
  });
}

test("a short statement reads one agent's rows by index without locks", async () => {
  const short = (await allStatements()).filter(({ isShort }) => isShort);
  expect(short.map(({ name }) => name)).toContain("find-caller-and-visit-report");
  await client.query("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off");
  const found: string[] = [];
  for (const each of short) found.push(...(await longBecause(each)));
  expect(found).toEqual([]);
  const planted = (sql: string) => longBecause({ name: "planted", params: { id: uuid }, text: sql });
  expect(await planted("SELECT bio FROM agents WHERE agent_id = $1")).toEqual([]);
  expect(await planted("SELECT bio FROM agents WHERE $1::uuid IS NULL")).toEqual([
    "planted: reads agents of all agents",
  ]);
  expect(await planted("SELECT bio FROM agents WHERE agent_id = $1 FOR UPDATE")).toEqual(["planted: LockRows"]);
  expect(await planted("UPDATE agents SET bio = '' WHERE agent_id = $1")).toEqual(["planted: ModifyTable"]);
});

const RIGHT = {
  params: { agentId: uuid, since: int8 },
  row: { username: text, adoptions: int4, bio: nullable(text) },
  text: "SELECT username, adoptions, bio FROM agents WHERE agent_id = $agentId AND created_at > $since",
};

test.each<[string, { params?: SqlTypes; row?: SqlTypes; text?: string }, readonly string[]]>([
  ["nothing", {}, []],
  [
    "the type of a parameter",
    { params: { agentId: text, since: int8 } },
    ["parameter $agentId is declared as text and is uuid"],
  ],
  [
    "the type of a column",
    { row: { ...RIGHT.row, adoptions: int8 } },
    ["column adoptions is declared as int8 and is int4"],
  ],
  [
    "the name of a column",
    { row: { userName: text, adoptions: int4, bio: nullable(text) } },
    ["column username is not declared", "column userName is declared and is not returned"],
  ],
  ["a missing column", { row: { username: text, bio: nullable(text) } }, ["column adoptions is not declared"]],
  ["a null", { row: { ...RIGHT.row, bio: text } }, ["column bio can be null in its table"]],
  ["a null that the statement keeps out", { row: { ...RIGHT.row, bio: notNull(text) } }, []],
  [
    "a null that the table keeps out",
    { row: { ...RIGHT.row, username: notNull(text) } },
    ["column username is never null in its table"],
  ],
])("the check finds exactly the planted mistake: %s", async (what, wrong, found) => {
  const name = `test-${what}`;
  const planted = statement({ ...RIGHT, ...wrong, name });
  expect(await differences(client, schema, planted)).toEqual(found.map((each) => `${name}: ${each}`));
});

test("an undeclared null in a computed column is detected in tests", async () => {
  const { database } = house.app.services;
  const planted = (name: string, row: SqlTypes) =>
    statement({ name, params: {}, row, text: "SELECT NULL::text AS bio FROM outage_watch" });
  await expect(database.query(planted("test-null", { bio: text }), {})).rejects.toThrow(
    "test-null: column bio is null",
  );
  expect(await database.query(planted("test-nullable", { bio: nullable(text) }), {})).toEqual([{ bio: null }]);
});

test("SQL that PostgreSQL rejects is detected", async () => {
  const planted = statement({ ...RIGHT, name: "test-refused", text: RIGHT.text.replace("bio", "boi") });
  await expect(differences(client, schema, planted)).rejects.toThrow('column "boi" does not exist');
});

test("a duplicate name or a wrong parameter prevents loading", () => {
  const declare = (name: string, sql: string) =>
    statement({ name, params: { agentId: uuid }, row: {}, text: `SELECT FROM agents WHERE ${sql}` });
  declare("test-twice", "agent_id = $agentId");
  expect(() => declare("test-twice", "agent_id = $agentId")).toThrow("two statements are named test-twice");
  expect(() => declare("test-unknown", "agent_id = $agentid")).toThrow("$agentid");
  expect(() => declare("test-number", "agent_id = $1")).toThrow("$1");
  expect(() => declare("test-unused", "true")).toThrow("does not use its parameter $agentId");
});

test("values are sent in the order of their placeholders", () => {
  const { text: sent, values } = driverQueryOf(statement({ ...RIGHT, name: "test-order" }), { since: 7, agentId: "a" });
  expect(sent).toContain("agent_id = $1 AND created_at > $2");
  expect(values).toEqual(["a", 7]);
});

test("the driver returns the declared type of every column", async () => {
  const id = "01890000-0000-7000-8000-000000000000";
  const sql = `SELECT '${id}'::uuid AS uuid, 'a' AS text, true AS bool, 1::int2 AS int2, 2 AS int4, 3::int8 AS int8,
    1.5::float8 AS float8, '\\x01'::bytea AS bytea, '[1]'::json AS json, '{"a":1}'::jsonb AS jsonb, ARRAY['a'] AS texts,
    ARRAY[1] AS numbers, ARRAY['${id}'::uuid] AS ids`;
  const scalars = { uuid: id, text: "a", bool: true, int2: 1, int4: 2, int8: 3, float8: 1.5, bytea: Buffer.from([1]) };
  const others = { json: [1], jsonb: { a: 1 }, texts: ["a"], numbers: [1], ids: [id] };
  expect(await house.app.services.database.adHoc(sql)).toEqual([{ ...scalars, ...others }]);
});
