// Defines database functions in code. The name contains a hash of the text, so that versions of the service run side by side.
import { createHash } from "node:crypto";

const HASH_DIGITS = 8;

export interface DatabaseFunction {
  readonly name: string;
  readonly definition: string;
}

/** `parameters` and `body` are PL/pgSQL. The function returns text. */
export function databaseFunction(stem: string, parameters: string, body: string): DatabaseFunction {
  const hash = createHash("sha256").update(`${parameters}\n${body}`).digest("hex").slice(0, HASH_DIGITS);
  const name = `${stem}_${hash}`;
  const definition = `CREATE FUNCTION ${name}(\n  ${parameters}\n) RETURNS text LANGUAGE plpgsql AS $$\n${body} $$;`;
  return { name, definition };
}
