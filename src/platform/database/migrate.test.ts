// Tests that processes that start together wait for each other, and that every table of agents' data is keyed by agent.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { migrate } from "../../model/migrate.ts";
import { sentenceOfDatabase } from "./database-errors.ts";
import { neededMigrations, otherMigration } from "./migrations.ts";

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows as Record<string, unknown>[];
}

test("five replicas that start together migrate once", async () => {
  const name = `denkeeper_test_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(`/${name}`, SERVER_URL).href;
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
});

test("an older database or another baseline is refused with advice", async () => {
  const name = `denkeeper_test_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(`/${name}`, SERVER_URL).href;
  await query(url, "CREATE TABLE migrations (id serial, name text, run_on timestamp)");
  await query(url, "INSERT INTO migrations (name, run_on) VALUES ('0001_initial', now())");
  await expect(migrate(url)).rejects.toThrow(
    "The database was made by other code: its migration 0001_initial is not one of this version",
  );
  expect(await query(url, "SELECT to_regclass('agents') AS agents")).toEqual([{ agents: null }]);
  await query(url, "DROP TABLE migrations");
  await migrate(url);
  await query(url, "UPDATE migrations SET digest = 'older' WHERE name = '0004_community'");
  const refusal = await migrate(url).catch(sentenceOfDatabase);
  expect(refusal).toMatch(/its migration 0004_community .* Set DATABASE_URL to an empty database/);
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
});

test("a newer database is accepted unless migrations are out of order", () => {
  const needed = neededMigrations();
  const later = { name: "9999_of_tomorrow", digest: "" };
  expect(otherMigration([], needed)).toBeUndefined();
  expect(otherMigration(needed.slice(0, 2), needed)).toBeUndefined();
  expect(otherMigration([...needed, later], needed)).toBeUndefined();
  expect(otherMigration([...needed.slice(1), later], needed)).toBe(needed[1]?.name);
});

/** Keys of tables outside the rule. Roll-ups, the job queue, and operator records contain no data of single agents. */
const EXCEPTIONS: ReadonlyMap<unknown, string> = new Map([["species", "slug"]]);
const NOT_OF_AGENTS =
  "^(migrations|rollup|log_hours|lease|heartbeat|outage|payment_claim|moderation_acts|service_secrets)";

test("every unique key of agents' data starts with agent_id", async () => {
  const url = new URL(`/${inject("templateDatabase")}`, SERVER_URL).href;
  const keys = await query(
    url,
    `SELECT t.relname AS table, a.attname AS leading FROM pg_index i
      JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
      WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname !~ '${NOT_OF_AGENTS}'`,
  );
  expect(keys.length).toBeGreaterThan(0);
  for (const { table, leading } of keys)
    expect({ table, leading }).toEqual({ table, leading: EXCEPTIONS.get(table) ?? "agent_id" });
});
