// Tests run the package as it is published. It is built once before all tests, and only when its sources are newer; those
// that follow from the contracts are generated before.
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const PACKAGE = join(ROOT, "packages", "denkeeper");
/** The command `denkeeper`. */
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

// A step of the gate, which follows `npm ci`: that has built it already.
if (import.meta.main) buildPackage();
