// The client: one call from its input to its answer, tried again where that is safe. It uses nothing but what Node, Deno,
// Bun and browsers have in common.
import { DenkeeperError, isTransient, type ErrorCode } from "./errors.ts";
import { OPERATIONS, type Operation, type OperationName } from "./generated/operations.ts";
import type { Answers, ErrorBody, NextStep } from "./generated/types.ts";
import { Keeping } from "./keep.ts";
import {
  DEFAULT_URL,
  freshIdempotencyKey,
  type CallOptions,
  type DenkeeperOptions,
  type ClientTiming,
} from "./options.ts";
import { operationOf, pathPattern, type StepTo } from "./steps.ts";

const FIRST_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 8_000;
/** Operations that answer with a key, which the client uses from then on. */
const KEYED: ReadonlySet<string> = new Set(["register", "recover", "rotateKey"]);

interface PreparedRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What came of one attempt: an answer, or no answer. */
type AttemptOutcome =
  | { readonly kind: "answer"; readonly response: Response; readonly text: string }
  | { readonly kind: "nothing"; readonly code: "unreachable" | "timed_out"; readonly cause: unknown };

export class Denkeeper extends Keeping {
  readonly url: string;
  protected readonly timing: ClientTiming;
  readonly #options: DenkeeperOptions;
  #key: string | undefined;

  constructor(options: DenkeeperOptions = {}) {
    super();
    this.#options = options;
    const { sleep = pause, now = Date.now, onRetry } = options;
    this.timing = { sleep, now, onRetry };
    this.#key = options.key;
    this.url = (options.url ?? DEFAULT_URL).replace(/\/+$/, "");
  }

  /** The key that is sent: the one given, or that of the last registration, recovery or rotation. */
  get key(): string | undefined {
    return this.#key;
  }

