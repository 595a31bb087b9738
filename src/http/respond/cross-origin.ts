// CORS: pages of any site may read what is public and make calls with a key, which they must send themselves. Answers that
// hold a secret, and the operator's calls, are for no page. Cookies are never allowed.
import type { Contract } from "../contract/contract.ts";

type CorsHeaders = Readonly<Record<string, string>>;

/** Headers that a page may send. */
const ALLOWED = [
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
/** Headers that a page may read beside those that any page may. */
const EXPOSED = [
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
];
/** No browser keeps it for longer. */
const KEPT_SECONDS = 7_200;

/** Whether pages of other sites may make the call. */
export function isOpen({ auth, secret }: Pick<Contract, "auth" | "secret">): boolean {
  return auth !== "admin" && secret !== true;
}

/** On every answer that pages of other sites may read. */
export function anyOrigin(own: readonly string[] = []): CorsHeaders {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [...EXPOSED, ...own].join(", "),
  };
}

/** On every answer of an endpoint, errors included. */
export function crossOriginHeaders(contract: Contract): CorsHeaders {
  if (!isOpen(contract)) return {};
  const cases = [contract, ...Object.values(contract.errors)];
  return anyOrigin([...new Set(cases.flatMap(({ headers = {} }) => Object.keys(headers)))]);
}

/** On the answer to OPTIONS, for those of its methods that pages of other sites may use. */
export function preflightHeaders(methods: readonly string[]): CorsHeaders {
  if (methods.length === 0) return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": ALLOWED.join(", "),
    "access-control-max-age": String(KEPT_SECONDS),
  };
}
