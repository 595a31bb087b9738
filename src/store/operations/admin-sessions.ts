// Sessions of the operator's view, stored as keyed hashes: neither the session's id nor the operator's key is here.
import { command, finder } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { array, bytea, int8, statement } from "../db/statement.ts";

const DELETE_EXPIRED = statement({
  name: "delete-expired-admin-sessions",
  params: { at: int8 },
  row: {},
  text: "DELETE FROM admin_sessions WHERE expires_at <= $at",
});

const INSERT = statement({
  name: "insert-admin-session",
  params: { hash: bytea, at: int8, expiresAt: int8 },
  row: {},
  text: "INSERT INTO admin_sessions (session_hash, created_at, expires_at) VALUES ($hash, $at, $expiresAt)",
});

/** Adds a session; those that are over are forgotten with it. */
export async function insertAdminSession(db: Db, hash: Buffer, at: number, expiresAt: number): Promise<void> {
  await db.query(DELETE_EXPIRED, { at });
  await db.query(INSERT, { hash, at, expiresAt });
}

/** The one of these sessions that is not over at `now`, or undefined. */
export const findAdminSession = finder({
  name: "find-admin-session-of-any",
  params: { hashes: array(bytea), now: int8 },
  row: { hash: bytea, expiresAt: int8 },
  text: `SELECT session_hash AS hash, expires_at AS "expiresAt" FROM admin_sessions
    WHERE session_hash = ANY($hashes::bytea[]) AND expires_at > $now`,
});

export const deleteAdminSession = command({
  name: "delete-admin-session",
  params: { hash: bytea },
  text: "DELETE FROM admin_sessions WHERE session_hash = $hash",
});
