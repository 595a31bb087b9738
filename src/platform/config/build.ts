// Identifies the running build by the version in package.json and the commit in BUILD_COMMIT, which the image sets. A process
// that runs from a checkout asks git.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface Build {
  readonly version: string;
  readonly commit: string | undefined;
  /** Version and commit as in semantic versioning, such as 1.0.0+3f47f15b0c2a. */
  readonly name: string;
}

const SHOWN_DIGITS = 12;
const ROOT = join(import.meta.dirname, "..", "..", "..");
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

export function buildOf(commit: string | undefined): Build {
  return { version, commit, name: commit === undefined ? version : `${version}+${commit.slice(0, SHOWN_DIGITS)}` };
}

/** Returns the commit of this checkout, or undefined where there is none, as in the image. */
export function checkoutCommit(): string | undefined {
  // With an explicit folder, git ignores its owner and searches no parent folder, which may be another checkout.
  const args = [`--git-dir=${join(ROOT, ".git")}`, "rev-parse", "HEAD"];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
}
