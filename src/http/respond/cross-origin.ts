// Implements CORS: pages of other sites may make every call except operator calls and calls whose answer contains a secret.
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
/** Headers of every endpoint that a page may read, beyond those that CORS always allows. */
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
/** Chrome caches a preflight for at most two hours. */
const MAX_AGE_SECONDS = 7_200;

/** Returns whether pages of other sites may make the call. */
export function isOpen({ auth, secrets }: Pick<Contract, "auth" | "secrets">): boolean {
  return auth !== "admin" && secrets?.answer !== true;
}

/** Returns headers that let pages of any site read an answer. Browsers do not combine the origin `*` with cookies. */
export function anyOrigin(ownHeaders: readonly string[] = []): CorsHeaders {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": [...RESPONSE_HEADERS, ...ownHeaders].join(", "),
  };
}

/** Returns the CORS headers of every answer of an endpoint, including errors. */
export function crossOriginHeaders(contract: Contract): CorsHeaders {
  if (!isOpen(contract)) return {};
  const answers = [contract, ...Object.values(contract.errors)];
  const ownHeaders = new Set(answers.flatMap(({ headers = {} }) => Object.keys(headers)));
  return anyOrigin([...ownHeaders]);
}

/** Returns the headers of a preflight's answer. `methods` are those that pages of other sites may use at the address. */
export function preflightHeaders(methods: readonly string[]): CorsHeaders {
  if (methods.length === 0) return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": REQUEST_HEADERS.join(", "),
    "access-control-max-age": String(MAX_AGE_SECONDS),
  };
}
