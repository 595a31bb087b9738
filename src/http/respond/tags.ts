// Computes ETags, and checks whether the client already has the answer with an ETag.
import { hash } from "node:crypto";
import { headerOf, type RequestContext } from "../message/request-context.ts";

/** Returns a weak ETag. `content` holds the values whose change makes an answer worth sending again. */
export function tagOf(content: unknown): string {
  return `W/"${hash("sha256", JSON.stringify(content), "base64url").slice(0, 22)}"`;
}

/** Compares the ETag with If-None-Match, which ignores the difference between weak and strong ETags. */
export function matchesTag(request: RequestContext, etag: string): boolean {
  const listed = headerOf(request, "if-none-match")?.split(",") ?? [];
  const items = listed.map((item) => item.trim());
  return items.some((item) => item === "*" || withoutWeakMark(item) === withoutWeakMark(etag));
}

function withoutWeakMark(etag: string): string {
  return etag.replace(/^W\//, "");
}
