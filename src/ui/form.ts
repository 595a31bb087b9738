// Forms that pages send: what was typed, and whether a page of ours sent it.
import { headerOf, type RequestContext } from "../http/message/request-context.ts";
import type { RouteCall } from "../http/server/route.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export async function formOf(bytes: RouteCall["bytes"]): Promise<URLSearchParams> {
  return new URLSearchParams((await bytes())?.toString("utf8") ?? "");
}

/**
 * Whether a form was sent from a page of ours: its Origin is BASE_URL, or, on the developer's own machine, the address that
 * was called. Browsers always send the Origin of a POST; a request without one is refused.
 */
export function isFromOurPage(request: RequestContext, baseUrl: string): boolean {
  const origin = headerOf(request, "origin") ?? "";
  if (!URL.canParse(origin)) return false;
  const base = new URL(baseUrl);
  if (origin === base.origin) return true;
  const { protocol, hostname, host } = new URL(origin);
  const isHere = [base.hostname, hostname].every((name) => LOOPBACK.test(name));
  return protocol === "http:" && isHere && host === headerOf(request, "host");
}
