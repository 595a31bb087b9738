// Functions of the database that code defines. A name carries the hash of its text, so that versions with other texts run
// side by side and one name always means one text. Migrating creates those that are missing.
import { createHash } from "node:crypto";

const HASH_DIGITS = 8;

export interface DatabaseFunction {
  /** As SQL calls it. */
  readonly name: string;
  /** Creates it. */
  readonly definition: string;
}

/** `parameters` and `body` as PL/pgSQL has them; it returns a text. */
export function databaseFunction(stem: string, parameters: string, body: string): DatabaseFunction {
  const hash = createHash("sha256").update(`${parameters}\n${body}`).digest("hex").slice(0, HASH_DIGITS);
  const name = `${stem}_${hash}`;
  const definition = `CREATE FUNCTION ${name}(\n  ${parameters}\n) RETURNS text LANGUAGE plpgsql AS $$\n${body} $$;`;
  return { name, definition };
}
