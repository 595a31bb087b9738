// Counts a call in its agent's window. The counter moves only after the key matched, so callers cannot use up another
// agent's limit.
import { carriesPayment } from "../../model/ledger/payment-headers.ts";
import type { Rail } from "../../model/ledger/rail.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { currentSlot } from "../../platform/slot.ts";
import type { LimitOwner } from "../contract/contract.ts";
import { refuseIfExceeded } from "./count-address.ts";
import type { RequestContext, LimitStatus } from "../message/request-context.ts";
import type { RateLimiter } from "./rate-limit.ts";

interface AgentCounting {
  readonly limiter: RateLimiter;
  /** The ways to pay that are on. */
  readonly rails: readonly Rail[];
}

/**
 * Refusing a call that comes too often costs a look at its key. So the refusal takes a moment, in which further calls of the
 * same key wait: whoever does not wait by itself is made to.
 */
const REFUSAL_MS = 100;

async function refuseLater(standing: LimitStatus, now: RealInstant): Promise<void> {
  if (standing.exceeded) await currentSlot()?.resting(async () => sleep(REFUSAL_MS));
  refuseIfExceeded(standing, now);
}

export async function countByAgent(
  { name, limit }: LimitOwner,
  request: RequestContext,
  agentId: string,
  { limiter, rails }: AgentCounting,
  isSitter = false,
): Promise<void> {
  request.agentId = agentId;
  // All sitter keys of an agent share one budget: more keys must not mean more calls, and none uses up the keeper's.
  const subject = isSitter ? `${agentId}:sitters` : agentId;
  const counter = limit.counter ?? name;
  request.standing =
    limit.paying !== undefined && carriesPayment(request.headers, rails)
      ? await limiter.consume(`${counter}:paying`, { ...limit, max: limit.paying }, subject, request.now)
      : await limiter.consume(counter, limit, subject, request.now);
  await refuseLater(request.standing, request.now);
}
