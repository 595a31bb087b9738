// Counts a request in a window of its client's address. Keyed calls are counted by agent instead (count-agent.ts).
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
 * Counts a request by its address, or by another subject, and refuses it when there were too many. How many others counted for
 * that subject is not told.
 */
export async function countByAddress(
  { name, limit }: LimitOwner,
  request: RequestContext,
  { limiter }: AddressCounting,
  subject: string = request.address,
): Promise<void> {
  const standing = await limiter.consume(limit.counter ?? name, limit, subject, request.now);
  if (subject === request.address || standing.exceeded) request.standing = standing;
  refuseIfExceeded(standing, request.now);
}

/** For so many addresses a /48 has room: it may be one subscriber's, or the network of many phones. */
const ADDRESSES_IN_SITE = 16;
const SITE = /^(\w+:\w+:\w+):\w+::\/64$/;

/** Takes a place of the address and one of its /48, or gives them back. The standing is the address's own. */
export async function changePlace(
  change: "consume" | "giveBack",
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

/** A slot in a window that counts only calls that take effect. */
export interface Reservation {
  /** What a call without a slot gets, unless it repeats one that took effect. */
  readonly refusal?: Failure | undefined;
  /** The call took effect. */
  keep(): Promise<void>;
  /** It did not. */
  giveBack(): Promise<void>;
}

/**
 * Reserves a slot by address, where the limit counts only calls that take effect. The reply shows the standing among those,
 * also when there were too many others. `meanwhile` is what can be done instead of waiting. A call that showed something
 * `wrong` is one of the others, whether a slot is left or not.
 */
export async function reserveByAddress(
  owner: LimitOwner,
  request: RequestContext,
  counting: AddressCounting,
  held: { reservation: Reservation | undefined },
  { meanwhile, wrong }: { readonly meanwhile: readonly NextStep[]; readonly wrong?: Failure | undefined },
): Promise<void> {
  const { limiter } = counting;
  const { name, limit } = owner;
  const { address, now } = request;
  const counter = limit.counter ?? name;
  const others: LimitOwner = { name: `${counter}:others`, limit: { ...limit, max: limit.others ?? limit.max } };
  const giveBack = async (): Promise<void> => {
    request.standing = await changePlace("giveBack", owner, request, counting);
  };
  const standing = await changePlace("consume", owner, request, counting);
  request.standing = standing;
  const keep = async () => void (await limiter.giveBack(others.name, others.limit, address, now));
  held.reservation = { giveBack, keep };
  if (standing.exceeded) {
    await giveBack();
    // A lost answer can be asked for again, whatever else was done in the meantime.
    const refusal = rateLimited(standing, now, meanwhile);
    held.reservation = { refusal, keep: nothing, giveBack: nothing };
    if (wrong === undefined && headerOf(request, "idempotency-key") === undefined) throw refusal;
  }
  const other = await limiter.consume(others.name, others.limit, address, now);
  refuseIfExceeded(other, now, meanwhile);
  if (wrong !== undefined) throw wrong;
}

async function nothing(): Promise<void> {}

/** What a bad key or code gets: its refusal, or a 429 after too many of them from one address. */
export async function refuseGuess(
  { name, limit }: LimitOwner,
  request: RequestContext,
  { limiter }: AddressCounting,
  refusal: Failure,
): Promise<Failure> {
  const { address, now } = request;
  const standing = await limiter.consume(limit.counter ?? name, limit, address, now);
  if (standing.exceeded || request.standing === undefined) request.standing = standing;
  return standing.exceeded ? rateLimited(standing, now) : refusal;
}

export function refuseIfExceeded(standing: LimitStatus, now: RealInstant, meanwhile: readonly NextStep[] = []): void {
  if (standing.exceeded) throw rateLimited(standing, now, meanwhile);
}

function rateLimited(standing: LimitStatus, now: RealInstant, meanwhile: readonly NextStep[] = []): Failure {
  return tooManyRequests(retryAfterSeconds(standing, now), meanwhile);
}

/** `meanwhile` is what can be done instead of waiting. */
export function tooManyRequests(seconds: Seconds, meanwhile: readonly NextStep[] = []): Failure {
  const wait = countOf(seconds, "second");
  return Failure.general("rate_limited", {
    suggestion: `Wait ${wait}, then call again.`,
    nextSteps: [...meanwhile, discoveryStep(`While you wait ${wait}, see every endpoint of this service.`)],
    headers: { "retry-after": String(seconds) },
    retryAfterSeconds: seconds,
  });
}

/** The refusal of a call that the day's budget has no room for. */
export function spentToday(now: RealInstant): Failure {
  return tooManyRequests(secondsOfDayLeft(now));
}
