// Limits calls to something that may be slow, down, or full, such as a payment provider, a chain node, a bucket, or a renderer.
// Calls have a limit, a bounded queue, a deadline, and a circuit breaker. A request that waits for a call holds no slot.
import type { Logger } from "pino";
import { stopwatch } from "./clock.ts";
import { Breaker } from "./breaker.ts";
import { aside, currentSlot } from "./slot.ts";

export interface DependencyOptions {
  /** The name used in logs, metrics, and answers. */
  readonly name: string;
  /** Limits on running calls (`concurrency`) and on waiting calls (`queue`). */
  readonly concurrency: number;
  readonly queue: number;
  /** Time limit of a call, including its wait in the queue. */
  readonly deadlineMs: number;
  /** Returns whether an error is a fault of the dependency, rather than an answer that rejects the call. Defaults to true. */
  readonly isFault?: (thrown: unknown) => boolean;
  /** Set if calls of disconnected clients are not started. Never set for payments. */
  readonly dropsAbandoned?: boolean;
}

export interface AskOptions {
  /** Set for a further step of work such as a payment. It goes first, and is rejected only when its deadline has passed. */
  readonly begun?: boolean;
  readonly deadlineMs?: number;
  /** Returns whether all clients that wait for the result have disconnected. */
  readonly isAbandoned?: () => boolean;
}

/** After this many consecutive failures, calls are rejected for a while. Then one call is tried. */
const FAILURES = 5;
const REST_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Thrown if the dependency was not called or did not answer in time. */
export class UnavailableError extends Error {
  /** True if the call was sent, so that it may have taken effect. */
  readonly asked: boolean;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(message: string, asked: boolean) {
    super(message);
    this.name = "Unavailable";
    this.asked = asked;
  }
}

interface PendingCall {
  readonly start: () => void;
}

export class Dependency {
  readonly name: string;
  readonly #options: DependencyOptions;
  readonly #breaker = new Breaker({ failures: FAILURES, restMs: REST_MS, now: stopwatch });
  readonly #log: Logger | undefined;
  readonly #queue: PendingCall[] = [];
  #running = 0;
  #refused = 0;
  #isDown = false;

  constructor(options: DependencyOptions, log?: Logger) {
    this.name = options.name;
    this.#options = options;
    this.#log = log;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Number of calls that were rejected or timed out. */
  get refused(): number {
    return this.#refused;
  }

  /** True if the most recently finished call failed. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Runs `work` with a signal that aborts at the deadline. Throws `UnavailableError`, or the error of `work`. */
  async ask<Result>(work: (signal: AbortSignal) => Promise<Result>, options: AskOptions = {}): Promise<Result> {
    const { concurrency, queue, dropsAbandoned = false } = this.#options;
    const { begun = false, deadlineMs = this.#options.deadlineMs } = options;
    if (!begun && this.#running >= concurrency && this.#queue.length >= queue) throw this.#refusal("is busy");
    const slot = currentSlot();
    const isAbandoned = options.isAbandoned ?? (() => slot?.isGone === true);
    return aside(async () => {
      const end = stopwatch() + deadlineMs;
      if (this.#running >= concurrency) await this.#turn(deadlineMs, begun);
      this.#running++;
      try {
        if (!begun && dropsAbandoned && isAbandoned())
          throw this.#refusal("was not called, because the caller disconnected");
        if (!begun && !this.#breaker.mayTry()) throw this.#refusal("does not answer right now");
      } catch (thrown) {
        this.#ended();
        throw thrown;
      }
      return this.#run(work, Math.max(0, end - stopwatch()));
    });
  }

  async #run<Result>(work: (signal: AbortSignal) => Promise<Result>, leftMs: number): Promise<Result> {
    const { isFault = () => true } = this.#options;
    const deadline = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(this.#refusal("did not answer in time", true));
      deadline.abort();
    }, leftMs);
    const running = runNow(work, deadline.signal);
    // A call counts until it has settled, even if no caller still waits for it.
    running.then(
      () => this.#ended(),
      () => this.#ended(),
    );
    try {
      const result = await Promise.race([running, late]);
      this.#succeeded();
      return result;
    } catch (thrown) {
      if (thrown instanceof UnavailableError || isFault(thrown)) this.#failed(thrown);
      else this.#succeeded();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  async #turn(patienceMs: number, begun: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: PendingCall = { start: resolve };
    if (begun) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    const timer = setTimeout(() => {
      const at = this.#queue.indexOf(waiting);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      reject(this.#refusal("is busy"));
    }, patienceMs);
    await promise.finally(() => clearTimeout(timer));
  }

  #ended(): void {
    this.#running--;
    if (this.#running < this.#options.concurrency) this.#queue.shift()?.start();
  }

  #refusal(what: string, asked = false): UnavailableError {
    this.#refused++;
    return new UnavailableError(`The ${this.name} ${what}`, asked);
  }

  #succeeded(): void {
    this.#breaker.succeeded();
    if (this.#isDown) this.#log?.info({ dependency: this.name }, "a dependency recovered");
    this.#isDown = false;
  }

  #failed(thrown: unknown): void {
    this.#breaker.failed();
    const reason = thrown instanceof Error ? thrown.name : "unknown";
    if (!this.#isDown) this.#log?.warn({ dependency: this.name, reason }, "a dependency failed");
    this.#isDown = true;
  }
}

async function runNow<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
  return work(signal);
}

export class Dependencies {
  readonly all: Dependency[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(options: DependencyOptions): Dependency {
    const dependency = new Dependency(options, this.#log);
    this.all.push(dependency);
    return dependency;
  }
}
