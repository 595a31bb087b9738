// Loads every statement that the service and its scripts declare.
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as sql from "../../src/platform/database/statement.ts";

/** Matches files that declare statements (src/platform/database/statement.ts and calls.ts). */
const DECLARING = /\b(?:statement|lister|finder|valueLister|valueFinder|counter|asker|command)\(\{/;

/** Imports the matching sources and returns all declared statements. Test files declare additional ones. */
export async function allStatements(pattern = "{src,scripts}/**/*.ts") {
  const sources = globSync(pattern, { exclude: (path) => path.endsWith(".test.ts") });
  for (const path of sources) {
    if (DECLARING.test(readFileSync(path, "utf8"))) await import(resolve(path));
  }
  return sql.registeredStatements().filter(({ name }) => !name.startsWith("test-"));
}
