// ETags of answers, and whether a caller already has the tagged answer.
import { hash } from "node:crypto";
import { headerOf, type RequestContext } from "../message/request-context.ts";

/** Weak, since two answers with the same tag may differ in what is not worth showing. */
export function tagOf(seen: unknown): string {
  return `W/"${hash("sha256", JSON.stringify(seen), "base64url").slice(0, 22)}"`;
}

export function matchesTag(request: RequestContext, tag: string): boolean {
  const known = headerOf(request, "if-none-match")?.split(",") ?? [];
  const bare = (each: string) => each.trim().replace(/^W\//, "");
  return known.some((each) => bare(each) === bare(tag) || each.trim() === "*");
}
