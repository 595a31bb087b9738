// Computes fingerprints of a database: for each table, a hash over all rows.
import type { OwnPostgres } from "../../../test/processes/own-postgres.ts";

export type Fingerprint = ReadonlyMap<string, { readonly rows: number; readonly hash: string }>;

export async function fingerprintOf(postgres: Pick<OwnPostgres, "ask">, database: string): Promise<Fingerprint> {
  const tables = await postgres.ask(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    database,
  );
  const found = new Map<string, { rows: number; hash: string }>();
  for (const { name } of tables) {
    // Sorted, because the order of rows has no meaning.
    const [row] = await postgres.ask(
      `SELECT count(*)::integer AS rows, coalesce(md5(string_agg(line, '' ORDER BY line)), '') AS hash
        FROM (SELECT md5(t::text) AS line FROM ${String(name)} t) lines`,
      database,
    );
    found.set(String(name), { rows: Number(row?.["rows"]), hash: String(row?.["hash"]) });
  }
  return found;
}

/** Returns a line for each table that differs. */
export function differences(wanted: Fingerprint, found: Fingerprint): readonly string[] {
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [wanted.get(name), found.get(name)];
    return one?.hash === other?.hash && one?.rows === other?.rows
      ? []
      : [`${name}: ${one?.rows} rows, then ${other?.rows}`];
  });
}
