// Interprets errors of PostgreSQL and its driver: whether the database was unavailable, whether the connection is reusable, and
// whether to repeat the statement.
import { DatabaseError } from "pg";
import { OtherDatabase } from "./migrations.ts";

/** Maximum repeats of a statement or transaction after deadlocks. */
export const MOST_DEADLOCKS = 5;

/** Messages of `pg` about a connection that it lost or could not open. */
export const LOST =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered|was closed))/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Error codes for connections, resources, operator intervention, lock timeouts, and read-only standbys. */
const AWAY_STATES = /^(?:08|53|57)|^55P03$|^25006$/;
/** Messages of Citus about a lost node, which have no error code. */
const NODE_LOST = /^(?:failure on connection marked as essential|could not connect to any active placements)/;

/** Returns whether the database was unable to work, as opposed to rejecting the statement. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) {
    return AWAY_STATES.test(thrown.code ?? "") || NODE_LOST.test(thrown.message) || isOutdated(thrown);
  }
  if (!(thrown instanceof Error)) return false;
  return LOST.test(thrown.message) || ("code" in thrown && NETWORK.has(String(thrown.code)));
}

/** Codes for a wrong password or role, or a missing database. */
const REFUSED = new Set(["28P01", "28000", "3D000"]);

/** Explains a failed startup to the operator, or returns undefined if the database was not the cause. */
export function sentenceOfDatabase(thrown: unknown): string | undefined {
  if (thrown instanceof OtherDatabase) return thrown.message;
  const isRefused = thrown instanceof DatabaseError && REFUSED.has(thrown.code ?? "");
  return isRefused || isUnavailable(thrown) ? unreachableBecause(thrown) : undefined;
}

export function unreachableBecause(thrown: unknown): string {
  return `PostgreSQL does not answer (${reasonOf(thrown)}). Check DATABASE_URL and DIRECT_DATABASE_URL, and that this machine may connect.`;
}

/** Returns the message, or the code if the message is empty, as in connection errors. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown error";
  if (thrown.message !== "") return thrown.message;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
}

/**
 * Returns whether PostgreSQL rejected a statement before executing it because its prepared name is unusable on this connection.
 * Causes are a migration that added a column to `SELECT *`, and a failed preparation earlier in the pipeline.
 */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  return (thrown.code === "0A000" && thrown.message.startsWith("cached plan")) || thrown.code === "26000";
}

/** Returns whether PostgreSQL rolled back one of two transactions that waited for each other. */
export function isDeadlock(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "40P01";
}

/** Returns how often a single statement may be repeated after this error, which left no effect. */
export function mostRepeats(thrown: unknown, connections: number): number {
  // Every attempt closes its connection, so the last attempt uses a new one.
  if (isOutdated(thrown)) return connections + 1;
  return isDeadlock(thrown) ? MOST_DEADLOCKS : 0;
}

/**
 * Returns whether a coordinator reports that it could not reach a worker node. The coordinator's own connection still works, or
 * the error would be FATAL. Closing it each time would leave none for the other nodes.
 */
export function isOfAnotherNode(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  const { code, severity, message } = thrown;
  return (code?.startsWith("08") === true || NODE_LOST.test(message)) && severity === "ERROR";
}

/** Returns why a connection must be closed, or undefined after an ordinary rejection. */
export function breakOf(thrown: unknown): Error | undefined {
  if (thrown instanceof DatabaseError && (!isUnavailable(thrown) || isOfAnotherNode(thrown))) return undefined;
  return errorOf(thrown);
}

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("unknown error");
}
