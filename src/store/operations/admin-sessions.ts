// Sessions of the operator's view. What is stored is a keyed hash: neither the session's id nor the admin key is here.
import type { Db, Statement } from "../db/db.ts";

const DELETE_EXPIRED: Statement = {
  name: "delete-expired-admin-sessions",
  text: "DELETE FROM admin_sessions WHERE expires_at <= $1",
};

const INSERT: Statement = {
  name: "insert-admin-session",
  text: "INSERT INTO admin_sessions (session_hash, created_at, expires_at) VALUES ($1, $2, $3)",
};

/** Adds a session; those that are over are forgotten with it. */
export async function insertAdminSession(db: Db, hash: Buffer, at: number, expiresAt: number): Promise<void> {
  await db.queryOld(DELETE_EXPIRED, [at]);
  await db.queryOld(INSERT, [hash, at, expiresAt]);
}

const FIND: Statement = {
  name: "find-admin-session",
  text: "SELECT expires_at FROM admin_sessions WHERE session_hash = $1 AND expires_at > $2",
};

/** When a session ends that is not over at `now`, or undefined. */
export async function findAdminSession(db: Db, hash: Buffer, now: number): Promise<number | undefined> {
  const [row] = await db.queryOld<{ expires_at: number }>(FIND, [hash, now]);
  return row?.expires_at;
}

const DELETE: Statement = {
  name: "delete-admin-session",
  text: "DELETE FROM admin_sessions WHERE session_hash = $1",
};

export async function deleteAdminSession(db: Db, hash: Buffer): Promise<void> {
  await db.queryOld(DELETE, [hash]);
}
