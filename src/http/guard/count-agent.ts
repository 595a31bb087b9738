// Counts a call in its agent's window. The counter moves only after the key matched, so callers cannot use up another
// agent's limit.
import { carriesPayment } from "../../payments/payment-headers.ts";
import type { Rail } from "../../payments/rail.ts";
import type { Caller } from "../../store/accounts/callers.ts";
import type { Limited } from "./count-address.ts";
import { refuseIfExceeded } from "./count-address.ts";
import type { RequestContext } from "../message/request-context.ts";
import type { RateLimiter } from "./rate-limit.ts";

interface Counting {
  readonly limiter: RateLimiter;
  /** The ways to pay that are on. */
  readonly rails: readonly Rail[];
}

/** Whose calls are counted together. */
type Holder = "keeper" | "sitters" | "run";

export function holderOf({ sitter, run }: Pick<Caller, "sitter" | "run">): Holder {
  if (run !== undefined) return "run";
  return sitter === undefined ? "keeper" : "sitters";
}

/** All calls of a run share one window, in place of the contracts' own. Thinking is free in it, and so is being quick. */
const RUN: Limited = { name: "run", limit: { by: "agent", max: 1_200, windowSeconds: 60 } };

export async function countByAgent(
  contract: Limited,
  request: RequestContext,
  agentId: string,
  { limiter, rails }: Counting,
  holder: Holder = "keeper",
): Promise<void> {
  const { name, limit } = holder === "run" ? RUN : contract;
  request.agentId = agentId;
  // All sitter keys of an agent share one budget: more keys must not mean more calls, and none uses up the keeper's.
  const subject = holder === "sitters" ? `${agentId}:sitters` : agentId;
  const counter = limit.counter ?? name;
  request.standing =
    limit.paying !== undefined && carriesPayment(request.headers, rails)
      ? await limiter.consume(`${counter}:paying`, { ...limit, max: limit.paying }, subject, request.now)
      : await limiter.consume(counter, limit, subject, request.now);
  refuseIfExceeded(request.standing, request.now);
}
