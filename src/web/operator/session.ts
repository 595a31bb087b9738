// Sessions of the operator's view. Signing in yields a random id in a cookie; the database stores its HMAC under the
// operator's key. That says whose session it is, and an operator's sessions end when their key changes or goes.
import { createHmac, randomBytes } from "node:crypto";
import type { Operator } from "../../config/operators.ts";
import { headerOf, type RequestContext } from "../../http/message/request-context.ts";
import type { Needs } from "../../http/request/services.ts";
import { deleteAdminSession, findAdminSession, insertAdminSession } from "../../store/operations/admin-sessions.ts";

export const SESSION_MINUTES = 30;
/** The prefix makes browsers hold it to Secure, to this host alone and to all of its paths. */
const COOKIE = "__Host-denkeeper-operator";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";
const SESSION_ID = /^[\w-]{43}$/;

export interface Session {
  /** The operator's name. */
  readonly operator: string;
  readonly hash: Buffer;
  readonly expiresAt: number;
}

function hashOf({ operatorKey }: Operator, id: string): Buffer {
  return createHmac("sha256", operatorKey).update(id).digest();
}

/** Begins a session: the cookie to set. */
export async function openSession({ database }: Needs<"database">, operator: Operator, now: number): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  const seconds = SESSION_MINUTES * 60;
  await insertAdminSession(database, hashOf(operator, id), now, now + seconds * 1000);
  return `${COOKIE}=${id}; Max-Age=${seconds}; ${ATTRIBUTES}`;
}

/** The session that the request shows, or undefined when it shows none that is still open. */
export async function sessionOf(
  request: RequestContext,
  { config, database }: Needs<"config" | "database">,
): Promise<Session | undefined> {
  const cookies = (headerOf(request, "cookie") ?? "").split(/; */);
  const id = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
  if (!SESSION_ID.test(id)) return undefined;
  const possible = config.operators.map((operator) => ({ operator: operator.name, hash: hashOf(operator, id) }));
  const found = await findAdminSession(database, { hashes: possible.map(({ hash }) => hash), now: request.now });
  const whose = found && possible.find(({ hash }) => hash.equals(found.hash));
  return whose && { ...whose, expiresAt: found.expiresAt };
}

/** Ends a session: the cookie to set. */
export async function closeSession({ database }: Needs<"database">, { hash }: Session): Promise<string> {
  await deleteAdminSession(database, { hash });
  return `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
}
