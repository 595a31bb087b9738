// Appends the bodies of called functions to a statement's text, so that tests of statement texts include what the functions do.
import { globSync, readFileSync } from "node:fs";
import { SAVE_FUNCTION } from "../../src/model/creatures/store/save-function.ts";

const TEXTS = [...globSync("migrations/*.sql").map((path) => readFileSync(path, "utf8")), SAVE_FUNCTION.definition];
const FUNCTIONS = TEXTS.flatMap((text) =>
  [...text.matchAll(/^CREATE FUNCTION (\w+)\([^]*?AS\s+\$\$([^]*?)\$\$/gm)].map(([, name = "", body = ""]) => ({
    name,
    body,
  })),
);

/** Returns a statement with the bodies of all functions that it calls, directly or indirectly. */
export function withFunctions(text: string): string {
  const called = FUNCTIONS.filter(({ name }) => text.includes(`${name}(`));
  return [text, ...called.map(({ body }) => withFunctions(body))].join("\n");
}
