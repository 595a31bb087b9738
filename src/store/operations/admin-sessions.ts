// Sessions of the operator's view, stored as keyed hashes: neither the session's id nor the admin key is here.
import type { Db } from "../db/db.ts";
import { bytea, int8, statement } from "../db/statement.ts";

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

const FIND = statement({
  name: "find-admin-session",
  params: { hash: bytea, now: int8 },
  row: { expires_at: int8 },
  text: "SELECT expires_at FROM admin_sessions WHERE session_hash = $hash AND expires_at > $now",
});

/** When a session ends that is not over at `now`, or undefined. */
export async function findAdminSession(db: Db, hash: Buffer, now: number): Promise<number | undefined> {
  const [row] = await db.query(FIND, { hash, now });
  return row?.expires_at;
}

const DELETE = statement({
  name: "delete-admin-session",
  params: { hash: bytea },
  row: {},
  text: "DELETE FROM admin_sessions WHERE session_hash = $hash",
});

export async function deleteAdminSession(db: Db, hash: Buffer): Promise<void> {
  await db.query(DELETE, { hash });
}
