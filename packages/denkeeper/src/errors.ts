// Every way in which a call can fail, as one class: what went wrong, what to do about it, and what to call next.
import type { DeclaredErrorCode } from "./generated/operations.ts";
import type { ErrorBody, NextStep } from "./generated/types.ts";

/** Codes that any operation may have. Those below the line never reached the service, or got no answer of its. */
type GeneralErrorCode =
  | "invalid_input"
  | "invalid_key"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "idempotency_key_reused"
  | "idempotency_key_running"
  | "rate_limited"
  | "service_failed"
  | "service_away"
  | "no_key"
  | "unreachable"
  | "timed_out"
  | "unreadable_answer";

export type ErrorCode = GeneralErrorCode | DeclaredErrorCode;

const BY_STATUS: Readonly<Record<number, GeneralErrorCode>> = {
  400: "invalid_input",
  401: "invalid_key",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  410: "gone",
  413: "too_large",
  422: "idempotency_key_reused",
  429: "rate_limited",
  503: "service_away",
};

const STILL_RUNNING = /Idempotency-Key is still running/;

/** The code of an error answer. `declared` are the operation's own. */
export function codeOf(status: number, error: string, declared: Readonly<Record<string, string>>): ErrorCode {
  const own = declared[`${status} ${error}`];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: generated together with the type
  if (own !== undefined) return own as ErrorCode;
  if (status === 409 && STILL_RUNNING.test(error)) return "idempotency_key_running";
  return BY_STATUS[status] ?? "service_failed";
}

interface Circumstances {
  readonly code: ErrorCode;
  readonly operation: string;
  readonly requestId: string;
  readonly attempts: number;
  /** Undefined when there was no answer. */
  readonly status?: number | undefined;
  readonly suggestion: string;
  readonly details?: readonly string[] | undefined;
  readonly nextSteps?: readonly NextStep[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The whole answer: some errors have fields of their own, such as `your_creatures`. */
  readonly body?: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;
}

/** Thrown by every method of the client. Its message is the `error` of the answer. */
export class DenkeeperError extends Error {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly suggestion: string;
  readonly details: readonly string[];
  readonly next_steps: readonly NextStep[];
  readonly retry_after_seconds: number | undefined;
  readonly operation: string;
  readonly request_id: string;
  readonly attempts: number;
  readonly body: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;

  constructor(message: string, circumstances: Circumstances, options?: ErrorOptions) {
    super(message, options);
    this.name = "DenkeeperError";
    this.code = circumstances.code;
    this.status = circumstances.status;
    this.suggestion = circumstances.suggestion;
    this.details = circumstances.details ?? [];
    this.next_steps = circumstances.nextSteps ?? [];
    this.retry_after_seconds = circumstances.retryAfterSeconds;
    this.operation = circumstances.operation;
    this.request_id = circumstances.requestId;
    this.attempts = circumstances.attempts;
    this.body = circumstances.body;
  }

  /** What a program may print or log: all of it but the stack. */
  toJSON(): Record<string, unknown> {
    const { message, code, status, details, suggestion, next_steps, retry_after_seconds, request_id, body } = this;
    return { error: message, code, status, details, suggestion, ...body, next_steps, retry_after_seconds, request_id };
  }
}
