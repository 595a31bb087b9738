// A page: an address with parameters, answered with HTML, an image or a feed. Unlike an endpoint it has no contract; it
// shows what the public endpoints return.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Limit } from "../http/contract/contract.ts";
import type { StaticText } from "../http/respond/static-text.ts";
import type { Failure } from "../http/respond/errors.ts";
import type { Services } from "../http/request/services.ts";
import type { Html } from "./html.ts";

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly path: string;
  /** The Accept header, for pages that have another form. */
  readonly accept: string;
  readonly now: RealInstant;
  /** What a form of the page has led to. */
  readonly notice?: Html;
}

export interface PageAnswer {
  readonly status: 200 | 202 | 302 | 400 | 404 | 429 | 500 | 503;
  readonly contentType: string;
  /** A static text is compressed once. */
  readonly body: string | Uint8Array | StaticText;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebPage {
  /** Names its counter, unless the limit names another. */
  readonly name: string;
  /** With parameters in braces: /species/{slug}. */
  readonly path: `/${string}`;
  /** Without it: the limit that pages share. */
  readonly limit?: Limit;
  render(request: PageRequest, services: Services): Promise<PageAnswer>;
}

/** Renders the page for a failed request. */
export type FailedPage = (failure: Failure, request: PageRequest, services: Services) => Promise<PageAnswer>;

/**
 * For a page that is open and read again: nothing older than that may be shown. An instant of the future would be met by no
 * answer that is kept.
 */
export function sinceOf({ query, now }: PageRequest): number | undefined {
  const given = query.get("live") ?? "";
  return /^\d{1,15}$/.test(given) ? Math.min(Number(given), now) : undefined;
}
