// Replies with a picture, either stored or drawn for the request, or redirects to one.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Limit } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import { headerOf, type RequestContext, type Reply } from "../message/request-context.ts";
import { preferredCoding } from "../contract/accept.ts";
import { matchesTag } from "./tags.ts";

const compress = promisify(gzip);

/** Pictures share one high limit, because a page requests dozens of them. */
export const PICTURE_LIMIT: Limit = { by: "ip", max: 1200, windowSeconds: 60, counter: "pictures" };

/** Cache-Control of drawings and redirects, which may change at any time. */
const CACHED_FOR_A_MINUTE = "public, max-age=60";
const CACHED_FOREVER = "public, max-age=31536000, immutable";
/** A drawing is compressed for every request, so speed matters more than size. */
const GZIP_LEVEL = 4;

/** Sends a stored picture, which never changes. Calls `read` only if the client does not have the picture. */
export async function storedPicture(
  request: RequestContext,
  sha256: string,
  read: () => Promise<Buffer | undefined>,
): Promise<Reply> {
  const etag = `"${sha256}"`;
  const headers = { "cache-control": CACHED_FOREVER, etag, "content-type": "image/webp" };
  if (matchesTag(request, etag)) return { status: 304, text: "", headers };
  const webp = await read();
  if (webp === undefined) throw noPicture("There is no picture with this name.");
  return { status: 200, text: new Uint8Array(webp), headers };
}

/** Sends a drawing. Its Content-Security-Policy blocks scripts and loading, even when the drawing is opened as a page. */
export async function drawnPicture(request: RequestContext, svg: string): Promise<Reply> {
  // The ETag is weak because the compressed and the uncompressed drawing share it.
  const etag = `W/"${createHash("sha256").update(svg).digest("base64url")}"`;
  const headers = {
    "cache-control": CACHED_FOR_A_MINUTE,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/svg+xml; charset=utf-8",
    vary: "accept-encoding",
    etag,
  };
  if (matchesTag(request, etag)) return { status: 304, text: "", headers };
  const coding = preferredCoding(headerOf(request, "accept-encoding"), ["gzip"]);
  if (coding === undefined) return { status: 200, text: svg, headers };
  const gzipped = await compress(svg, { level: GZIP_LEVEL });
  return { status: 200, text: new Uint8Array(gzipped), headers: { ...headers, "content-encoding": coding } };
}

/** Redirects to the latest picture. `location` must be an address of this service. */
export function redirectToPicture(location: string): Reply {
  return { status: 302, text: "", headers: { location, "cache-control": CACHED_FOR_A_MINUTE } };
}

export function noPicture(suggestion: string): Failure {
  return Failure.general("picture_not_found", { suggestion });
}
