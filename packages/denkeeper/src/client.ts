// The client: one call from its input to its answer, tried again where that is safe. It uses nothing but what Node, Deno,
// Bun and browsers have in common.
import { DenkeeperError } from "./errors.ts";
import { Operations } from "./generated/methods.ts";
import { OPERATIONS, type Operation, type OperationName } from "./generated/operations.ts";
import type { Answers, CheckStatusCompactAnswer, ErrorBody, NextStep, VisitAnswer } from "./generated/types.ts";
import { DEFAULT_URL, type CallOptions, type DenkeeperOptions } from "./options.ts";
import { isStepTo, operationOf, pathPattern, type StepTo } from "./steps.ts";

const FIRST_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 8_000;
/** Answers after which the same call may succeed. */
const PASSING = new Set([429, 500, 502, 503, 504]);

/** Answers of that kind after which it will not. */
const LASTING: ReadonlySet<string> = new Set(["credits_not_sold", "card_checkout_off"]);

const NOT_MODIFIED = 304;
/** How many answers a client with conditional reads keeps. */
const MOST_KEPT = 50;

/** An answer, and the tag by which the service can say that it still holds. */
interface KeptAnswer {
  readonly tag: string;
  readonly answer: unknown;
}

interface Prepared {
  readonly operation: Operation;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly kept: KeptAnswer | undefined;
}

/** What came of one attempt: an answer, or no answer. */
type Outcome =
  | { readonly kind: "answer"; readonly response: Response; readonly text: string }
  | { readonly kind: "nothing"; readonly code: "unreachable" | "timed_out"; readonly cause: unknown };

/** What was done in a house, and when to come back. */
export interface HouseVisit {
  /** One for each action, in order; empty when nothing was due. */
  readonly results: VisitAnswer["results"];
  readonly recommended_checkin: CheckStatusCompactAnswer["recommended_checkin"];
  /** What your human should know, if anything. It comes again until its `id` is sent as `told`. */
  readonly report?: VisitAnswer["report"];
  readonly while_you_were_away?: CheckStatusCompactAnswer["while_you_were_away"];
}

export class Denkeeper extends Operations {
  readonly url: string;
  readonly #options: DenkeeperOptions;
  /** By address, the oldest first. */
  readonly #kept = new Map<string, KeptAnswer>();

  constructor(options: DenkeeperOptions = {}) {
    super();
    this.#options = options;
    this.url = (options.url ?? DEFAULT_URL).replace(/\/+$/, "");
  }

  /**
   * The whole loop of a keeper: looks at the house, does what is due, and says when to come back.
   * `for (;;) await sleepUntil((await house.visitHouse()).recommended_checkin.at)`
   */
  async visitHouse({ told, ...options }: CallOptions & { readonly told?: number } = {}): Promise<HouseVisit> {
    const status = await this.checkStatus({ view: "compact", ...(told === undefined ? {} : { told }) }, options);
    const { recommended_checkin, report, while_you_were_away } = status;
    const due = status.next_steps.find((step) => isStepTo(step, "visit"));
    if (due === undefined) return { results: [], recommended_checkin, report, while_you_were_away };
    const { results, report: last, recommended_checkin: next } = await this.follow(due, options);
    return { results, recommended_checkin: next ?? recommended_checkin, report: last, while_you_were_away };
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

  /** Makes a call by the name of its operation; for programs that take the name from somewhere else. */
  call<Name extends OperationName>(name: Name, input: object = {}, options?: CallOptions): Promise<Answers[Name]> {
    return this.request(OPERATIONS[name], input, options);
  }

  protected async request<Answer>(operation: Operation, input: object, options: CallOptions = {}): Promise<Answer> {
    const prepared = this.#prepare(operation, input, options);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? 3;
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(prepared);
      if (outcome.kind === "answer" && (outcome.response.ok || outcome.response.status === NOT_MODIFIED)) {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an answer of the service, as its contract describes it
        return this.#read(prepared, outcome, attempts) as Answer;
      }
      const error = this.#errorOf(prepared, outcome, attempts);
      const waitMs = attempts > retries ? undefined : this.#waitMs(error, attempts);
      if (waitMs === undefined) throw error;
      this.#options.onRetry?.({ operation: operation.name, code: error.code, attempts, waitMs });
      await pause(waitMs, prepared.signal);
    }
  }

