// Implements CORS. Pages of any site may read public answers, and may make calls with a key that they supply. Answers with a
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
/** Headers that a page may read beyond those that CORS always allows. */
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
/** The longest time for which a browser caches a preflight. */
const MAX_AGE_SECONDS = 7_200;

/** Returns whether pages of other sites may make the call. */
export function isOpen({ auth, secrets }: Pick<Contract, "auth" | "secrets">): boolean {
  return auth !== "admin" && secrets?.answer !== true;
}

/** Returns headers that let pages of other sites read an answer. */
export function anyOrigin(own: readonly string[] = []): CorsHeaders {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [...RESPONSE_HEADERS, ...own].join(", "),
  };
}

/** Returns the CORS headers of every answer of an endpoint, including errors. */
export function crossOriginHeaders(contract: Contract): CorsHeaders {
  if (!isOpen(contract)) return {};
  const cases = [contract, ...Object.values(contract.errors)];
  return anyOrigin([...new Set(cases.flatMap(({ headers = {} }) => Object.keys(headers)))]);
}

/** Returns the headers of an OPTIONS answer, for the methods that other sites may use. */
export function preflightHeaders(methods: readonly string[]): CorsHeaders {
  if (methods.length === 0) return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": REQUEST_HEADERS.join(", "),
    "access-control-max-age": String(MAX_AGE_SECONDS),
  };
}
