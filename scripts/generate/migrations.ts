// The migrations that create the functions of the database that code defines. A function whose name no migration has gets
// the next number. The others stay as they are: the version before calls them (docs/upgrading.md).
import { readdirSync } from "node:fs";
import type { DatabaseFunction } from "../../src/platform/database/database-function.ts";

const NUMBER_DIGITS = 4;

/** Paths and texts. `known` are the files that there are. */
export function functionMigrations(
  functions: readonly DatabaseFunction[],
  known: readonly string[] = readdirSync("migrations"),
): Readonly<Record<string, string>> {
  let last = Math.max(...known.map((file) => Number.parseInt(file, 10)));
  return Object.fromEntries(
    functions.map(({ name, definition }) => {
      const file = known.find((each) => each.endsWith(`_${name}.sql`)) ?? `${numbered(++last)}_${name}.sql`;
      return [`migrations/${file}`, migration(name, definition)];
    }),
  );
}

function numbered(number: number): string {
  return String(number).padStart(NUMBER_DIGITS, "0");
}

function migration(name: string, definition: string): string {
  return `-- Generated from src/store by \`npm run generate\`. Code calls the function by this name, which carries the hash of its text.

-- Up Migration
${definition}

-- Down Migration
DROP FUNCTION ${name};
`;
}
