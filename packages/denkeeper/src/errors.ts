// Every way in which a call can fail, as one class: what went wrong, what to do about it, and what to call next.
import type { ErrorBody, NextStep, ServiceErrorCode } from "./generated/types.ts";

/** Codes for what never reached the service, or got no answer of its. */
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
  /** Undefined when there was no answer. */
  readonly status?: number | undefined;
  readonly suggestion: string;
  readonly nextSteps?: readonly NextStep[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The whole answer: some errors have fields of their own, such as `your_creatures`. */
  readonly body?: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;
}

/** Thrown by every method of the client. Its message is the `error` of the answer, what is wrong with each field, and the code. */
export class DenkeeperError extends Error {
  readonly code: ErrorCode;
  /** The `error` of the answer alone. */
  readonly error: string;
  readonly status: number | undefined;
  readonly suggestion: string;
  /** What is wrong with the input, a sentence for each field; empty for other errors. */
  readonly details: string;
  readonly invalid_fields: readonly InvalidField[];
  readonly next_steps: readonly NextStep[];
  readonly retry_after_seconds: number | undefined;
  readonly operation: string;
  readonly request_id: string;
  readonly attempts: number;
  readonly body: (ErrorBody & Readonly<Record<string, unknown>>) | undefined;

  constructor(message: string, circumstances: ErrorContext, options?: ErrorOptions) {
    const faults = circumstances.body?.invalid_fields ?? [];
    const why = faults.map((fault) => `${fault.field}: ${fault.message}`).join("; ");
    super(`${message}${why === "" ? "" : `: ${why}`} (${circumstances.code})`, options);
    this.name = "DenkeeperError";
    this.code = circumstances.code;
    this.status = circumstances.status;
    this.suggestion = circumstances.suggestion;
    this.error = message;
    this.details = circumstances.body?.details ?? "";
    this.invalid_fields = faults;
    this.next_steps = circumstances.nextSteps ?? [];
    this.retry_after_seconds = circumstances.retryAfterSeconds;
    this.operation = circumstances.operation;
    this.request_id = circumstances.requestId;
    this.attempts = circumstances.attempts;
    this.body = circumstances.body;
  }

  /** What a program may print or log: all of it but the stack. */
  toJSON(): Record<string, unknown> {
    const { error, code, status, details, suggestion, next_steps, retry_after_seconds, request_id, body } = this;
    return { error, code, status, details, suggestion, ...body, next_steps, retry_after_seconds, request_id };
  }
}

/** Codes after which the same call will not succeed soon, although their status says that it may. */
const LASTING: ReadonlySet<string> = new Set(["credits_not_sold", "card_checkout_off"]);

/** Whether the same call may succeed a little later. */
export function isTransient({ code, status = 0 }: DenkeeperError): boolean {
  if (LASTING.has(code)) return false;
  if (code === "unreachable" || code === "timed_out" || code === "still_running") return true;
  return status === 408 || status === 429 || status >= 500;
}
