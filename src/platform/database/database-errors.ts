// Interprets errors of PostgreSQL and its driver: whether the database was unavailable, whether the connection can be used
// again, and whether to send the statement again.
import { DatabaseError } from "pg";
import { OtherDatabase } from "./migrations.ts";

/** Attempts after a deadlock. */
export const MOST_DEADLOCKS = 5;

/** Messages of `pg` about a connection that it did not get or lost. */
export const LOST =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered|was closed))/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Codes of connection, resources and operator intervention, lock timeouts, and read-only standbys. */
const AWAY_STATES = /^(?:08|53|57)|^55P03$|^25006$/;
/** Messages of Citus about a lost node. They have no error code. */
const NODE_LOST = /^(?:failure on connection marked as essential|could not connect to any active placements)/;

/** Whether the database was unable to work, as opposed to rejecting the statement. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) {
    return AWAY_STATES.test(thrown.code ?? "") || NODE_LOST.test(thrown.message) || isOutdated(thrown);
  }
  if (!(thrown instanceof Error)) return false;
  return LOST.test(thrown.message) || ("code" in thrown && NETWORK.has(String(thrown.code)));
}

/** A wrong password or role, or no such database. */
const REFUSED = new Set(["28P01", "28000", "3D000"]);

/** The explanation of a failed start for the operator; undefined if the database was not the cause. */
export function sentenceOfDatabase(thrown: unknown): string | undefined {
  if (thrown instanceof OtherDatabase) return thrown.message;
  const isRefused = thrown instanceof DatabaseError && REFUSED.has(thrown.code ?? "");
  return isRefused || isUnavailable(thrown) ? unreachableBecause(thrown) : undefined;
}

export function unreachableBecause(thrown: unknown): string {
  return `PostgreSQL does not answer (${reasonOf(thrown)}). Check DATABASE_URL and DIRECT_DATABASE_URL, and that this machine may connect.`;
}

/** The message, or the code if that is empty, as in connection errors. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown error";
  if (thrown.message !== "") return thrown.message;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
}

/**
 * Whether PostgreSQL rejected a statement before executing it because its name is not usable on this connection: a migration
 * added a column to `SELECT *`, or the pipelined statement that should have prepared the name failed.
 */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  return (thrown.code === "0A000" && thrown.message.startsWith("cached plan")) || thrown.code === "26000";
}

/** Whether PostgreSQL rolled back one of two transactions that waited for each other. */
export function isDeadlock(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "40P01";
}

/** How often a single statement may be sent again after this error: it had no effect. */
export function mostRepeats(thrown: unknown, connections: number): number {
  // Every attempt closes its connection, so after all of them comes a new one.
  if (isOutdated(thrown)) return connections + 1;
  return isDeadlock(thrown) ? MOST_DEADLOCKS : 0;
}

/**
 * Whether a coordinator reports that it did not reach a worker. Its connection to this process still works, or the error would
 * be FATAL. Closing it for each call to a lost worker would leave no connections for the other workers.
 */
export function isOfAnotherNode(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  const { code, severity, message } = thrown;
  return (code?.startsWith("08") === true || NODE_LOST.test(message)) && severity === "ERROR";
}

/** The reason to close a connection; undefined after an ordinary rejection. */
export function breakOf(thrown: unknown): Error | undefined {
  if (thrown instanceof DatabaseError && (!isUnavailable(thrown) || isOfAnotherNode(thrown))) return undefined;
  return errorOf(thrown);
}

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("unknown");
}
