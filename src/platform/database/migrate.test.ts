// Migrations: processes that start together wait for each other, and every table of agents' data is keyed by agent.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { migrate } from "../../model/migrate.ts";

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

/**
 * What other tables are keyed by. Roll-ups, the job queue and what the operator did hold no data of single agents; counted
 * hours are read by hour, and hold no data of agents but counts of test accounts.
 */
const EXCEPTIONS: ReadonlyMap<unknown, string> = new Map([["species", "slug"]]);
const NOT_OF_AGENTS =
  "^(migrations|upgrades|rollup|log_hours|lease|heartbeat|outage|payment_claim|moderation_acts|service_secrets)";

test("every unique key of agents' data leads with agent_id", async () => {
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
