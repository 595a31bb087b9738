// What an answer means for the message and for its hook, by the receiver's kind.
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { instantOf } from "../../../platform/clock.ts";
import type { Received } from "./send.ts";

/** `gone`: the receiver says that there will never be anyone, so the hook is turned off. */
export type Verdict =
  | { readonly outcome: "delivered" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "failed"; readonly waitMs: number };

interface Statuses {
  readonly gone: readonly number[];
  readonly delivered: (received: Received) => boolean;
}

function isSuccess({ status }: Received): boolean {
  return status >= 200 && status < 300;
}

const STATUSES: Readonly<Record<HookKind, Statuses>> = {
  webhook: { gone: [410], delivered: isSuccess },
  discord: { gone: [401, 404], delivered: isSuccess },
  slack: { gone: [403, 404, 410], delivered: ({ status, text }) => status === 200 && text.trim() === "ok" },
  ntfy: { gone: [401, 403], delivered: isSuccess },
};

/** The receiver asks for a pause, and may say how long. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const LONGEST_WAIT_MS = HOUR_MS;

export function verdictOn(kind: HookKind, received: Received, now: number): Verdict {
  const { gone, delivered } = STATUSES[kind];
  if (delivered(received)) return { outcome: "delivered" };
  if (gone.includes(received.status)) return { outcome: "gone" };
  const asked = LATER.has(received.status) ? pauseOf(received.retryAfter, now) : 0;
  return { outcome: "failed", waitMs: Math.min(LONGEST_WAIT_MS, asked) };
}

/** Retry-After is a number of seconds (Discord sends fractions) or a date. */
function pauseOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d{1,9}(?:\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : instantOf(retryAfter) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : 0;
}
