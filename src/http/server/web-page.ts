// What people look at: an address with parameters, answered with HTML, an image or a feed. Unlike an endpoint it has no
// contract; it shows what the public endpoints say.
import type { Limit } from "../contract/contract.ts";
import type { Failure } from "../respond/errors.ts";
import type { Parts } from "../request/services.ts";

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The path as it was asked for. */
  readonly path: string;
  /** The Accept header, for pages that have another form. */
  readonly accept: string;
  readonly now: number;
}

export interface PageAnswer {
  readonly status: 200 | 302 | 400 | 404 | 429 | 500 | 503;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebPage {
  /** Names its counter, unless the limit names another. */
  readonly name: string;
  /** With parameters in braces: /species/{slug}. */
  readonly path: `/${string}`;
  readonly limit: Limit;
  render(request: PageRequest, parts: Parts): Promise<PageAnswer>;
}

/** All that people can look at, and how they are told that something went wrong. */
export interface Web {
  readonly pages: readonly WebPage[];
  notFound(request: PageRequest, parts: Parts): Promise<PageAnswer>;
  failed(failure: Failure, request: PageRequest, parts: Parts): Promise<PageAnswer>;
}
