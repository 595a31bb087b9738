// What was thrown, as a reply.
import { countOf } from "../../platform/counted.ts";
import { UnavailableError } from "../../platform/dependency.ts";
import { isUnavailable } from "../../platform/database/database-errors.ts";
import { JSON_TYPE, type Reply } from "../message/request-context.ts";
import { Failure, errorBody } from "./errors.ts";

/** What was thrown as a failure; undefined when it is a fault of ours. */
export function failureIn(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof UnavailableError) return withoutDependency(thrown);
  return isUnavailable(thrown) ? unavailable() : undefined;
}

function withoutDependency({ message, retryAfterSeconds }: UnavailableError): Failure {
  return Failure.general("unavailable", {
    error: message,
    suggestion: `Retry in ${countOf(retryAfterSeconds, "second")}. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** The failure of a request that broke something. */
export function fault(error: string, requestId: string): Failure {
  return Failure.general("fault", {
    error,
    suggestion: `Try again in a moment. If it keeps happening, report request ${requestId}.`,
  });
}

/** Whether the call took effect is not known: the connection may have been lost behind the commit. */
export function unavailable(): Failure {
  return Failure.general("unavailable");
}

const RETRY_AFTER_SECONDS = 2;

/** The reply to a failure. A 503 always says when to come again. */
export function failureReply(failure: Failure, cacheControl = "no-store"): Reply & { readonly text: string } {
  const headers = {
    "content-type": JSON_TYPE,
    "cache-control": cacheControl,
    ...(failure.status === 503 ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
    ...failure.more.headers,
  };
  return { status: failure.status, text: errorBody(failure), headers };
}
