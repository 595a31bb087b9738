// The size of a row in the tables that grow with the house.
import { Client } from "pg";
import { bytesARow } from "./sizes.ts";

const TABLES = ["care_log", "idempotency", "creatures", "portraits"];

/** Some thousand records fill too few pages of the sixteen partitions to tell what one takes. */
const RECORDS_FOR_EACH = 40;
const MULTIPLY_RECORDS = `INSERT INTO idempotency
    (agent_id, key_hash, fingerprint, status, body, headers, issued_key_hash, replaced_key_hash, created_at)
  SELECT agent_id, sha256(key_hash || n::text::bytea), fingerprint, status, body, headers, issued_key_hash,
    replaced_key_hash, created_at FROM idempotency, generate_series(1, ${RECORDS_FOR_EACH}) AS n`;

/** A line for each of them. */
export async function sizesOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(MULTIPLY_RECORDS);
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
