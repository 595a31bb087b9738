// Reads a request's body as JSON, up to a limit. A slightly larger body is read to the end and discarded, since clients read the
// rejection only after sending everything.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Body } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import type { ConcurrencyLimiter } from "../guard/concurrency-limiter.ts";

const MAX_BYTES = 100 * 1024;
/** Prevents stack overflows in recursive code that walks a body. */
const MAX_DEPTH = 64;
/** Closes the connection above this size, instead of reading the rest. */
const MAX_DISCARDED_BYTES = 10 * 1024 * 1024;

/** Throws if the bodies of all requests together take too much memory. */
export async function readBody(incoming: IncomingMessage, concurrency: ConcurrencyLimiter): Promise<Body> {
  const bytes = await readBytes(incoming, concurrency).catch((thrown: unknown) => {
    if (thrown instanceof Failure) throw thrown;
    return "cut off" as const;
  });
  if (bytes === "cut off") return { kind: "malformed", rule: "ended too early" };
  if (bytes === undefined) return { kind: "tooLarge" };
  if (bytes.length === 0) return { kind: "none" };
  if (!isDeclaredJson(incoming.headers)) {
    return { kind: "malformed", rule: "must be sent with `Content-Type: application/json`" };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isDeeperThan(MAX_DEPTH, text)) return { kind: "malformed", rule: `must be nested at most ${MAX_DEPTH} deep` };
    return text.trim() === "" ? { kind: "none" } : { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "malformed", rule: "must be JSON in UTF-8" };
  }
}

const JSON_MEDIA = /^application\/(?:[a-z0-9.-]+\+)?json$/;
/** Content types that curl and Node's fetch send by default for a text body. */
const CLIENT_DEFAULTS = new Set(["", "application/x-www-form-urlencoded", "text/plain"]);

/**
 * Requires the type to be JSON, because a cross-site page can make a browser post any other type without a preflight. Clients
 * that are not browsers may omit the type or send their HTTP library's default.
 */
function isDeclaredJson({ "content-type": type = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  const [media = ""] = type.slice(0, 200).toLowerCase().split(";", 1);
  if (JSON_MEDIA.test(media.trim())) return true;
  const isBrowser = origin !== undefined || site !== undefined;
  return !isBrowser && CLIENT_DEFAULTS.has(media);
}

/** Returns whether brackets outside of strings are nested more than `limit` deep. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted && letter === "\\") at++;
    else if (!quoted && (letter === "[" || letter === "{")) depth++;
    else if (!quoted && (letter === "]" || letter === "}")) depth--;
    if (depth > limit) return true;
  }
  return false;
}

/** Returns all bytes, or undefined if there are too many. Throws if the bodies of all requests take too much memory. */
export async function readBytes(
  incoming: IncomingMessage,
  concurrency: ConcurrencyLimiter,
): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  let reserved = 0;
  let isRejected = false;
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_DISCARDED_BYTES) return undefined;
  incoming.on("data", (chunk: Buffer) => {
    // Bytes reserved after a rejection would never be released.
    if (isRejected) return;
    size += chunk.length;
    if (size <= MAX_BYTES && concurrency.reserveBytes(chunk.length)) {
      chunks.push(chunk);
      reserved += chunk.length;
    } else {
      isRejected = size <= MAX_BYTES;
      if (isRejected) reject(concurrency.rejection());
      chunks.length = 0;
    }
    if (size > MAX_DISCARDED_BYTES) {
      incoming.pause();
      resolve(undefined);
    }
  });
  incoming.once("end", () => resolve(size > MAX_BYTES ? undefined : Buffer.concat(chunks)));
  incoming.once("error", reject);
  incoming.once("close", () => reject(new Error("the client disconnected")));
  return promise.finally(() => concurrency.releaseBytes(reserved));
}
