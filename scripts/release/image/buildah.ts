// Runs buildah, which needs no daemon and works as root in a container or a small virtual machine.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Base images stay here between runs. */
const STORAGE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "denkeeper-ci", "image");
const PULL_TIMEOUT_MS = 120_000;

function argumentsFor(args: readonly string[]): readonly string[] {
  mkdirSync(STORAGE, { recursive: true });
  const places = ["--root", join(STORAGE, "storage"), "--runroot", join(STORAGE, "run")];
  return ["--storage-driver", "vfs", ...places, ...args];
}

/** Runs buildah. Returns its output. */
export function buildah(...args: readonly string[]): string {
  return execFileSync("buildah", argumentsFor(args), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

export function hasImage(name: string): boolean {
  return spawnSync("buildah", argumentsFor(["inspect", "--type", "image", name]), { stdio: "ignore" }).status === 0;
}

/** Pulls an image. Returns whether a registry had it. */
export function pull(name: string): boolean {
  const options = { stdio: "ignore", timeout: PULL_TIMEOUT_MS } as const;
  return spawnSync("buildah", argumentsFor(["pull", `docker.io/library/${name}`]), options).status === 0;
}

/** Builds a folder with a Dockerfile in it. The Docker format keeps the health check. */
export function build(folder: string, tag: string, args: Readonly<Record<string, string>> = {}): void {
  const given = Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
  const how = ["--isolation", "chroot", "--format", "docker"];
  console.log(buildah("bud", ...how, ...given, "--tag", tag, folder));
}
