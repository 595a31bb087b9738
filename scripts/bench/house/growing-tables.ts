// The size of a row in the tables that grow with the house.
import { Client } from "pg";
import { bytesARow } from "./sizes.ts";

const TABLES = ["care_log", "idempotency", "creatures", "portraits"];

/** A line for each of them. */
export async function sizesOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const table of TABLES) {
      const { rows } = await client.query<{ bytes: number }>(bytesARow(table));
      lines.push(`${table}: ${rows[0]?.bytes} bytes a row with indexes`);
    }
    return lines.join("\n");
  } finally {
    await client.end();
  }
}
