// Makes calls, and retries them where that is safe, with only what Node, Deno, Bun, and browsers have in common.
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
/** Operations whose answers contain a key, which the client then uses. */
const KEYED: ReadonlySet<string> = new Set(["register", "recover", "rotateKey"]);

interface PreparedRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

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

  /** The key that is sent, from the options or the last registration, recovery, or rotation. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Makes the call of one of `next_steps`. The answer is typed if `isStepTo` has identified the operation. Throws for a link. */
  follow<Name extends OperationName>(step: StepTo<Name>, options?: CallOptions): Promise<Answers[Name]>;
  follow(step: NextStep, options?: CallOptions): Promise<unknown>;
  async follow(step: NextStep, options?: CallOptions): Promise<unknown> {
    if (!("endpoint" in step)) {
      const suggestion = `Open ${step.url} in a browser.`;
      throw unsentError("follow", "unknown_step", "This step is a link, not a call", suggestion);
    }
    const [path = "", search = ""] = step.endpoint.split("?", 2);
    const operation = operationOf(step);
    if (operation === undefined) {
      const suggestion = "Update this package: the service has newer calls.";
      throw unsentError("follow", "unknown_step", `${step.method} ${path} is unknown to this client`, suggestion);
    }
    const named = pathPattern(operation).exec(path)?.groups ?? {};
    const inPath = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, decodeURIComponent(value)]));
    const input = { ...inPath, ...Object.fromEntries(new URLSearchParams(search)), ...step.body };
    return this.request(operation, input, options);
  }

  /** Makes a call by operation name or `Operation`, for programs that choose calls at run time. */
  call<Name extends OperationName>(name: Name, input?: object, options?: CallOptions): Promise<Answers[Name]>;
  call(operation: Operation, input?: object, options?: CallOptions): Promise<unknown>;
  call(operation: OperationName | Operation, input: object = {}, options?: CallOptions): Promise<unknown> {
    return this.request(typeof operation === "string" ? OPERATIONS[operation] : operation, input, options);
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
      const suggestion = "Register first, then pass the key to the client: new Denkeeper({ key }).";
      throw unsentError(operation.name, "no_key", "This call needs a key", suggestion);
    }
    if (operation.name === "register" && key !== undefined) {
      const suggestion = "Use this account, or register another with a new client: new Denkeeper({ url }).";
      throw unsentError(operation.name, "already_registered", "This client already has a key", suggestion);
    }
    const fields = Object.entries(input).filter((entry): entry is [string, unknown] => entry[1] !== undefined);
    const { path, search, body } = placeFields(operation, fields);
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
    const send = this.#options.fetch ?? globalThis.fetch;
    try {
      const limits = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      // A redirect would send the key to an address that the caller did not choose.
      const response = await send(url, { ...init, signal: limits, redirect: "error" });
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
    if (!isJson) return text;
    try {
      return JSON.parse(text);
    } catch (cause) {
      const suggestion = "A proxy between you and the service may have changed it. Try again.";
      const context = {
        code: "unreadable_answer",
        operation: operation.name,
        requestId,
        attempts,
        suggestion,
      } as const;
      throw new DenkeeperError("The response is not JSON", context, { cause });
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

  /** Returns the wait before a retry, or undefined if the call must not be retried. */
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
}

function unsentError(operation: string, code: ErrorCode, message: string, suggestion: string): DenkeeperError {
  return new DenkeeperError(message, { code, operation, suggestion, requestId: "", attempts: 0 });
}

function placeFields(operation: Operation, fields: readonly (readonly [string, unknown])[]) {
  const values = Object.fromEntries(fields);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of fields) {
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
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: `error` was checked, and other fields are optional
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
