// Replies with a picture, or redirects to one. A page requests dozens of pictures, so they share a high rate limit.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Limit } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import { headerOf, type RequestContext, type Reply } from "../message/request-context.ts";
import { preferredCoding } from "../contract/accept.ts";
import { matchesTag } from "./tags.ts";

const compress = promisify(gzip);

export const PICTURE_LIMIT: Limit = { by: "ip", max: 1200, windowSeconds: 60, counter: "pictures" };

/** Cache-Control of pictures that may change between requests. */
const ONE_MINUTE = "public, max-age=60";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** Sends a stored picture, which never changes. Calls `read` only if the client does not have the picture. */
export async function storedPicture(
  request: RequestContext,
  sha256: string,
  read: () => Promise<Buffer | undefined>,
): Promise<Reply> {
  const etag = `"${sha256}"`;
  const headers = { "cache-control": IMMUTABLE, etag, "content-type": "image/webp" };
  if (matchesTag(request, etag)) return { status: 304, text: "", headers };
  const webp = await read();
  if (webp === undefined) throw noPicture("There is no picture with this name.");
  return { status: 200, text: new Uint8Array(webp), headers };
}

/** Sends a drawing. Its policy blocks scripts and loading, even when the drawing is opened as a page. */
export async function drawnPicture(request: RequestContext, svg: string): Promise<Reply> {
  // The ETag is weak because it covers both compressed and uncompressed bytes.
  const etag = `W/"${createHash("sha256").update(svg).digest("base64url")}"`;
  const headers = {
    "cache-control": ONE_MINUTE,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/svg+xml; charset=utf-8",
    vary: "accept-encoding",
    etag,
  };
  if (matchesTag(request, etag)) return { status: 304, text: "", headers };
  if (preferredCoding(headerOf(request, "accept-encoding"), ["gzip"]) === undefined) {
    return { status: 200, text: svg, headers };
  }
  const bytes = await compress(svg, { level: constants.Z_BEST_SPEED + 3 });
  return { status: 200, text: new Uint8Array(bytes), headers: { ...headers, "content-encoding": "gzip" } };
}

/** Redirects to the latest picture. `location` must be an address of this service. */
export function redirectToPicture(location: string): Reply {
  return { status: 302, text: "", headers: { location, "cache-control": ONE_MINUTE } };
}

export function noPicture(suggestion: string): Failure {
  return Failure.general("picture_not_found", { suggestion });
}
