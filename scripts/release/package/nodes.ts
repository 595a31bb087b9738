// The supported Node versions, from npm's package `node`, installed outside of the tree.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const NODE_VERSIONS: readonly string[] = ["22.23.3", "24.21.0", "26.10.0"];

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "denkeeper-ci");

/** The folder of the binary; installs it the first time. */
export function nodeFolder(version: string): string {
  const folder = join(CACHE, `node-${version}`);
  const bin = join(folder, "node_modules", "node", "bin");
  if (!existsSync(join(bin, "node"))) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `node@${version}`];
    execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  }
  return bin;
}
