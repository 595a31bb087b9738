// Reads a request's body as JSON, and no more of it than anybody needs. Bodies somewhat too large are read to their end
// and dropped, so that the client, still sending, gets to read its refusal.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Body } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import type { ConcurrencyLimiter } from "../guard/concurrency-limiter.ts";

const MAX_BYTES = 100 * 1024;
/** What looks into a body does so recursively, and must not run out of stack. */
const MAX_DEPTH = 64;
/** Beyond this the connection is closed instead. */
const MAX_DROPPED_BYTES = 10 * 1024 * 1024;

/** Throws when all bodies together take too much memory. */
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
/** What curl and Node's fetch send for a text body when the caller names no type. */
const CLIENT_DEFAULTS = new Set(["", "application/x-www-form-urlencoded", "text/plain"]);

/**
 * Pages of other sites can make a browser post anything but JSON without asking. So the type has to be JSON; only programs
 * that are not browsers may leave it out, or send the default of their HTTP client.
 */
function isDeclaredJson({ "content-type": type = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  const [media = ""] = type.slice(0, 200).toLowerCase().split(";", 1);
  if (JSON_MEDIA.test(media.trim())) return true;
  const isBrowser = origin !== undefined || site !== undefined;
  return !isBrowser && CLIENT_DEFAULTS.has(media);
}

/** Whether brackets outside of strings stand in one another more than `limit` deep. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted) at += letter === "\\" ? 1 : 0;
    else if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") depth--;
    if (depth > limit) return true;
  }
  return false;
}

/** All bytes, or undefined when there are too many. Throws when all bodies together take too much memory. */
export async function readBytes(
  incoming: IncomingMessage,
  concurrency: ConcurrencyLimiter,
): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  let kept = 0;
  let isRefused = false;
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_DROPPED_BYTES) return undefined;
  incoming.on("data", (chunk: Buffer) => {
    // What still comes after a refusal would be taken and never given back.
    if (isRefused) return;
    size += chunk.length;
    if (size <= MAX_BYTES && concurrency.reserveBytes(chunk.length)) {
      chunks.push(chunk);
      kept += chunk.length;
    } else {
      isRefused = size <= MAX_BYTES;
      if (isRefused) reject(concurrency.rejection());
      chunks.length = 0;
    }
    if (size > MAX_DROPPED_BYTES) {
      incoming.pause();
      resolve(undefined);
    }
  });
  incoming.once("end", () => resolve(size > MAX_BYTES ? undefined : Buffer.concat(chunks)));
  incoming.once("error", reject);
  incoming.once("close", () => reject(new Error("the client went away")));
  return promise.finally(() => concurrency.releaseBytes(kept));
}
