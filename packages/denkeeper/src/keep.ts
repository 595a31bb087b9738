// The loop of a keeper: one visit that does what is due, and visit after visit with the patience to outlast an outage.
import { DenkeeperError, isTransient } from "./errors.ts";
import { Operations } from "./generated/methods.ts";
import type { OperationName } from "./generated/operations.ts";
import type { Answers, CheckStatusCompactAnswer, Report, ReportLine, VisitAnswer } from "./generated/types.ts";
import { freshIdempotencyKey, type CallOptions, type ClientTiming } from "./options.ts";
import { isStepTo, type StepTo } from "./steps.ts";

/** One visit has room for 50 actions. A very full house needs more than one. */
const MOST_VISITS = 4;
/** How long to wait before another attempt; the last one counts from then on. */
const PAUSES_MS = [5_000, 30_000, 120_000] as const;
const PATIENCE_MS = 900_000;
export const LEAST_WAIT_MS = 60_000;
/** Short, by the wall clock: a laptop that wakes up comes at once. */
const NAP_MS = 30_000;
const HOUR_MS = 3_600_000;
/** As far as a test clock moves at once. */
const FARTHEST_HOURS = 720;
/** Answers that end the loop, whoever gave them. */
const ENDING: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

/** `silent` is the client's own: the service has not answered for some time. */
export type KeptReport = ReportLine | { readonly kind: "silent"; readonly at: string; readonly message: string };

/** What came of one visit. */
export interface Kept {
  /** One for each action, in order; empty when nothing was due. */
  readonly results: VisitAnswer["results"];
  /** What your human should know; empty when all is well. */
  readonly reports: readonly KeptReport[];
  /** The service's report, of which these are the lines: its `text` is all of them in one piece. */
  readonly report: Report | null;
  /** When to come back; null when nobody lives in the house, or if the service has not answered yet. */
  readonly next: NonNullable<VisitAnswer["recommended_checkin"]> | null;
}

export interface KeepOnceOptions extends Pick<CallOptions, "signal" | "timeoutMs" | "maxRetries"> {
  /** Tells the service that your human knows what this visit reports. Without it, the next visit reports it again. */
  readonly told?: boolean | undefined;
}

export interface KeepOptions {
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined;
  /** After how long without an answer a visit with a report `silent` comes, again and again. Default: 900,000. */
  readonly patienceMs?: number | undefined;
  /** Moves the clock instead of waiting; for test accounts. */
  readonly moveClock?: boolean | undefined;
}

/** What all calls of a loop have in common. */
interface KeepLoop {
  readonly options: CallOptions;
  /** Without patience, a call that fails throws. */
  readonly patienceMs?: number;
  /** The last that was known. */
  next: Kept["next"];
}

/** A value on the way to the answer says that there is none yet. */
type PatientStep<Answer> = AsyncGenerator<Kept, Answer, undefined>;

export abstract class Keeping extends Operations {
  protected abstract readonly timing: ClientTiming;
  abstract follow<Name extends OperationName>(step: StepTo<Name>, options?: CallOptions): Promise<Answers[Name]>;

  /** One visit: looks at the house, does everything that is due, and says what to report and when to come back. */
  async keepOnce({ told = false, ...options }: KeepOnceOptions = {}): Promise<Kept> {
    const { value: kept } = await this.#visit({ options, next: null }).next();
    if (told && kept.report !== null) await this.visit({ actions: [], told: kept.report.id }, options);
    return kept;
  }

  /**
   * Visit after visit, each at the time that the last one named, until nobody lives in the house or the signal is aborted.
   * It outlasts outages. Asking for the next visit says that your human knows what the last one reported.
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
      // Whoever asks for the next visit has passed the report of this one on.
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
    let last = yield* this.#patiently(loop, (once) => this.#look(once));
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

  /** An empty house has no status, but its report. */
  async #look(once: CallOptions): Promise<CheckStatusCompactAnswer | VisitAnswer> {
    try {
      return await this.checkStatus({ view: "compact" }, once);
    } catch (error) {
      if (!(error instanceof DenkeeperError) || error.code !== "no_living_creatures") throw error;
      return this.visit({ actions: [] }, once);
    }
  }

  /** Makes a call until it is answered, under one Idempotency-Key, and yields `silent` whenever that takes too long. */
  async *#patiently<Answer>(
    { options, patienceMs, next }: KeepLoop,
    call: (once: CallOptions) => Promise<Answer>,
  ): PatientStep<Answer> {
    const { now, sleep, onRetry } = this.timing;
    const once = { ...options, idempotencyKey: freshIdempotencyKey() };
    let since: number | undefined;
    let saidAt = 0;
    for (let attempts = 1; ; attempts++) {
      try {
        return await call(once);
      } catch (error) {
        if (patienceMs === undefined || !isOutlasted(error)) throw error;
        if (since === undefined) saidAt = since = now();
        else if (now() - saidAt >= patienceMs) {
          saidAt = now();
          yield { results: [], reports: [silence(since, saidAt, error)], report: null, next };
        }
        const { operation, code, retry_after_seconds: asked = 0 } = error;
        const pauseMs = asked > 0 ? Math.max(PAUSES_MS[0], 1000 * asked) : (PAUSES_MS[attempts - 1] ?? PAUSES_MS[2]);
        const waitMs = Math.max(0, Math.min(pauseMs, saidAt + patienceMs - now()));
        onRetry?.({ operation, code, attempts, waitMs });
        await sleep(waitMs, options.signal);
      }
    }
  }
}

/** Whether patience helps: no answer, one that got damaged on its way, or a refusal for now. */
function isOutlasted(error: unknown): error is DenkeeperError {
  if (!(error instanceof DenkeeperError) || ENDING.has(error.status)) return false;
  return isTransient(error) || error.code === "unreadable_answer";
}

function silence(since: number, now: number, { message }: DenkeeperError): KeptReport {
  const minutes = Math.round((now - since) / 60_000);
  const at = new Date(since).toISOString();
  return { kind: "silent", at, message: `The service has not answered for ${minutes} minutes: ${message}.` };
}
