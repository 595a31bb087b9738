// Replies with pictures, or redirects to one. One page requests dozens of them, so they share a wide rate limit.
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

/** As long as a browser may show what the next look may draw otherwise. */
const SHORT = "public, max-age=60";
const FOR_GOOD = "public, max-age=31536000, immutable";

/** A stored picture, which never changes. `read` is asked only when the caller does not have it. */
export async function storedPicture(
  request: RequestContext,
  sha256: string,
  read: () => Promise<Buffer | undefined>,
): Promise<Reply> {
  const etag = `"${sha256}"`;
  const headers = { "cache-control": FOR_GOOD, etag, "content-type": "image/webp" };
  if (matchesTag(request, etag)) return { status: 304, text: "", headers };
  const webp = await read();
  if (webp === undefined) throw noPicture("There is no picture with this name.");
  return { status: 200, text: new Uint8Array(webp), headers };
}

/** A drawing. It may run nothing and load nothing, also when somebody opens it as a page. */
export async function drawnPicture(request: RequestContext, svg: string): Promise<Reply> {
  // Weak: the same drawing, compressed or not.
  const etag = `W/"${createHash("sha256").update(svg).digest("base64url")}"`;
  const headers = {
    "cache-control": SHORT,
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

/** The way to the picture that is the latest for now. `location` is an address of our own. */
export function redirectToPicture(location: string): Reply {
  return { status: 302, text: "", headers: { location, "cache-control": SHORT } };
}

export function noPicture(suggestion: string): Failure {
  return Failure.general("picture_not_found", { suggestion });
}
