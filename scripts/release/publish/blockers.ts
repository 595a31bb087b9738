// What keeps a release from being published: an unfinished tree, an unfinished changelog, a tag elsewhere, or a missing login.
// Nothing here is wrong with the code, so a dry run only lists it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { unreleased } from "../version/version.ts";

export interface Candidate {
  readonly version: string;
  readonly commit: string;
  /** Where the image goes, without a tag: HOST/OWNER/NAME. */
  readonly image: string;
}

function ask(program: string, ...args: readonly string[]): { readonly isOk: boolean; readonly text: string } {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return { isOk: status === 0, text: status === 0 ? stdout.trim() : "" };
}

export function commitHere(): string {
  return ask("git", "rev-parse", "HEAD").text;
}

export function stateBlockers({ version, commit }: Candidate): readonly string[] {
  const changed = ask("git", "status", "--porcelain").text.split("\n").filter(Boolean).length;
  const tagged = ask("git", "rev-parse", "--verify", "--quiet", `v${version}^{commit}`).text;
  return [
    ...(changed > 0 ? [`${changed} files are not committed. Commit or remove them.`] : []),
    ...(unreleased(readFileSync("CHANGELOG.md", "utf8")) === ""
      ? []
      : [`CHANGELOG.md has entries under Unreleased. Move them under the heading of ${version}.`]),
    ...(["", commit].includes(tagged) ? [] : [`The tag v${version} is at ${tagged}, not here. Raise the version.`]),
  ];
}

/** Each login with how to check it, and what to do without it. */
export function loginBlockers({ image }: Candidate): readonly string[] {
  const [host = ""] = image.split("/");
  const isTrusted = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] !== undefined;
  return [
    ...(isTrusted || ask("npm", "whoami").isOk ? [] : ["npm does not know you. Run npm login."]),
    ...(ask("buildah", "login", "--get-login", host).isOk
      ? []
      : [`buildah has no login for ${host}. Install it, then run buildah login ${host}.`]),
    ...(ask("gh", "auth", "status").isOk
      ? []
      : ["gh has no login. Install it, then run gh auth login, or set GH_TOKEN."]),
  ];
}
