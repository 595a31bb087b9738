#!/usr/bin/env node
// The entry point of the `denkeeper` command.
import { readFileSync } from "node:fs";
import { fieldsOf, parseJson } from "./json.ts";
import { run } from "./program.ts";

// Exits quietly when a reader closes the pipe early, as in `denkeeper history | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const { version } = fieldsOf(parseJson(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
await run(process.argv.slice(2), String(version));
