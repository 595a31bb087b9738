// The commands that publish a release, in order. Each can be repeated after a failure, so the page on GitHub, which announces
// the release and sets its tag, comes last.
import type { Artifacts } from "./artifacts.ts";
import type { Candidate } from "./blockers.ts";

export interface Publication {
  readonly what: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** When this succeeds, the command before it has been done already, and `instead` follows. */
  readonly unless?: readonly [program: string, ...args: string[]];
  readonly instead?: readonly [program: string, ...args: string[]];
}

export function publications(
  { version, commit, image }: Candidate,
  { packed, notes, files }: Artifacts,
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
    {
      what: `npm package ${packed.name}`,
      command: ["npm", "publish", packed.file, "--access", "public", ...provenance],
      unless: ["npm", "view", packed.name, "version"],
    },
    {
      what: `GitHub release ${tag}, tag at ${commit}`,
      command: ["gh", "release", "create", tag, "--target", commit, ...title, ...files],
      unless: ["gh", "release", "view", tag],
      instead: ["gh", "release", "upload", tag, "--clobber", ...files],
    },
  ];
}
