// Whom a database runs as when the caller is root: PostgreSQL refuses to run as root.
import { execFileSync } from "node:child_process";

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The first that exists is taken. */
const UNPRIVILEGED = ["postgres", "nobody"];

/** Undefined means the caller. */
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
