// Builds the package with the compiler alone: a module stays a module, so that a command loads only what it needs. npm runs
// this as `prepare`: after an installation in a clone, which makes `npx denkeeper` and the examples work, and before packing.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const compiler = here("../../node_modules/typescript/bin/tsc");
const { npm_command: command = "" } = process.env;
// A service that is installed without its development packages does not need the command line. A package does.
if (!existsSync(compiler) && ["ci", "install"].includes(command)) {
  console.log("TypeScript is not installed, so packages/denkeeper was not built.");
  process.exit(0);
}

rmSync(here("dist"), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, "-p", here("tsconfig.json")], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
chmodSync(here("dist/cli/main.js"), 0o755);