  /**
   * Follows one of `next_steps`: the call that it names, as it stands. Links to elsewhere are not followed. The answer has
   * a type once `isStepTo` has told which operation the step is.
   */
  follow<Name extends OperationName>(step: StepTo<Name>, options?: CallOptions): Promise<Answers[Name]>;
  follow(step: NextStep, options?: CallOptions): Promise<unknown>;
  async follow(step: NextStep, options?: CallOptions): Promise<unknown> {
    if (!("endpoint" in step)) {
      throw this.#stranded(
        "follow",
        "unknown_step",
        "This step is a link, not a call",
        `Open ${step.url} in a browser.`,
      );
    }
    const [path = "", search = ""] = step.endpoint.split("?", 2);
    const found = operationOf(step);
    if (found === undefined) {
      const advice = "Update this package: the service has newer calls.";
      throw this.#stranded("follow", "unknown_step", `${step.method} ${path} is unknown to this client`, advice);
    }
    const named = pathPattern(found).exec(path)?.groups ?? {};
    const inPath = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, decodeURIComponent(value)]));
    const input = { ...inPath, ...Object.fromEntries(new URLSearchParams(search)), ...step.body };
    return this.request(found, input, options);
  }

  /** Makes a call by the name of its operation, or one that is described; for programs that learn from elsewhere what to call. */
  call<Name extends OperationName>(name: Name, input?: object, options?: CallOptions): Promise<Answers[Name]>;
  call(operation: Operation, input?: object, options?: CallOptions): Promise<unknown>;
  call(named: OperationName | Operation, input: object = {}, options?: CallOptions): Promise<unknown> {
    return this.request(typeof named === "string" ? OPERATIONS[named] : named, input, options);
  }

  protected async request<Answer>(operation: Operation, input: object, options: CallOptions = {}): Promise<Answer> {
    const prepared = this.#prepare(operation, input, options);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? 3;
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(prepared);
      if (outcome.kind === "answer" && outcome.response.ok) {
        const answer = this.#read(prepared, outcome, attempts);
        // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: these operations answer with a key, as their contracts say
        if (KEYED.has(operation.name)) this.#key = (answer as Answers["register"]).your_token;
        // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an answer of the service, as its contract describes it
        return answer as Answer;
      }
      const error = this.#errorOf(prepared, outcome, attempts);
      const waitMs = attempts > retries ? undefined : this.#waitMs(error, attempts);
      if (waitMs === undefined) throw error;
      this.timing.onRetry?.({ operation: operation.name, code: error.code, attempts, waitMs });
      await this.timing.sleep(waitMs, prepared.signal);
    }
  }

  #prepare(operation: Operation, input: object, options: CallOptions): PreparedRequest {
    const { userAgent, timeoutMs = 30_000 } = this.#options;
    const key = this.#key;
    if (operation.needsKey && key === undefined) {
      const advice = "Register first, then pass the key to the client: new Denkeeper({ key }).";
      throw this.#stranded(operation.name, "no_key", "This call needs a key", advice);
    }
    if (operation.name === "register" && key !== undefined) {
      const advice = "Use the account you have, or register with a client of its own: new Denkeeper({ url }).";
      throw this.#stranded(operation.name, "already_registered", "This client has a key already", advice);
    }
    const given = Object.entries(input).filter((entry): entry is [string, unknown] => entry[1] !== undefined);
    const { path, search, body } = placed(operation, given);
    const requestId = options.requestId ?? crypto.randomUUID();
    const changes = operation.method !== "GET";
    return {
      operation,
      url: `${this.url}${path}${search}`,
      init: {
        method: operation.method,
        headers: {
          accept: "application/json, text/markdown;q=0.9",
          "x-request-id": requestId,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
          ...(changes ? { "idempotency-key": options.idempotencyKey ?? freshIdempotencyKey() } : {}),
          ...(operation.bodyFields !== undefined ? { "content-type": "application/json" } : {}),
        },
        ...(operation.bodyFields !== undefined ? { body: JSON.stringify(body) } : {}),
      },
      requestId,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      signal: options.signal,
    };
  }

  async #attempt({ url, init, timeoutMs, signal }: PreparedRequest): Promise<AttemptOutcome> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const fetchIt = this.#options.fetch ?? globalThis.fetch;
    try {
      const limits = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      // A redirect would send the key to an address the caller did not choose.
      const response = await fetchIt(url, { ...init, signal: limits, redirect: "error" });
      return { kind: "answer", response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      return { kind: "nothing", code: timeout.aborted ? "timed_out" : "unreachable", cause };
    }
  }

  #read(
    prepared: PreparedRequest,
    { response, text }: AttemptOutcome & { readonly kind: "answer" },
    attempts: number,
  ): unknown {
    const { operation, requestId } = prepared;
    const remaining = response.headers.get("x-ratelimit-remaining");
    this.#options.onAnswer?.({
      operation: operation.name,
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? requestId,
      attempts,
      replayed: response.headers.get("idempotency-replayed") === "true",
      remaining: remaining === null ? undefined : Number(remaining),
    });
    const isJson = response.headers.get("content-type")?.split(";", 1)[0] === "application/json";
    return isJson ? this.#parsed(prepared, text, attempts) : text;
  }

  #parsed({ operation, requestId }: PreparedRequest, text: string, attempts: number): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const suggestion = "A proxy between you and the service may have changed it. Try again.";
      const circumstances = { code: "unreadable_answer", operation: operation.name, requestId, attempts } as const;
      throw new DenkeeperError("The response is not JSON", { ...circumstances, suggestion }, { cause });
    }
  }

  #errorOf(
    { operation, requestId, timeoutMs }: PreparedRequest,
    outcome: AttemptOutcome,
    attempts: number,
  ): DenkeeperError {
    const common = { operation: operation.name, requestId, attempts };
    if (outcome.kind === "nothing") {
      const { code, cause } = outcome;
      const timedOut = code === "timed_out";
      const message = timedOut ? `No response within ${timeoutMs / 1000} seconds` : `Cannot reach ${this.url}`;
      const suggestion = timedOut
        ? "Try again later. With the same idempotencyKey, the call takes effect only once."
        : "Check the address, and that the service is running.";
      return new DenkeeperError(message, { ...common, code, suggestion }, { cause });
    }
    const { response, text } = outcome;
    const { status, headers } = response;
    const body = errorBodyOf(text);
    const error = body?.error ?? `The service returned ${status}`;
    const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
    return new DenkeeperError(error, {
      ...common,
      requestId: headers.get("x-request-id") ?? requestId,
      code: body?.code ?? "unreadable_answer",
      status,
      suggestion: body?.suggestion ?? "Check the address of the service.",
      nextSteps: body?.next_steps,
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : body?.retry_after_seconds,
      body,
    });
  }

  /** How long to wait before the same call may be tried again; undefined when it must not be. */
  #waitMs(error: DenkeeperError, attempts: number): number | undefined {
    if (!isTransient(error)) return undefined;
    const { retry_after_seconds: retryAfter } = error;
    if (retryAfter === undefined) {
      const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
      return backoffMs * (0.5 + Math.random() / 2);
    }
    const waitMs = retryAfter * 1000;
    return waitMs > (this.#options.maxRetryWaitMs ?? 60_000) ? undefined : waitMs;
  }

  #stranded(operation: string, code: ErrorCode, message: string, suggestion: string): DenkeeperError {
    return new DenkeeperError(message, { code, operation, suggestion, requestId: "", attempts: 0 });
  }
}

/** The input, each field where the operation wants it. */
function placed(operation: Operation, given: readonly (readonly [string, unknown])[]) {
  const fields = Object.fromEntries(given);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of given) {
    if (operation.pathFields.includes(name)) continue;
    if (operation.queryFields.includes(name)) query.set(name, String(value));
    else body[name] = value;
  }
  return { path, search: query.size === 0 ? "" : `?${query.toString()}`, body };
}

function errorBodyOf(text: string): (ErrorBody & Record<string, unknown>) | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isError = typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: checked as far as it matters: it says what went wrong
    return isError ? (body as ErrorBody & Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
