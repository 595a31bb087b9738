// How the client is set up, and what can be said for a single call.

/** The default address: a service on this machine. */
export const DEFAULT_URL = "http://localhost:3000";

/** Two UUIDs: long enough to also protect an answer that holds a key. */
export function freshIdempotencyKey(): string {
  return `${crypto.randomUUID()}.${crypto.randomUUID()}`;
}

/** What happened in one call, for a log. */
export interface CallReport {
  readonly operation: string;
  readonly status: number;
  /** Names the call in the log of the service. */
  readonly requestId: string;
  readonly attempts: number;
  /** Whether the service repeated an earlier answer. */
  readonly replayed: boolean;
  /** How many calls of this kind are left in the present window. */
  readonly remaining: number | undefined;
}

/** Why a call is tried again, and after what time. */
export interface RetryReport {
  readonly operation: string;
  /** The code of the error, such as "rate_limited". */
  readonly code: string;
  readonly attempts: number;
  readonly waitMs: number;
}

/** How the client waits. Tests have clocks of their own. */
export interface ClientTiming {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** The time of this machine, in milliseconds. */
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
  /** How often a call is tried again after a lost connection, a 429 or a fault of the service. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** A longer Retry-After is not waited for; the error says how long it would be. Default: 60,000. */
  readonly maxRetryWaitMs?: number | undefined;
  /** Another `fetch`. */
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
  /** Without it each call that changes something gets a fresh one, and keeps it when it is tried again. */
  readonly idempotencyKey?: string | undefined;
  readonly requestId?: string | undefined;
}
