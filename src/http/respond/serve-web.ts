// The way of a request for a page: limit, rendering, ETag, compression. A page never tells who asks, so that a shared
// cache may give it to everybody.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { countByAddress } from "../guard/admit.ts";
import type { Limit } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import type { Exchange, Reply } from "../message/request-context.ts";
import { headerOf } from "../message/request-context.ts";
import type { Parts } from "../request/services.ts";
import { failureIn } from "../request/serve.ts";
import { knowsTag } from "./tags.ts";
import type { PageAnswer, PageRequest, Web, WebPage } from "../server/web-page.ts";

const compress = promisify(gzip);
/** Documents are large and change only with a deployment: shared caches keep them, so the best is worth its time. */
const LARGE_FROM_BYTES = 200_000;
/** Smaller texts are not worth it. */
const COMPRESS_FROM_BYTES = 1_000;

/** Nothing inline, nothing from elsewhere, no frame around it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self'",
  "manifest-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
].join("; ");

/** Whether somebody with a browser asks. Programs get JSON. */
export function wantsHtml(exchange: Exchange): boolean {
  return exchange.method === "GET" && headerOf(exchange, "accept")?.includes("text/html") === true;
}

export async function serveWebPage(
  page: WebPage,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  web: Web,
  parts: Parts,
): Promise<Reply> {
  return answered(exchange, params, web, parts, page, (request) => page.render(request, parts));
}

/** The answer to somebody with a browser who is lost. */
export async function serveLost(
  counter: { readonly name: string; readonly limit: Limit },
  exchange: Exchange,
  web: Web,
  parts: Parts,
): Promise<Reply> {
  return answered(exchange, {}, web, parts, counter, (request) => web.notFound(request, parts));
}

async function answered(
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  web: Web,
  parts: Parts,
  counter: { readonly name: string; readonly limit: Limit },
  render: (request: PageRequest) => Promise<PageAnswer>,
): Promise<Reply> {
  const { path, search, now } = exchange;
  const request: PageRequest = {
    params,
    query: new URLSearchParams(search),
    path,
    accept: headerOf(exchange, "accept") ?? "",
    now,
  };
  try {
    await countByAddress(counter, exchange, parts);
    return await replyOf(await render(request), exchange);
  } catch (thrown) {
    const known = failureIn(thrown);
    if (known === undefined) parts.log.error({ requestId: exchange.id, err: thrown }, "a page failed");
    const failure = known ?? new Failure(500, "Something went wrong");
    const answer = await web.failed(failure, request, parts);
    return replyOf({ ...answer, headers: { ...answer.headers, ...failure.more.headers } }, exchange);
  }
}

async function replyOf(answer: PageAnswer, exchange: Exchange): Promise<Reply> {
  const { status, contentType, body, cacheControl } = answer;
  const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  const headers = {
    "content-type": contentType,
    "cache-control": cacheControl,
    "content-security-policy": PAGE_POLICY,
    "referrer-policy": "same-origin",
    vary: "accept-encoding",
    etag,
    ...answer.headers,
  };
  if (status === 200 && knowsTag(exchange, etag)) return { status: 304, text: "", headers };
  const takesGzip = /\bgzip\b/.test(headerOf(exchange, "accept-encoding") ?? "");
  if (typeof body !== "string") return { status, text: new Uint8Array(body), headers };
  if (!takesGzip || body.length < COMPRESS_FROM_BYTES) return { status, text: body, headers };
  const level = body.length >= LARGE_FROM_BYTES ? constants.Z_BEST_COMPRESSION : constants.Z_BEST_SPEED + 3;
  const bytes = await compress(body, { level });
  return { status, text: new Uint8Array(bytes), headers: { ...headers, "content-encoding": "gzip" } };
}
