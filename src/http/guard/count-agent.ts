// Counts a call in its agent's window. The counter increases only after the key matched, so callers cannot use up another agent's
// limit.
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
 * Delays each rejection by this long, because a rejected call still costs a key check. A delayed call keeps its place in the
 * key's lane, which slows down a caller that ignores its limit.
 */
const REFUSAL_MS = 100;

async function rejectAfterDelay(limitStatus: LimitStatus, now: RealInstant): Promise<void> {
  if (limitStatus.exceeded) await currentSlot()?.resting(async () => sleep(REFUSAL_MS));
  rejectIfExceeded(limitStatus, now);
}

export async function countByAgent(
  { name, limit }: LimitOwner,
  request: RequestContext,
  { agentId, isSitter }: { readonly agentId: string; readonly isSitter: boolean },
  { limiter, rails }: AgentCounting,
): Promise<void> {
  request.agentId = agentId;
  // All sitter keys of an agent share one window, so that more keys do not mean more calls. Sitters never use up the keeper's
  // window.
  const subject = isSitter ? `${agentId}:sitters` : agentId;
  const counter = limit.counter ?? name;
  request.limitStatus =
    limit.paying !== undefined && carriesPayment(request.headers, rails)
      ? await limiter.consume(`${counter}:paying`, { ...limit, max: limit.paying }, subject, request.now)
      : await limiter.consume(counter, limit, subject, request.now);
  await rejectAfterDelay(request.limitStatus, request.now);
}
