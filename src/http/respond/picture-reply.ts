// Replies with pictures, or redirects to one. One page requests dozens of them, so they share a wide rate limit.
import { createHash } from "node:crypto";
import type { Limit } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import type { RequestContext, Reply } from "../message/request-context.ts";
import { knowsTag } from "./tags.ts";

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
  if (knowsTag(request, etag)) return { status: 304, text: "", headers };
  const webp = await read();
  if (webp === undefined) throw noPicture("There is no picture with this name.");
  return { status: 200, text: new Uint8Array(webp), headers };
}

/** A drawing. It may run nothing and load nothing, also when somebody opens it as a page. */
export function drawnPicture(request: RequestContext, svg: string): Reply {
  const etag = `"${createHash("sha256").update(svg).digest("base64url")}"`;
  const headers = {
    "cache-control": SHORT,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/svg+xml; charset=utf-8",
    etag,
  };
  return knowsTag(request, etag) ? { status: 304, text: "", headers } : { status: 200, text: svg, headers };
}

/** The way to the picture that is the latest for now. `location` is an address of our own. */
export function towardsPicture(location: string): Reply {
  return { status: 302, text: "", headers: { location, "cache-control": SHORT } };
}

export function noPicture(suggestion: string): Failure {
  return Failure.general("picture_not_found", { suggestion });
}
