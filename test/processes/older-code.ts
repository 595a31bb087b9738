// Finds and unpacks older code that can still run alongside the current code, for upgrade tests. All of its migrations must exist
// here unchanged, and the packages it needs must be installed here.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" }).trim();
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}

function migrationsOf(commit: string): readonly string[] {
  return linesOf(git("ls-tree", "--format=%(objectname)", commit, "migrations/"));
}

function isCompatible(commit: string, ours: ReadonlySet<string>): boolean {
  const theirs = migrationsOf(commit);
  if (theirs.length === 0 || !theirs.every((hash) => ours.has(hash))) return false;
  const { dependencies } = JSON.parse(git("show", `${commit}:package.json`)) as { readonly dependencies: object };
  return Object.keys(dependencies).every((name) => existsSync(join(ROOT, "node_modules", name)));
}

function ourMigrations(): readonly string[] {
  return globSync("migrations/*.sql", { cwd: ROOT }).toSorted();
}

/** Returns the oldest commit whose code can run here. Returns undefined if there is none, or without a git history. */
export function oldestCompatibleCommit(): string | undefined {
  try {
    const ours = new Set(linesOf(git("hash-object", ...ourMigrations())));
    const changed = linesOf(git("log", "--reverse", "--format=%H", "--", "migrations", "package.json"));
    return changed.find((commit) => isCompatible(commit, ours));
  } catch {
    return undefined;
  }
}

export interface BeforeMigration {
  readonly commit: string;
  readonly migration: string;
}

/** Returns the latest compatible commit without the newest migration. Returns undefined if there is none, or without a history. */
export function commitBeforeNewestMigration(): BeforeMigration | undefined {
  try {
    const files = ourMigrations();
    const migration = files.at(-1) ?? "";
    const ours = new Set(linesOf(git("hash-object", ...files)));
    const newest = git("hash-object", migration);
    // Compares contents, because a migration may have been renamed, merged, or changed before its release.
    const commit = linesOf(git("log", "--first-parent", "--format=%H")).find(
      (each) => !migrationsOf(each).includes(newest) && isCompatible(each, ours),
    );
    return commit === undefined ? undefined : { commit, migration };
  } catch {
    return undefined;
  }
}

export interface OlderCode {
  readonly directory: string;
  remove(): void;
}

const NEEDED = new Set(["src", "packages", "docs", "examples", "migrations", "package.json", "CHANGELOG.md"]);
const OWN_PACKAGES = "@denkeeper";

/** Unpacks a commit and links the packages installed here. Workspace packages come from the commit. */
export function unpack(commit: string): OlderCode {
  const directory = mkdtempSync(join(tmpdir(), "denkeeper-older-"));
  const paths = linesOf(git("ls-tree", "--name-only", commit)).filter((path) => NEEDED.has(path));
  const archive = execFileSync("git", ["archive", "--format=tar", commit, ...paths], { cwd: ROOT, maxBuffer: 1 << 28 });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
  const [installed, packages] = [join(ROOT, "node_modules"), join(directory, "node_modules")];
  mkdirSync(join(packages, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== OWN_PACKAGES) symlinkSync(join(installed, name), join(packages, name));
  }
  for (const path of globSync("packages/*", { cwd: directory })) {
    symlinkSync(join(directory, path), join(packages, OWN_PACKAGES, basename(path)));
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
