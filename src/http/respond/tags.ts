// Computes ETags, and checks whether a caller already has the tagged answer.
import { hash } from "node:crypto";
import { headerOf, type RequestContext } from "../message/request-context.ts";

/** Returns a weak tag. Two answers with the same tag may differ in details not worth sending. */
export function tagOf(content: unknown): string {
  return `W/"${hash("sha256", JSON.stringify(content), "base64url").slice(0, 22)}"`;
}

export function matchesTag(request: RequestContext, tag: string): boolean {
  const tags = headerOf(request, "if-none-match")?.split(",") ?? [];
  const bare = (value: string) => value.trim().replace(/^W\//, "");
  return tags.some((value) => bare(value) === bare(tag) || value.trim() === "*");
}
