// Chooses the account that runs a database when the caller is root, because PostgreSQL refuses to run as root.
import { execFileSync } from "node:child_process";

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that may run a database. The first one that exists is chosen. */
const UNPRIVILEGED = ["postgres", "nobody"];

/** Returns undefined if the caller itself can run PostgreSQL. */
export function ownerOfDatabase(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of UNPRIVILEGED) {
    try {
      const [uid, gid] = ["-u", "-g"].map((which) =>
        Number(execFileSync("id", [which, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // The user does not exist.
    }
  }
  throw new Error("You are root, and PostgreSQL refuses to run as root. Use another account, or set DATABASE_URL.");
}
