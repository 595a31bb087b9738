// The keeper's loop: `keepOnce` does what is due in one visit; `keep` repeats visits and outlasts outages.
import { DenkeeperError, isTransient } from "./errors.ts";
import { Operations } from "./generated/methods.ts";
import type { OperationName } from "./generated/operations.ts";
import type { Answers, CheckStatusCompactAnswer, Report, ReportLine, VisitAnswer } from "./generated/types.ts";
import { freshIdempotencyKey, type CallOptions, type ClientTiming } from "./options.ts";
import { isStepTo, type StepTo } from "./steps.ts";

/** A visit has at most 50 actions, so a house with more due actions needs several visits. */
const MOST_VISITS = 4;
/** Waits before further attempts; the last value repeats. */
const PAUSES_MS = [5_000, 30_000, 120_000] as const;
/** The time without an answer before the first `silent` report. */
const PATIENCE_MS = 900_000;
/** The minimum time between two visits. */
export const LEAST_WAIT_MS = 60_000;
/** The longest single sleep. After a laptop's own sleep, the loop therefore continues within this time. */
const NAP_MS = 30_000;
const HOUR_MS = 3_600_000;
/** The maximum number of hours by which one call moves a test clock. */
const FARTHEST_HOURS = 720;
/** HTTP statuses that end the loop whatever their error code, even from a proxy. */
const ENDING: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/** A line of the service's report, or the client's own report that the service has not answered for some time. */
export type KeptReport = ReportLine | { readonly kind: "silent"; readonly at: string; readonly message: string };

/** The result of a visit. */
export interface Kept {
  /** One result per action, in order; empty if nothing was due. */
  readonly results: VisitAnswer["results"];
  /** Lines that your human should know; empty if all is well. */
  readonly reports: readonly KeptReport[];
  /** The service's report. Its lines are in `reports`, and `text` joins them. */
  readonly report: Report | null;
  /** The next check-in, or null if the house is empty or the service has not answered yet. */
  readonly next: NonNullable<VisitAnswer["recommended_checkin"]> | null;
}

export interface KeepOnceOptions extends Pick<CallOptions, "signal" | "timeoutMs" | "maxRetries"> {
  /** Confirms that your human knows this visit's report. Without confirmation, the next visit repeats the report. */
  readonly told?: boolean | undefined;
}

export interface KeepOptions {
  /** Ends the loop when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer after which the loop yields a `silent` report, repeatedly. Default: 900,000. */
  readonly patienceMs?: number | undefined;
  /** Moves the clock instead of waiting, for test accounts only. */
  readonly moveClock?: boolean | undefined;
}

/** The state of a loop, which all of its calls share. */
interface KeepLoop {
  readonly options: CallOptions;
  /** If absent, a failed call throws once the client's own retries are used up. */
  readonly patienceMs?: number;
  /** The last known check-in. */
  next: Kept["next"];
}

/** Yields visits with a `silent` report while calls are not answered, and returns the answer. */
type PatientStep<Answer> = AsyncGenerator<Kept, Answer, undefined>;

export abstract class Keeping extends Operations {
  protected abstract readonly timing: ClientTiming;
  abstract follow<Name extends OperationName>(step: StepTo<Name>, options?: CallOptions): Promise<Answers[Name]>;

  /** Makes one visit: checks the house, does everything that is due, and returns the report and the next check-in. */
  async keepOnce({ told = false, ...options }: KeepOnceOptions = {}): Promise<Kept> {
    const { value: kept } = await this.#visit({ options, next: null }).next();
    if (told && kept.report !== null) await this.visit({ actions: [], told: kept.report.id }, options);
    return kept;
  }

