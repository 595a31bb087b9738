// A document that is no endpoint of the API, such as its description: a path, a content type and a text.
import type { Limit } from "../contract/contract.ts";
import type { Parts } from "../request/services.ts";

export interface Page {
  /** Names its counter. */
  readonly name: string;
  readonly path: `/${string}`;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly limit: Limit;
  readonly render: (parts: Parts) => string;
}
