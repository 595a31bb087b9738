// What an answer means for the message and for its hook, by the receiver's kind.
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { instantOf } from "../../../platform/clock.ts";
import { KINDS } from "./kinds.ts";
import type { ReceiverReply } from "./send.ts";

/** `gone`: the receiver says that there will never be anyone, so the hook is turned off. */
export type DeliveryResult =
  | { readonly outcome: "delivered" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "failed"; readonly waitMs: number };

/** The receiver asks for a pause, and may say how long. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const LONGEST_WAIT_MS = HOUR_MS;

export function deliveryResult(kind: HookKind, received: ReceiverReply, now: number): DeliveryResult {
  const { gone, isDelivered, retryAfter } = KINDS[kind];
  if (isDelivered(received)) return { outcome: "delivered" };
  if (gone.includes(received.status)) return { outcome: "gone" };
  const asked = LATER.has(received.status) ? pauseOf(retryAfter?.(received) ?? received.retryAfter, now) : 0;
  return { outcome: "failed", waitMs: Math.min(LONGEST_WAIT_MS, asked) };
}

/** Retry-After is a number of seconds (Discord sends fractions) or a date. */
function pauseOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d{1,9}(?:\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : instantOf(retryAfter) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : 0;
}
