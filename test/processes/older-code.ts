// Finds and unpacks the oldest code that can still run next to ours, for upgrade tests: its migrations are all among
// ours, unchanged.
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" }).trim();
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}

/** A commit, or undefined where there is no history to find one in. */
export function oldestCompatibleCommit(): string | undefined {
  try {
    const files = globSync("migrations/*.sql", { cwd: ROOT });
    const ours = new Set(linesOf(git("hash-object", ...files)));
    const changed = linesOf(git("log", "--reverse", "--format=%H", "--", "migrations"));
    return changed.find((commit) => {
      const theirs = linesOf(git("ls-tree", "--format=%(objectname)", commit, "migrations/"));
      return theirs.length > 0 && theirs.every((hash) => ours.has(hash));
    });
  } catch {
    return undefined;
  }
}

export interface OlderCode {
  readonly directory: string;
  remove(): void;
}

/** Unpacks a commit beside the packages that are installed here. */
export function unpack(commit: string): OlderCode {
  const directory = mkdtempSync(join(tmpdir(), "denkeeper-older-"));
  const archive = execFileSync("git", ["archive", "--format=tar", commit, "src", "migrations", "package.json"], {
    cwd: ROOT,
    maxBuffer: 1 << 28,
  });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
