// Counts requests by client address. Calls with a key are counted by agent instead (count-agent.ts).
import type { RealInstant, Seconds } from "@denkeeper/rules/time/units.ts";
import type { LimitOwner, NextStep } from "../contract/contract.ts";
import { headerOf, type RequestContext, type LimitStatus } from "../message/request-context.ts";
import { discoveryStep } from "../contract/steps.ts";
import { Failure } from "../respond/errors.ts";
import { retryAfterSeconds, type RateLimiter } from "./rate-limit.ts";
import { secondsOfDayLeft } from "../../model/agents/budgets.ts";
import { countOf } from "../../platform/counted.ts";

interface AddressCounting {
  readonly limiter: RateLimiter;
}

/**
 * Counts a request by its address, or by `subject`, and rejects it if the limit is exceeded. The window of another subject is
 * reported only when exceeded.
 */
export async function countByAddress(
  { name, limit }: LimitOwner,
  request: RequestContext,
  { limiter }: AddressCounting,
  subject: string = request.address,
): Promise<void> {
  const status = await limiter.consume(limit.counter ?? name, limit, subject, request.now);
  if (subject === request.address || status.exceeded) request.limitStatus = status;
  rejectIfExceeded(status, request.now);
}

/** Maximum for a /48, as a multiple of the maximum for one address. A /48 is one subscriber or a whole mobile network. */
const ADDRESSES_IN_SITE = 16;
const SITE = /^(\w+:\w+:\w+):\w+::\/64$/;

/** Adds or removes a call in the counters of its address and its /48. Returns the status of the address. */
export async function changeCount(
  change: "consume" | "release",
  { name, limit }: LimitOwner,
  { address, now }: RequestContext,
  { limiter }: AddressCounting,
): Promise<LimitStatus> {
  const counter = limit.counter ?? name;
  const own = await limiter[change](counter, limit, address, now);
  const site = SITE.exec(address)?.[1];
  if (site === undefined) return own;
  const wide = { ...limit, max: limit.max * ADDRESSES_IN_SITE };
  const { exceeded, resetsAt } = await limiter[change](`${counter}:site`, wide, site, now);
  return exceeded ? { ...own, exceeded, remaining: 0, resetsAt } : own;
}

/** A place reserved in a window that counts only calls that take effect. */
export interface Reservation {
  /** Thrown unless the call repeats a call that took effect. Set if the window had no place left. */
  readonly refusal?: Failure | undefined;
  /** Confirms that the call took effect. */
  keep(): Promise<void>;
  /** Releases the place of a call that took no effect. */
  release(): Promise<void>;
}

interface ReservationOptions {
  readonly held: { reservation: Reservation | undefined };
  readonly alternatives: readonly NextStep[];
  readonly failure?: Failure | undefined;
}

/**
 * Reserves a place for a call, where the limit counts only calls that take effect. The reply reports that window, even if the
 * limit on other calls is exceeded. Until `keep`, the call also counts against `others`. Throws `failure` after counting.
 * `alternatives` are steps to take instead of waiting.
 */
export async function reserveByAddress(
  owner: LimitOwner,
  request: RequestContext,
  counting: AddressCounting,
  { held, alternatives, failure }: ReservationOptions,
): Promise<void> {
  const { limiter } = counting;
  const { name, limit } = owner;
  const { address, now } = request;
  const counter = limit.counter ?? name;
  const others: LimitOwner = { name: `${counter}:others`, limit: { ...limit, max: limit.others ?? limit.max } };
  const release = async (): Promise<void> => {
    request.limitStatus = await changeCount("release", owner, request, counting);
  };
  const status = await changeCount("consume", owner, request, counting);
  request.limitStatus = status;
  const keep = async () => void (await limiter.release(others.name, others.limit, address, now));
  held.reservation = { release, keep };
  if (status.exceeded) {
    await release();
    // A call without a place may still be a retry that asks for a lost answer.
    const refusal = tooManyRequests(retryAfterSeconds(status, now), alternatives);
    held.reservation = { refusal, keep: nothing, release: nothing };
    if (failure === undefined && headerOf(request, "idempotency-key") === undefined) throw refusal;
  }
  const other = await limiter.consume(others.name, others.limit, address, now);
  rejectIfExceeded(other, now, alternatives);
  if (failure !== undefined) throw failure;
}

async function nothing(): Promise<void> {}

/** Returns `refusal` for a bad key or code, or a 429 after too many bad ones from the same address. */
export async function guessFailure(
  { name, limit }: LimitOwner,
  request: RequestContext,
  { limiter }: AddressCounting,
  refusal: Failure,
): Promise<Failure> {
  const { address, now } = request;
  const status = await limiter.consume(limit.counter ?? name, limit, address, now);
  if (status.exceeded || request.limitStatus === undefined) request.limitStatus = status;
  return status.exceeded ? tooManyRequests(retryAfterSeconds(status, now)) : refusal;
}

export function rejectIfExceeded(status: LimitStatus, now: RealInstant, alternatives: readonly NextStep[] = []): void {
  if (status.exceeded) throw tooManyRequests(retryAfterSeconds(status, now), alternatives);
}

/** `alternatives` are steps to take instead of waiting. */
export function tooManyRequests(seconds: Seconds, alternatives: readonly NextStep[] = []): Failure {
  const wait = countOf(seconds, "second");
  return Failure.general("rate_limited", {
    suggestion: `Wait ${wait}, then call again.`,
    nextSteps: [...alternatives, discoveryStep(`While you wait ${wait}, see every endpoint of this service.`)],
    headers: { "retry-after": String(seconds) },
    retryAfterSeconds: seconds,
  });
}

/** Creates the failure of a call that exceeds its account's daily budget. */
export function spentToday(now: RealInstant): Failure {
  return tooManyRequests(secondsOfDayLeft(now));
}
