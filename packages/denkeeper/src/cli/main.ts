#!/usr/bin/env node
// The command `denkeeper`.
import { readFileSync } from "node:fs";
import { fieldsOf, parseJson } from "./json.ts";
import { run } from "./program.ts";

// A reader may close the pipe early (`denkeeper history | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const { version } = fieldsOf(parseJson(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));
await run(process.argv.slice(2), String(version));
