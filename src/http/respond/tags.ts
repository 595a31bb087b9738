// ETags of answers, and whether a caller already has the tagged answer.
import { createHash } from "node:crypto";
import type { RequestContext } from "../message/request-context.ts";
import { headerOf } from "../message/request-context.ts";

/** Weak, since two answers with the same tag may differ in what is not worth showing. */
export function tagOf(seen: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(seen)).digest("base64url").slice(0, 22)}"`;
}

export function knowsTag(request: RequestContext, tag: string): boolean {
  const known = headerOf(request, "if-none-match")?.split(",") ?? [];
  const bare = (each: string) => each.trim().replace(/^W\//, "");
  return known.some((each) => bare(each) === bare(tag) || each.trim() === "*");
}
