// The size of a table's rows with their indexes, partitioned or not, and of those that grow with the house.
import { Client } from "pg";

/** SQL that gives `bytes` a row, and how many of them are its `heap`. */
export function bytesARow(table: string): string {
  const size = (kind: string) =>
    `coalesce((SELECT sum(${kind}(relid)) FROM pg_partition_tree('${table}') WHERE isleaf), ${kind}('${table}'))`;
  const each = (kind: string) => `(${size(kind)} / greatest(count(*), 1))::integer`;
  return `SELECT ${each("pg_total_relation_size")} AS bytes, ${each("pg_table_size")} AS heap FROM ${table}`;
}

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
