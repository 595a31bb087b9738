// Counts a call in its agent's window. The counter moves only after the key matched, so callers cannot use up another
// agent's limit.
import { carriesPayment } from "../../model/ledger/payment-headers.ts";
import type { Rail } from "../../model/ledger/rail.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { currentSlot } from "../../platform/slot.ts";
import type { LimitOwner } from "../contract/contract.ts";
import { rejectIfExceeded } from "./count-address.ts";
import type { RequestContext, LimitStatus } from "../message/request-context.ts";
import type { RateLimiter } from "./rate-limit.ts";

interface AgentCounting {
  readonly limiter: RateLimiter;
  readonly rails: readonly Rail[];
}

/**
 * Refusing a call costs a key check. So a refusal takes a moment, in which further calls of the same key wait: a caller that
 * does not slow down by itself is slowed down.
 */
const REFUSAL_MS = 100;

async function rejectAfterDelay(limitStatus: LimitStatus, now: RealInstant): Promise<void> {
  if (limitStatus.exceeded) await currentSlot()?.resting(async () => sleep(REFUSAL_MS));
  rejectIfExceeded(limitStatus, now);
}

export async function countByAgent(
  { name, limit }: LimitOwner,
  request: RequestContext,
  agentId: string,
  { limiter, rails }: AgentCounting,
  isSitter = false,
): Promise<void> {
  request.agentId = agentId;
  // All sitter keys of an agent share one window: more keys must not mean more calls, nor use up the keeper's.
  const subject = isSitter ? `${agentId}:sitters` : agentId;
  const counter = limit.counter ?? name;
  request.limitStatus =
    limit.paying !== undefined && carriesPayment(request.headers, rails)
      ? await limiter.consume(`${counter}:paying`, { ...limit, max: limit.paying }, subject, request.now)
      : await limiter.consume(counter, limit, subject, request.now);
  await rejectAfterDelay(request.limitStatus, request.now);
}
