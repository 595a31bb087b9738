// Answers a request for a page: its text, or nothing when the client has it already.
import { createHash } from "node:crypto";
import { countByAddress } from "../guard/admit.ts";
import type { Exchange, Reply } from "../message/request-context.ts";
import type { Page } from "./page.ts";
import type { Parts } from "../request/services.ts";
import { knowsTag } from "../respond/tags.ts";

export async function servePage(page: Page, exchange: Exchange, parts: Parts): Promise<Reply> {
  await countByAddress(page, exchange, parts);
  const text = page.render(parts);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = { "content-type": page.contentType, "cache-control": page.cacheControl, etag };
  return knowsTag(exchange, etag) ? { status: 304, text: "", headers } : { status: 200, text, headers };
}
