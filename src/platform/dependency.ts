// A dependency outside of this process that may be slow, down or full: a payment provider, a chain node, a bucket, a
// renderer. Calls are limited in number, queue up to a bound, are rejected immediately beyond it, and have a deadline
// and a circuit breaker. A waiting call holds no request slot.
import type { Logger } from "pino";
import { stopwatch } from "./clock.ts";
import { Breaker } from "./breaker.ts";
import { aside, currentSlot } from "./slot.ts";

export interface DependencyOptions {
  /** As the log, the metrics and the answers call it. */
  readonly name: string;
  /** How many calls may run at a time, and how many may wait for their turn. */
  readonly concurrency: number;
  readonly queue: number;
  /** How long a call may take, its time in the queue included. */
  readonly deadlineMs: number;
  /** Whether an error tells that the dependency is not well, as opposed to an answer that we do not like. */
  readonly isFault?: (thrown: unknown) => boolean;
  /** Whether what nobody waits for any more is not started. Not for money. */
  readonly dropsAbandoned?: boolean;
}

export interface AskOptions {
  /** A step of something that has begun, such as a payment: it goes first, and is neither refused nor dropped. */
  readonly begun?: boolean;
  readonly deadlineMs?: number;
  /** Whether all who wait for the result have hung up. */
  readonly isAbandoned?: () => boolean;
}

/** After so many failures in a row nobody asks for a while. */
const FAILURES = 5;
const REST_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** The dependency was not asked, or did not answer in time. */
export class UnavailableError extends Error {
  /** Whether it was asked: what it was asked for may have happened. */
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

  /** How many calls were refused or gave up so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether the last calls failed. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** What `work` answers. The signal ends it at the deadline, if it listens. Throws `Unavailable`, or what `work` throws. */
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
        if (!begun && dropsAbandoned && isAbandoned()) throw this.#refusal("is not asked for a caller that has left");
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
    // A call counts until it has really ended, whoever still waits for it.
    running.then(
      () => this.#ended(),
      () => this.#ended(),
    );
    try {
      const result = await Promise.race([running, late]);
      this.#wentWell();
      return result;
    } catch (thrown) {
      if (thrown instanceof UnavailableError || isFault(thrown)) this.#failed(thrown);
      else this.#wentWell();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when it is this call's turn. */
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

  #wentWell(): void {
    this.#breaker.succeeded();
    if (this.#isDown) this.#log?.info({ dependency: this.name }, "a dependency answers again");
    this.#isDown = false;
  }

  #failed(thrown: unknown): void {
    this.#breaker.failed();
    const reason = thrown instanceof Error ? thrown.name : "unknown";
    if (!this.#isDown) this.#log?.warn({ dependency: this.name, reason }, "a dependency does not answer");
    this.#isDown = true;
  }
}

async function runNow<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
  return work(signal);
}

/** The dependencies of a process, for its metrics. */
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