  #prepare(operation: Operation, input: object, options: CallOptions): Prepared {
    const { key, userAgent, timeoutMs = 30_000 } = this.#options;
    if (operation.needsKey && key === undefined) {
      const advice = "Register first, then pass the key to the client: new Denkeeper({ key }).";
      throw this.#stranded(operation.name, "no_key", "This call needs a key", advice);
    }
    const given = Object.entries(input).filter((entry): entry is [string, unknown] => entry[1] !== undefined);
    const { path, search, body } = placed(operation, given);
    const requestId = options.requestId ?? crypto.randomUUID();
    const changes = operation.method !== "GET";
    const url = `${this.url}${path}${search}`;
    const kept = changes ? undefined : this.#kept.get(url);
    return {
      operation,
      url,
      init: {
        method: operation.method,
        headers: {
          accept: "application/json, text/markdown;q=0.9",
          "x-request-id": requestId,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
          ...(changes ? { "idempotency-key": options.idempotencyKey ?? freshIdempotencyKey() } : {}),
          ...(operation.hasBody ? { "content-type": "application/json" } : {}),
          ...(kept === undefined ? {} : { "if-none-match": kept.tag }),
        },
        ...(operation.hasBody ? { body: JSON.stringify(body) } : {}),
      },
      requestId,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      signal: options.signal,
      kept,
    };
  }

  async #attempt({ url, init, timeoutMs, signal }: Prepared): Promise<Outcome> {
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

  #read(prepared: Prepared, { response, text }: Outcome & { readonly kind: "answer" }, attempts: number): unknown {
    const { operation, requestId, url, kept } = prepared;
    const remaining = response.headers.get("x-ratelimit-remaining");
    const notModified = response.status === NOT_MODIFIED;
    this.#options.onAnswer?.({
      operation: operation.name,
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? requestId,
      attempts,
      replayed: response.headers.get("idempotency-replayed") === "true",
      notModified,
      remaining: remaining === null ? undefined : Number(remaining),
    });
    if (notModified && kept !== undefined) {
      this.#keep(url, kept);
      return kept.answer;
    }
    const isJson = response.headers.get("content-type")?.split(";", 1)[0] === "application/json";
    const answer = isJson ? this.#parsed(prepared, text, attempts) : text;
    const tag = response.headers.get("etag");
    if (this.#options.conditionalReads === true && operation.method === "GET" && tag !== null) {
      this.#keep(url, { tag, answer });
    }
    return answer;
  }

  #parsed({ operation, requestId }: Prepared, text: string, attempts: number): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const suggestion = "A proxy between you and the service may have changed it. Try again.";
      const circumstances = { code: "unreadable_answer", operation: operation.name, requestId, attempts } as const;
      throw new DenkeeperError("The response is not JSON", { ...circumstances, suggestion }, { cause });
    }
  }

  #keep(url: string, kept: KeptAnswer): void {
    this.#kept.delete(url);
    this.#kept.set(url, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #errorOf({ operation, requestId, timeoutMs }: Prepared, outcome: Outcome, attempts: number): DenkeeperError {
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
    const { code, status, retry_after_seconds: retryAfter } = error;
    const passing =
      code === "unreachable" || code === "timed_out" || code === "still_running" || PASSING.has(status ?? 0);
    if (!passing || LASTING.has(code)) return undefined;
    if (retryAfter === undefined) {
      const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
      return backoffMs * (0.5 + Math.random() / 2);
    }
    const waitMs = retryAfter * 1000;
    return waitMs > (this.#options.maxRetryWaitMs ?? 60_000) ? undefined : waitMs;
  }

  #stranded(operation: string, code: "no_key" | "unknown_step", message: string, suggestion: string): DenkeeperError {
    return new DenkeeperError(message, { code, operation, suggestion, requestId: "", attempts: 0 });
  }
}

/** Two UUIDs: long enough to also protect an answer that holds a key. */
export function freshIdempotencyKey(): string {
  return `${crypto.randomUUID()}.${crypto.randomUUID()}`;
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
