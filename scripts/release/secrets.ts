// Searches the files and the whole history of this checkout for secrets.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { secretsIn } from "./secrets/find.ts";
import { optionsOf } from "../options.ts";

optionsOf(import.meta.filename, {});

// Without git, as in an unpacked archive, the project's files are unknown.
if (spawnSync("git", ["rev-parse", "--git-dir"]).status !== 0) {
  console.log("this is not a git checkout: secrets are NOT searched");
  process.exit(0);
}

function git(args: readonly string[], input = ""): Buffer {
  return execFileSync("git", [...args], { maxBuffer: 1 << 30, input });
}

/** Lists current files, committed or not. */
function filesHere(): readonly string[] {
  const listed = git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).toString();
  return listed.split("\0").filter((file) => file !== "" && existsSync(file));
}

/** Returns every committed object, joined into one text. */
function history(): string {
  const ids = git(["rev-list", "--objects", "--all"])
    .toString()
    .split("\n")
    .map((line) => line.split(" ", 1)[0]);
  return git(["cat-file", "--batch", "--buffer"], ids.join("\n")).toString("latin1");
}

const found = new Set([
  ...filesHere().flatMap((file) => secretsIn(readFileSync(file, "latin1")).map((secret) => `${file}: ${secret}`)),
  ...secretsIn(history()).map((secret) => `history: ${secret}`),
]);
for (const secret of found) console.log(secret);
console.log(found.size === 0 ? "no secret in the files or their history" : "rotate these secrets, then remove them");
process.exitCode = found.size === 0 ? 0 : 1;
