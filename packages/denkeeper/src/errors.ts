// Defines the error of a failed call: what went wrong, the remedy, and the next calls.
import type { ErrorBody, NextStep, ServiceErrorCode } from "./generated/types.ts";

/** Codes of errors that the client detects itself. */
type ClientErrorCode =
  | "no_key"
  | "already_registered"
  | "unknown_step"
  | "unreachable"
  | "timed_out"
  | "unreadable_answer";

type InvalidField = NonNullable<ErrorBody["invalid_fields"]>[number];

export type ErrorCode = ServiceErrorCode | ClientErrorCode;

interface ErrorContext {
  readonly code: ErrorCode;
  readonly operation: string;
  readonly requestId: string;
  readonly attempts: number;
  /** Undefined if the service did not answer. */
  readonly status?: number | undefined;
  readonly suggestion: string;
  readonly nextSteps?: readonly NextStep[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The whole answer. Some errors add fields such as `your_creatures`. */
  readonly body?: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;
}

/** A failed call. `message` combines `error`, each field's fault, and the code. */
export class DenkeeperError extends Error {
  readonly code: ErrorCode;
  /** The sentence that says what went wrong. */
  readonly error: string;
  readonly status: number | undefined;
  readonly suggestion: string;
  /** A sentence for each invalid field, or empty for other errors. */
  readonly details: string;
  readonly invalid_fields: readonly InvalidField[];
  readonly next_steps: readonly NextStep[];
  readonly retry_after_seconds: number | undefined;
  readonly operation: string;
  readonly request_id: string;
  readonly attempts: number;
  readonly body: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;

  constructor(message: string, context: ErrorContext, options?: ErrorOptions) {
    const faults = context.body?.invalid_fields ?? [];
    const why = faults.map((fault) => `${fault.field}: ${fault.message}`).join("; ");
    super(`${message}${why === "" ? "" : `: ${why}`} (${context.code})`, options);
    this.name = "DenkeeperError";
    this.code = context.code;
    this.status = context.status;
    this.suggestion = context.suggestion;
    this.error = message;
    this.details = context.body?.details ?? "";
    this.invalid_fields = faults;
    this.next_steps = context.nextSteps ?? [];
    this.retry_after_seconds = context.retryAfterSeconds;
    this.operation = context.operation;
    this.request_id = context.requestId;
    this.attempts = context.attempts;
    this.body = context.body;
  }

  /** Returns the fields to print or log. */
  toJSON(): Record<string, unknown> {
    const { error, code, status, details, suggestion, next_steps, retry_after_seconds, request_id, body } = this;
    return { error, code, status, details, suggestion, ...body, next_steps, retry_after_seconds, request_id };
  }
}

/** Codes that are permanent although their HTTP status suggests a temporary fault. */
const LASTING: ReadonlySet<string> = new Set(["credits_not_sold", "card_checkout_off"]);

/** Checks whether the same call may succeed later. */
export function isTransient({ code, status = 0 }: DenkeeperError): boolean {
  if (LASTING.has(code)) return false;
  if (code === "unreachable" || code === "timed_out" || code === "still_running") return true;
  return status === 408 || status === 429 || status >= 500;
}
