// Converts thrown errors to failures, and failures to replies.
import { countOf } from "../../platform/counted.ts";
import { UnavailableError } from "../../platform/dependency.ts";
import { isUnavailable } from "../../platform/database/database-errors.ts";
import { JSON_TYPE, type Reply } from "../message/request-context.ts";
import { Failure, errorBody } from "./errors.ts";

/** Returns the failure for a thrown error, or undefined for a fault of the service. */
export function failureIn(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof UnavailableError) return dependencyFailure(thrown);
  return isUnavailable(thrown) ? Failure.general("unavailable") : undefined;
}

function dependencyFailure({ message, retryAfterSeconds }: UnavailableError): Failure {
  return Failure.general("unavailable", {
    error: message,
    suggestion: `Retry in ${countOf(retryAfterSeconds, "second")}. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** Creates the failure of a call that failed because of a fault of the service. */
export function fault(error: string, requestId: string): Failure {
  return Failure.general("fault", {
    error,
    suggestion: `Try again in a moment. If it keeps happening, report request ${requestId}.`,
  });
}

const DEFAULT_RETRY_AFTER_SECONDS = 2;

/** Builds the reply of a failure. Every 503 has a Retry-After. */
export function failureReply(failure: Failure, cacheControl = "no-store"): Reply & { readonly text: string } {
  const headers = {
    "content-type": JSON_TYPE,
    "cache-control": cacheControl,
    ...(failure.status === 503 ? { "retry-after": String(DEFAULT_RETRY_AFTER_SECONDS) } : {}),
    ...failure.more.headers,
  };
  return { status: failure.status, text: errorBody(failure), headers };
}
