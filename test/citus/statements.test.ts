// Citus can plan every statement of the service, also those of the worker and the operator. Needs a cluster, TEST_CITUS_URL.
import { Client, DatabaseError } from "pg";
import { expect, test } from "vitest";
import { allStatements } from "../all-statements.ts";
import { openHouse } from "../harness.ts";
import type { SentStatement } from "../plans.ts";
import { plansOf } from "../plans.ts";
import { SERVER_URL } from "../processes/databases.ts";
import { CITUS_URL } from "./cluster.ts";

/** A value for each type; plans of Citus depend on there being one. */
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: "019a8e3c-0000-7000-8000-000000000000",
  bool: true,
  bytea: Buffer.alloc(32),
  text: "text",
  json: [],
  jsonb: [],
};

function valueOf(type = ""): unknown {
  if (type.startsWith("_")) return [valueOf(type.slice(1))];
  return VALUES[type] ?? 1;
}

/** What Citus does not support in a statement; other errors come from the values. */
async function refusalOf(client: Client, statement: SentStatement): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    await plansOf(client, statement);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof DatabaseError) || thrown.code !== "0A000") return undefined;
    return `${statement.name}: ${thrown.message}`;
  } finally {
    await client.query("ROLLBACK");
    await client.query("DEALLOCATE ALL");
  }
}

test.skipIf(CITUS_URL === undefined)("Citus can plan every statement", async () => {
  const house = await openHouse();
  const client = new Client({ connectionString: new URL(`/${house.database}`, SERVER_URL).href });
  await client.connect();
  const statements = await allStatements("src/**/*.ts");
  const refused: string[] = [];
  try {
    for (const { name, text, params } of statements) {
      const values = Object.values(params).map(({ type }) => valueOf(type));
      const refusal = await refusalOf(client, { name, text, values });
      if (refusal !== undefined) refused.push(refusal);
    }
  } finally {
    await client.end();
    await house.close();
  }
  expect(statements.length).toBeGreaterThan(250);
  expect(refused).toEqual([]);
});
