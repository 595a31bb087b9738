// Options of the client and of single calls.

/** The default address: a service on this machine. */
export const DEFAULT_URL = "http://localhost:3000";

/** Returns two UUIDs, which are long enough to protect an answer that has a key. */
export function freshIdempotencyKey(): string {
  return `${crypto.randomUUID()}.${crypto.randomUUID()}`;
}

/** The facts of a call, for a log. */
export interface CallReport {
  readonly operation: string;
  readonly status: number;
  /** Identifies the call in the log of the service. */
  readonly requestId: string;
  readonly attempts: number;
  /** The service repeated an earlier answer. */
  readonly replayed: boolean;
  /** Calls of this kind that are left in the current window. */
  readonly remaining: number | undefined;
}

/** Why a call is retried, and when. */
export interface RetryReport {
  readonly operation: string;
  /** The code of the error, such as "rate_limited". */
  readonly code: string;
  readonly attempts: number;
  readonly waitMs: number;
}

/** The clock of the client, which tests replace. */
export interface ClientTiming {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** In milliseconds. */
  readonly now: () => number;
  /** Called before every wait for another attempt. */
  readonly onRetry?: ((report: RetryReport) => void) | undefined;
}

export interface DenkeeperOptions extends Partial<ClientTiming> {
  /** The agent's key (`dk_...`). Public calls and registration need none. */
  readonly key?: string | undefined;
  readonly url?: string | undefined;
  /** For each attempt. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Retries after a lost connection, a 429, or a fault of the service. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** The longest Retry-After that is waited for. A longer one is reported with the error. Default: 60,000. */
  readonly maxRetryWaitMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent as User-Agent where the platform lets a program choose it. */
  readonly userAgent?: string | undefined;
  /** Called after every answer. */
  readonly onAnswer?: ((report: CallReport) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Default: a fresh key for each call that changes something, which its retries repeat. */
  readonly idempotencyKey?: string | undefined;
  readonly requestId?: string | undefined;
}
