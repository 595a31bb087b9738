// Tests that Citus can run every statement of the service, including those of the worker and the operator. Requires a cluster
// (TEST_CITUS_URL).
import { Client, DatabaseError } from "pg";
import { expect, test } from "vitest";
import { allStatements } from "../statements/all-statements.ts";
import { openHouse } from "../harness.ts";
import { SERVER_URL } from "../processes/databases.ts";
import { CITUS_URL } from "./cluster.ts";

/** SQLSTATE for an unsupported feature. */
const UNSUPPORTED = "0A000";
/** PostgreSQL plans a named statement five times with its values before it may switch to a generic plan. */
const TIMES = 7;
/**
 * Sample values for each type, because Citus plans by values. JSON has one sample per shape, because each function accepts only
 * one. Lists have one and two elements, because Citus supports more features for a single agent.
 */
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: "019a8e3c-0000-7000-8000-000000000000",
  bool: true,
  bytea: Buffer.alloc(32),
  text: "text",
};
const OTHER: Readonly<Record<string, unknown>> = { ...VALUES, uuid: "019a8e3c-0000-7000-8000-000000000001" };
const SHAPES = ["[]", "{}"].flatMap((json) => [
  { json, isOne: true },
  { json, isOne: false },
]);

function valueOf(type: string, { json, isOne }: (typeof SHAPES)[number]): unknown {
  if (type.startsWith("_")) return (isOne ? [VALUES] : [VALUES, OTHER]).map((values) => values[type.slice(1)] ?? 1);
  return type.startsWith("json") ? json : (VALUES[type] ?? 1);
}

/**
 * Returns the error if Citus does not support the statement. Other errors come from the sample values and are ignored. Every
 * execution is rolled back.
 */
async function refusalOf(client: Client, name: string, text: string, values: unknown[]): Promise<string | undefined> {
  for (let time = 0; time < TIMES; time++) {
    await client.query("BEGIN");
    try {
      await client.query({ name, text, values });
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.code === UNSUPPORTED) return `${name}: ${thrown.message}`;
    } finally {
      await client.query("ROLLBACK");
    }
  }
  return undefined;
}

test.skipIf(CITUS_URL === undefined)("Citus can run every statement", async () => {
  const house = await openHouse();
  const client = new Client({ connectionString: new URL(`/${house.database}`, SERVER_URL).href });
  await client.connect();
  const statements = await allStatements("src/**/*.ts");
  const refused = new Set<string>();
  try {
    for (const { name, text, params } of statements) {
      const types = Object.values(params).map(({ type = "" }) => type);
      for (const shape of SHAPES) {
        const values = types.map((type) => valueOf(type, shape));
        const refusal = await refusalOf(client, name, text, values);
        if (refusal !== undefined) refused.add(refusal);
      }
    }
  } finally {
    await client.end();
    await house.close();
  }
  expect(statements.length).toBeGreaterThan(250);
  expect([...refused]).toEqual([]);
});
