// What a statement calls is part of what it does: tests that read the text of statements read the functions with it.
import { globSync, readFileSync } from "node:fs";

const FUNCTIONS = globSync("migrations/*.sql").flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/^CREATE FUNCTION (\w+)\([^]*?AS \$\$([^]*?)\$\$/gm)].map(
    ([, name = "", body = ""]) => ({ name, body }),
  ),
);

/** A text with the bodies of the functions that it calls, and of those that they call. */
export function withFunctions(text: string): string {
  const called = FUNCTIONS.filter(({ name }) => text.includes(`${name}(`));
  return [text, ...called.map(({ body }) => withFunctions(body))].join("\n");
}
