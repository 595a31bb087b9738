// What a creature says when it will not be cared for in this way now. A refusal is an answer, so each one names what the
// keeper can do instead.

import type { RefusalReason } from "../care/care.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, type Speaker } from "./speaker.ts";
import { ON_LEAVE, REFUSALS } from "./lines/refusal.ts";

/** Of one that is on leave (LEAVE-1). */
export function refusalOnLeave(speaker: Speaker): string {
  return fill(ON_LEAVE, speaker);
}

export function refusal(speaker: Speaker, reason: RefusalReason, key: number): string {
  return fill(choose(linesFor(REFUSALS[reason], speaker), speaker, `refusal:${reason}`, key), speaker);
}
