// Runs buildah, which needs no daemon and works as root in a container or a small virtual machine.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Caches base images between runs. */
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

/** Returns false if the registry did not provide the image in time. */
export function pull(name: string): boolean {
  const options = { stdio: "ignore", timeout: PULL_TIMEOUT_MS } as const;
  return spawnSync("buildah", argumentsFor(["pull", `docker.io/library/${name}`]), options).status === 0;
}

export interface BuildOptions {
  /** A stage of the Dockerfile; defaults to the last. */
  readonly target?: string;
  readonly args?: Readonly<Record<string, string>>;
  /** Local images, by the names that the Dockerfile uses. */
  readonly contexts?: Readonly<Record<string, string>>;
}

/** Builds a folder that contains a Dockerfile. Only the Docker format of images has health checks. */
export function build(folder: string, tag: string, { target, args = {}, contexts = {} }: BuildOptions = {}): void {
  const flags = (flag: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const stage = target === undefined ? [] : ["--target", target];
  const how = ["--isolation", "chroot", "--format", "docker", "--layers", ...stage];
  console.log(
    buildah("bud", ...how, ...flags("--build-arg", args), ...flags("--build-context", contexts), "--tag", tag, folder),
  );
}
