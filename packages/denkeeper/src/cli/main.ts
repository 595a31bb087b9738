#!/usr/bin/env node
// The command `denkeeper`: reads the arguments, and turns every failure into words and an exit code.
import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { fieldsOf, parsed } from "./json.ts";
import { buildProgram } from "./program.ts";

const { version } = fieldsOf(parsed(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
const USAGE = 2;
/** What follows two hyphens belongs to another program. */
const [, , ...words] = process.argv;
const json = (words.includes("--") ? words.slice(0, words.indexOf("--")) : words).includes("--json");

async function fail(error: unknown): Promise<void> {
  const { exitCodeOf, failureJson, failureText } = await import("./failure.ts");
  process.exitCode = exitCodeOf(error);
  if (json) process.stdout.write(`${JSON.stringify(failureJson(error), null, 2)}\n`);
  else process.stderr.write(`${failureText(error)}\n`);
}

// The reader closed the pipe (`denkeeper species | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const program = buildProgram(String(version));
if (json) program.configureOutput({ outputError: () => {} });
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 || error.code === "commander.help" ? 0 : USAGE;
    if (json && process.exitCode !== 0) {
      const suggestion = "See denkeeper --help.";
      process.stdout.write(`${JSON.stringify({ error: error.message, code: "usage", suggestion }, null, 2)}\n`);
    }
  } else await fail(error);
}
