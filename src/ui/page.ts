// Types of a page: an address with parameters that answers with HTML, an image, or another file. Unlike an endpoint, a page has
// no contract.
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
  /** The Accept header, for pages that are also served in another format. */
  readonly accept: string;
  readonly now: RealInstant;
  /** The result of a form, to show on the page. */
  readonly notice?: Html;
}

export interface PageAnswer {
  readonly status: 200 | 202 | 302 | 400 | 404 | 429 | 500 | 503;
  readonly contentType: string;
  /** Body of the answer. A `StaticText` is compressed only once. */
  readonly body: string | Uint8Array | StaticText;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebPage {
  /** Name of the page and of its rate-limit counter, unless the limit names another. */
  readonly name: string;
  /** Path with parameters in braces: /species/{slug}. */
  readonly path: `/${string}`;
  /** Defaults to the limit that pages share. */
  readonly limit?: Limit;
  render(request: PageRequest, services: Services): Promise<PageAnswer>;
}

/** Renders the page for a failed request. */
export type FailedPage = (failure: Failure, request: PageRequest, services: Services) => Promise<PageAnswer>;

/**
 * Returns the earliest instant of a result that an open page accepts on refresh. A future instant, which no cache could satisfy,
 * becomes `now`.
 */
export function sinceOf({ query, now }: PageRequest): number | undefined {
  const text = query.get("live") ?? "";
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), now) : undefined;
}