  /**
   * Repeats visits, each at the time that the previous one named, until the house is empty or the signal is aborted. Outages do
   * not end the loop. Requesting the next visit confirms that your human knows the last report.
   */
  async *keep({ signal, patienceMs = PATIENCE_MS, moveClock = false }: KeepOptions = {}): AsyncGenerator<Kept, void> {
    try {
      yield* this.#keep({ options: { signal, maxRetries: 0 }, patienceMs, next: null }, moveClock);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  }

  async *#keep(loop: KeepLoop, moveClock: boolean): AsyncGenerator<Kept, void, undefined> {
    const { now, sleep } = this.timing;
    for (;;) {
      const { report, next, ...kept } = yield* this.#visit(loop);
      const waitMs = Math.max(LEAST_WAIT_MS, (next?.hours_from_now ?? 0) * HOUR_MS);
      const until = now() + waitMs;
      yield { ...kept, report, next };
      // A program that requests the next visit has passed on the report of this one.
      if (report !== null) yield* this.#patiently(loop, (once) => this.visit({ actions: [], told: report.id }, once));
      if (next === null) return;
      if (moveClock) {
        const advance_hours = Math.min(FARTHEST_HOURS, waitMs / HOUR_MS);
        yield* this.#patiently(loop, (once) => this.moveClock({ advance_hours }, once));
      } else {
        const left = () => until - now();
        while (left() > 0) await sleep(Math.min(NAP_MS, left()), loop.options.signal);
      }
    }
  }

  async *#visit(loop: KeepLoop): PatientStep<Kept> {
    const results: VisitAnswer["results"] = [];
    let last = yield* this.#patiently(loop, (once) => this.#check(once));
    for (let visits = 0; visits < MOST_VISITS; visits++) {
      const due = last.next_steps.filter((step) => step.due === true).find((step) => isStepTo(step, "visit"));
      if (due === undefined) break;
      const answer = yield* this.#patiently(loop, (once) => this.follow(due, once));
      results.push(...answer.results);
      last = answer;
    }
    const { report = null, recommended_checkin: next = null } = last;
    loop.next = next;
    return { results, reports: report?.lines ?? [], report, next };
  }

  /** Checks the house. An empty house has no status, so a visit returns its report instead. */
  async #check(once: CallOptions): Promise<CheckStatusCompactAnswer | VisitAnswer> {
    try {
      return await this.checkStatus({ view: "compact" }, once);
    } catch (error) {
      if (!(error instanceof DenkeeperError) || error.code !== "no_living_creatures") throw error;
      return this.visit({ actions: [] }, once);
    }
  }

  /** Retries a call under one Idempotency-Key until it is answered, and yields `silent` reports during a long outage. */
  async *#patiently<Answer>(
    { options, patienceMs, next }: KeepLoop,
    call: (once: CallOptions) => Promise<Answer>,
  ): PatientStep<Answer> {
    const { now, sleep, onRetry } = this.timing;
    const once = { ...options, idempotencyKey: freshIdempotencyKey() };
    let since: number | undefined;
    let reportedAt = 0;
    for (let attempts = 1; ; attempts++) {
      try {
        return await call(once);
      } catch (error) {
        if (patienceMs === undefined || !canOutlast(error)) throw error;
        if (since === undefined) reportedAt = since = now();
        else if (now() - reportedAt >= patienceMs) {
          reportedAt = now();
          yield { results: [], reports: [silence(since, reportedAt, error)], report: null, next };
        }
        const { operation, code, retry_after_seconds: after = 0 } = error;
        const pauseMs = after > 0 ? Math.max(PAUSES_MS[0], 1000 * after) : (PAUSES_MS[attempts - 1] ?? PAUSES_MS[2]);
        const waitMs = Math.max(0, Math.min(pauseMs, reportedAt + patienceMs - now()));
        onRetry?.({ operation, code, attempts, waitMs });
        await sleep(waitMs, options.signal);
      }
    }
  }
}

/** Checks whether a later attempt may succeed: the answer is missing or damaged, or the rejection is temporary. */
function canOutlast(error: unknown): error is DenkeeperError {
  if (!(error instanceof DenkeeperError) || ENDING.has(error.status)) return false;
  return isTransient(error) || error.code === "unreadable_answer";
}

function silence(since: number, now: number, { message }: DenkeeperError): KeptReport {
  const minutes = Math.round((now - since) / 60_000);
  const at = new Date(since).toISOString();
  return { kind: "silent", at, message: `The service has not answered for ${minutes} minutes: ${message}.` };
}
