// Reads forms of pages, and checks that a page of this service sent them.
import { headerOf, type RequestContext } from "../http/message/request-context.ts";
import type { RouteCall } from "../http/server/route.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export async function formOf(bytes: RouteCall["bytes"]): Promise<URLSearchParams> {
  return new URLSearchParams((await bytes())?.toString("utf8") ?? "");
}

/**
 * Returns true if the Origin is BASE_URL or, on a developer's machine, the called address. Browsers always send the Origin of a
 * POST, so a request without one is rejected.
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
