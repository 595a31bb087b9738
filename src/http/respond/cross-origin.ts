// CORS: pages of any site may read public answers and make calls with a key, which they must send themselves. Answers with a
// secret and operator calls are closed to pages. Cookies are never allowed.
import type { Contract } from "../contract/contract.ts";

type CorsHeaders = Readonly<Record<string, string>>;

const REQUEST_HEADERS = [
  "Authorization",
  "X-Api-Key",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "X-Request-Id",
  "Accept-Payment",
  "Payment-Signature",
  "Payment-Authorization",
];
/** Headers that a page may read, besides those that CORS always allows. */
const RESPONSE_HEADERS = [
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
];
/** No browser stores it for longer. */
const MAX_AGE_SECONDS = 7_200;

/** Whether pages of other sites may make the call. */
export function isOpen({ auth, secrets }: Pick<Contract, "auth" | "secrets">): boolean {
  return auth !== "admin" && secrets?.answer !== true;
}

/** Headers of an answer that pages of other sites may read. */
export function anyOrigin(own: readonly string[] = []): CorsHeaders {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [...RESPONSE_HEADERS, ...own].join(", "),
  };
}

/** Headers of every answer of an endpoint, errors included. */
export function crossOriginHeaders(contract: Contract): CorsHeaders {
  if (!isOpen(contract)) return {};
  const cases = [contract, ...Object.values(contract.errors)];
  return anyOrigin([...new Set(cases.flatMap(({ headers = {} }) => Object.keys(headers)))]);
}

/** Headers of the answer to OPTIONS, for the methods that other sites may use. */
export function preflightHeaders(methods: readonly string[]): CorsHeaders {
  if (methods.length === 0) return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": REQUEST_HEADERS.join(", "),
    "access-control-max-age": String(MAX_AGE_SECONDS),
  };
}
