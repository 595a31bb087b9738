// Counts a call in its agent's window. The counter moves only after the key matched, so callers cannot use up another
// agent's limit.
import { carriesPayment } from "../../payments/payment-headers.ts";
import type { Rail } from "../../payments/rail.ts";
import type { Limited } from "./count-address.ts";
import { refuseIfExceeded } from "./count-address.ts";
import type { RequestContext } from "../message/request-context.ts";
import type { RateLimiter } from "./rate-limit.ts";

interface Counting {
  readonly limiter: RateLimiter;
  /** The ways to pay that are on. */
  readonly rails: readonly Rail[];
}

export async function countByAgent(
  { name, limit }: Limited,
  request: RequestContext,
  agentId: string,
  { limiter, rails }: Counting,
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
  refuseIfExceeded(request.standing, request.now);
}
