// Builds the package with the compiler alone: a module stays a module, so that a command loads only what it needs.
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here("dist"), { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [here("../../node_modules/typescript/bin/tsc"), "-p", here("tsconfig.json")],
  {
    stdio: "inherit",
  },
);
if (status !== 0) process.exit(status ?? 1);
chmodSync(here("dist/cli/main.js"), 0o755);
