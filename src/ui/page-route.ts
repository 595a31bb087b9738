// Pages as routes: rendering, ETag, and compression. A page is equal for all visitors, so shared caches may store it.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { headerOf, type Reply, type RequestContext } from "../http/message/request-context.ts";
import type { Route, RouteCall } from "../http/server/route.ts";
import { preferredCoding } from "../http/contract/accept.ts";
import { COMPRESS_FROM_BYTES, StaticText } from "../http/respond/static-text.ts";
import { matchesTag } from "../http/respond/tags.ts";
import type { Services } from "../http/request/services.ts";
import { cacheForEachApp } from "../platform/single-flight.ts";
import { LINKS } from "../http/respond/service-links.ts";
import { PAGE_LIMIT } from "./answer.ts";
import { sinceOf, type FailedPage, type PageAnswer, type PageRequest, type WebPage } from "./page.ts";

const compress = promisify(gzip);

/** Allows nothing inline, nothing foreign, and no framing. */
const PAGE_POLICY = [
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

/** Returns true for browsers. Programs get JSON. */
export function wantsHtml(request: RequestContext): boolean {
  return request.method === "GET" && headerOf(request, "accept")?.includes("text/html") === true;
}

/** Builds the route of a page. Failures are answered with a page too. */
export function pageRoute(page: WebPage, failed: FailedPage): Route {
  const { name, path, limit = PAGE_LIMIT } = page;
  return {
    name,
    method: "GET",
    path,
    limit,
    ...pageAnswers((request, services) => renderOnce(page, request, services), failed),
  };
}

const REREAD_MS = 2_000;
const MOST_REREAD = 50;
const reread = cacheForEachApp<PageAnswer>(REREAD_MS, MOST_REREAD);

/** Renders once for all browsers that refresh an open page at about the same moment. */
async function renderOnce(page: WebPage, request: PageRequest, services: Services): Promise<PageAnswer> {
  const since = sinceOf(request);
  if (since === undefined) return page.render(request, services);
  const rest = new URLSearchParams(request.query);
  rest.delete("live");
  const key = `${request.path}?${rest.toString()}`;
  return reread(services).get(key, request.now, () => page.render(request, services), since);
}

export function pageAnswers(render: WebPage["render"], failed: FailedPage): Pick<Route, "answer" | "failed"> {
  return {
    async answer(call, services) {
      return replyOf(await render(pageRequestOf(call), services), call.request);
    },
    async failed(failure, call, services) {
      const answer = await failed(failure, pageRequestOf(call), services);
      return replyOf({ ...answer, headers: { ...answer.headers, ...failure.more.headers } }, call.request);
    },
  };
}

export function pageRequestOf({ request, params }: RouteCall): PageRequest {
  const { path, search, now } = request;
  return { params, query: new URLSearchParams(search), path, accept: headerOf(request, "accept") ?? "", now };
}

export async function replyOf(answer: PageAnswer, request: RequestContext): Promise<Reply> {
  const { status, contentType, body, cacheControl } = answer;
  const common = {
    "content-type": contentType,
    "cache-control": cacheControl,
    "content-security-policy": PAGE_POLICY,
    "referrer-policy": "same-origin",
    vary: "accept-encoding",
    ...(contentType.startsWith("text/html") ? { link: LINKS } : {}),
    ...answer.headers,
  };
  if (body instanceof StaticText) return body.reply(request, common);
  const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  const headers = { ...common, etag };
  if (status === 200 && matchesTag(request, etag)) return { status: 304, text: "", headers };
  const takesGzip = preferredCoding(headerOf(request, "accept-encoding"), ["gzip"]) === "gzip";
  if (typeof body !== "string") return { status, text: new Uint8Array(body), headers };
  if (!takesGzip || body.length < COMPRESS_FROM_BYTES) return { status, text: body, headers };
  const bytes = await compress(body, { level: constants.Z_BEST_SPEED + 3 });
  return { status, text: new Uint8Array(bytes), headers: { ...headers, "content-encoding": "gzip" } };
}
