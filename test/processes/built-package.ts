// Builds the package before all tests, so that they run it as published. Skips the build if no source is newer, and first
// generates the sources that derive from contracts.
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const PACKAGE = join(ROOT, "packages", "denkeeper");
/** Entry point of the `denkeeper` command. */
export const BUILT_COMMAND = join(PACKAGE, "dist", "cli", "main.js");

function isFresh(): boolean {
  const builtAt = statSync(BUILT_COMMAND, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(["src/**/*.ts", "*.json", "build.ts", "../rules/src/**/*.{ts,json}"], {
    cwd: PACKAGE,
  });
  const isPacked = globSync("build/cli-*.tgz", { cwd: ROOT }).length === 1;
  return isPacked && sources.every((file) => statSync(join(PACKAGE, file)).mtimeMs <= builtAt);
}

export function buildPackage(): void {
  execFileSync(process.execPath, ["scripts/generate/generate.ts", "--built"], { cwd: ROOT, stdio: "inherit" });
  if (!isFresh()) execFileSync(process.execPath, [join(PACKAGE, "build.ts")], { stdio: "inherit" });
}

// Runs as a step of the gate. The preceding `npm ci` has usually built the package.
if (import.meta.main) buildPackage();
