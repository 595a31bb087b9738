// The commands that publish a release, in order. Each can be repeated after a failure, so the page on GitHub, which announces
// the release and sets its tag, comes last.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildah } from "../image/buildah.ts";
import type { Artifacts } from "./artifacts.ts";
import type { Candidate } from "./blockers.ts";

/** The image as a file, from the job that builds it to the one that publishes it. */
export const IMAGE_ARCHIVE = "image.tar";

export interface Publication {
  readonly what: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** When this succeeds, the command before it has been done already, and `instead` follows. */
  readonly unless?: readonly [program: string, ...args: string[]];
  readonly instead?: readonly [program: string, ...args: string[]];
}

interface Made extends Pick<Artifacts, "notes" | "files"> {
  readonly packages: readonly Pick<Artifacts["packages"][number], "file" | "name">[];
}

export function publications(
  { version, commit, image }: Candidate,
  { packages, notes, files }: Made,
): readonly Publication[] {
  const tag = `v${version}`;
  // A statement of where the package was built can only be made where GitHub vouches for it.
  const provenance = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined ? [] : ["--provenance"];
  const title = ["--title", `Denkeeper ${version}`, "--notes-file", notes];
  return [
    {
      what: `image ${image}:${version}`,
      command: ["buildah", "push", `${image}:${version}`, `docker://${image}:${version}`],
    },
    ...packages.map(({ file, name }): Publication => ({
      what: `npm package ${name}`,
      command: ["npm", "publish", file, "--access", "public", ...provenance],
      unless: ["npm", "view", name, "version"],
    })),
    {
      what: `GitHub release ${tag}, tag at ${commit}`,
      command: ["gh", "release", "create", tag, "--target", commit, ...title, ...files],
      unless: ["gh", "release", "view", tag],
      instead: ["gh", "release", "upload", tag, "--clobber", ...files],
    },
  ];
}

/** Notes the digest of the image in `out`. */
export function publish({ what, command: [program, ...args], unless, instead }: Publication, out: string): void {
  console.log(`publishing ${what}`);
  if (program === "buildah") {
    const digest = join(out, "image-digest.txt");
    buildah(...args.slice(0, 1), "--digestfile", digest, ...args.slice(1));
    return;
  }
  const isDone = unless !== undefined && spawnSync(unless[0], unless.slice(1), { stdio: "ignore" }).status === 0;
  if (isDone) console.log("  is there already");
  const [next, ...rest] = isDone ? (instead ?? []) : [program, ...args];
  if (next !== undefined) execFileSync(next, rest, { stdio: "inherit" });
}
