// What a statement calls is part of what it does: tests that read the text of statements read the functions with it.
import { globSync, readFileSync } from "node:fs";
import { SAVE_FUNCTION } from "../../src/model/creatures/store/save-function.ts";

const TEXTS = [...globSync("migrations/*.sql").map((path) => readFileSync(path, "utf8")), SAVE_FUNCTION.definition];
const FUNCTIONS = TEXTS.flatMap((text) =>
  [...text.matchAll(/^CREATE FUNCTION (\w+)\([^]*?AS\s+\$\$([^]*?)\$\$/gm)].map(([, name = "", body = ""]) => ({
    name,
    body,
  })),
);

/** A text with the bodies of the functions that it calls, and of those that they call. */
export function withFunctions(text: string): string {
  const called = FUNCTIONS.filter(({ name }) => text.includes(`${name}(`));
  return [text, ...called.map(({ body }) => withFunctions(body))].join("\n");
}
