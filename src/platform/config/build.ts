// Which build runs: the release named by package.json, and the commit named by BUILD_COMMIT, which the image sets. A process
// that runs from a checkout asks git.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface Build {
  readonly version: string;
  readonly commit: string | undefined;
  /** Both in one, as semantic versioning writes it: 1.0.0+3f47f15b0c2a. */
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

/** The commit of the checkout that this file is in; undefined where there is no checkout, as in the image. */
export function checkoutCommit(): string | undefined {
  // Named, so that git asks neither who owns it nor what is above it: a package may be installed inside another checkout.
  const args = [`--git-dir=${join(ROOT, ".git")}`, "rev-parse", "HEAD"];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
}
