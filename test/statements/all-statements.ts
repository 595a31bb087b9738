// Every statement that the service and its scripts declare.
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as sql from "../../src/platform/database/statement.ts";

/** A file that declares statements (src/platform/database/statement.ts and calls.ts). */
const DECLARING = /\b(?:statement|lister|finder|valueLister|valueFinder|counter|asker|command)\(\{/;

/** Loads the sources that match, and lists what is declared; test files declare some of their own. */
export async function allStatements(pattern = "{src,scripts}/**/*.ts") {
  const sources = globSync(pattern, { exclude: (path) => path.endsWith(".test.ts") });
  for (const path of sources) {
    if (DECLARING.test(readFileSync(path, "utf8"))) await import(resolve(path));
  }
  return sql.registeredStatements().filter(({ name }) => !name.startsWith("test-"));
}
