// Reads a request's body as JSON, and no more of it than anybody needs. Bodies somewhat too large are read to their end
// and dropped, so that the client, still sending, gets to read its refusal.
import type { IncomingMessage } from "node:http";

const MAX_BYTES = 100 * 1024;
/** Beyond this the connection is closed instead. */
const MAX_DROPPED_BYTES = 10 * 1024 * 1024;

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "malformed"; readonly rule: string }
  | { readonly kind: "tooLarge" };

export async function readBody(incoming: IncomingMessage): Promise<Body> {
  const bytes = await collect(incoming).catch(() => "cut off" as const);
  if (bytes === "cut off") return { kind: "malformed", rule: "ended before its end" };
  if (bytes === undefined) return { kind: "tooLarge" };
  if (bytes.length === 0) return { kind: "none" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.trim() === "" ? { kind: "none" } : { kind: "json", value: JSON.parse(text) as unknown };
  } catch {
    return { kind: "malformed", rule: "must be JSON in UTF-8" };
  }
}

/** All bytes, or undefined when there are too many. */
async function collect(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_DROPPED_BYTES) return undefined;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MAX_DROPPED_BYTES) {
      incoming.pause();
      resolve(undefined);
    }
  });
  incoming.once("end", () => resolve(size > MAX_BYTES ? undefined : Buffer.concat(chunks)));
  incoming.once("error", reject);
  incoming.once("close", () => reject(new Error("the client went away")));
  return promise;
}
