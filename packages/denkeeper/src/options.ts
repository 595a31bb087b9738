// Defines the options of the client and of single calls.

/** The address of a service on this machine. */
export const DEFAULT_URL = "http://localhost:3000";

/** Joins two UUIDs, which are hard to guess, because an answer with a key can be requested again by its Idempotency-Key. */
export function freshIdempotencyKey(): string {
  return `${crypto.randomUUID()}.${crypto.randomUUID()}`;
}

/** Facts about a completed call, for logging. */
export interface CallReport {
  readonly operation: string;
  readonly status: number;
  /** Identifies the call in the service's log. */
  readonly requestId: string;
  readonly attempts: number;
  /** True if the service repeated an earlier answer. */
  readonly replayed: boolean;
  /** The number of calls of this kind that remain in the current rate-limit window. */
  readonly remaining: number | undefined;
}

/** Facts about a call that will be retried. */
export interface RetryReport {
  readonly operation: string;
  /** The error code, such as "rate_limited". */
  readonly code: string;
  readonly attempts: number;
  readonly waitMs: number;
}

/** The client's clock, which tests replace. */
export interface ClientTiming {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((report: RetryReport) => void) | undefined;
}

export interface DenkeeperOptions extends Partial<ClientTiming> {
  /** The agent's key (`dk_...`). Public calls and registration do not need a key. */
  readonly key?: string | undefined;
  readonly url?: string | undefined;
  /** Timeout per attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum retries after a lost connection, a timeout, a 429, or a service fault. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** The longest Retry-After, in milliseconds, for which the client waits rather than throw. Default: 60,000. */
  readonly maxRetryWaitMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The User-Agent header, where the platform allows a program to set it. */
  readonly userAgent?: string | undefined;
  /** Called after each answer. */
  readonly onAnswer?: ((report: CallReport) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Defaults to a new key for each call that changes something. Retries repeat the same key. */
  readonly idempotencyKey?: string | undefined;
  readonly requestId?: string | undefined;
}
