// What an error of PostgreSQL or its driver says: whether the database was away, whether the connection can be used again, and
// whether to send a statement again.
import { DatabaseError } from "pg";
import { OtherDatabase } from "./migrations.ts";

/** How often something is done again that was undone by a deadlock. */
export const MOST_DEADLOCKS = 5;

/** How `pg` says that it got no connection, or lost the one it had. */
export const LOST =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered|was closed))/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Connection, resources and operator intervention; a statement or lock that took too long; a standby. */
const AWAY_STATES = /^(?:08|53|57)|^55P03$|^25006$/;
/** What Citus says of a node that it lost, under no code of its own. */
const NODE_LOST = /^(?:failure on connection marked as essential|could not connect to any active placements)/;

/** Whether the database could not do its work, as opposed to having refused what was asked of it. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) {
    return AWAY_STATES.test(thrown.code ?? "") || NODE_LOST.test(thrown.message) || isOutdated(thrown);
  }
  if (!(thrown instanceof Error)) return false;
  return LOST.test(thrown.message) || ("code" in thrown && NETWORK.has(String(thrown.code)));
}

/** A wrong password or role, or no such database. */
const REFUSED = new Set(["28P01", "28000", "3D000"]);

/** What an operator should know of a start that failed because of the database; undefined for anything else. */
export function sentenceOfDatabase(thrown: unknown): string | undefined {
  if (thrown instanceof OtherDatabase) return thrown.message;
  const isRefused = thrown instanceof DatabaseError && REFUSED.has(thrown.code ?? "");
  return isRefused || isUnavailable(thrown) ? unreachableBecause(thrown) : undefined;
}

export function unreachableBecause(thrown: unknown): string {
  return `PostgreSQL does not answer (${reasonOf(thrown)}). Check DATABASE_URL and DIRECT_DATABASE_URL, and that this machine may connect.`;
}

/** The reason of an error: codes of connections have more to say than an empty message. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown error";
  if (thrown.message !== "") return thrown.message;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : thrown.name;
}

/**
 * PostgreSQL refuses a statement before it does anything, because this connection has no use for its name: a migration
 * added a column to a table of which the statement returns all, or it was sent behind the one that should have made the
 * name known, and failed.
 */
export function isOutdated(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  return (thrown.code === "0A000" && thrown.message.startsWith("cached plan")) || thrown.code === "26000";
}

/** Whether PostgreSQL gave something up, and undid it, because two transactions waited for each other. */
export function isDeadlock(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "40P01";
}

/** How often a statement on its own may fail like this and be sent again: it has done nothing. */
export function mostRepeats(thrown: unknown, connections: number): number {
  // Each time the connection is given up, so that after all of them comes one that knows nothing.
  if (isOutdated(thrown)) return connections + 1;
  return isDeadlock(thrown) ? MOST_DEADLOCKS : 0;
}

/**
 * Whether a coordinator says that it did not reach a worker. Its own connection to us is in order: it would have ended that with
 * FATAL. Giving it up for each call to a worker that is down would leave none to those that are up.
 */
export function isOfAnotherNode(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  const { code, severity, message } = thrown;
  return (code?.startsWith("08") === true || NODE_LOST.test(message)) && severity === "ERROR";
}

/** Why a connection cannot be used again. What PostgreSQL only refused leaves it in order. */
export function breakOf(thrown: unknown): Error | undefined {
  if (thrown instanceof DatabaseError && (!isUnavailable(thrown) || isOfAnotherNode(thrown))) return undefined;
  return errorOf(thrown);
}

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("unknown");
}
