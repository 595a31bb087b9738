// Installs the supported Node versions, Bun and Deno from npm into a cache outside the repository.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const NODE_VERSIONS: readonly string[] = ["22.23.3", "24.21.0", "26.10.0"];

/** Runtimes other than Node, with the command that runs a program. */
export const OTHERS = [
  { name: "bun", version: "1.4.4", run: ["bun", "run"] },
  { name: "deno", version: "2.9.6", run: ["deno", "run", "--allow-all"] },
] as const;

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "denkeeper-ci");

/** Returns the folder of a runtime's binary, installing it on first use. */
export function runtimeFolder(name: "node" | "bun" | "deno", version: string): string {
  const folder = join(CACHE, `${name}-${version}`);
  const bin = join(folder, "node_modules", name === "node" ? "node/bin" : ".bin");
  if (!existsSync(join(bin, name))) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`];
    execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  }
  return bin;
}
