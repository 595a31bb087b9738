// Sentences with which a creature refuses care. A refusal is an answer, so each sentence names what the keeper can do instead.

import type { RefusalReason } from "../care/care.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, type Speaker } from "./speaker.ts";
import { ON_LEAVE, REFUSALS } from "./lines/refusal.ts";

/** The refusal of a creature on leave (LEAVE-1). */
export function refusalOnLeave(speaker: Speaker): string {
  return fill(ON_LEAVE, speaker);
}

export function refusal(speaker: Speaker, reason: RefusalReason, key: number): string {
  return fill(choose(linesFor(REFUSALS[reason], speaker), speaker, `refusal:${reason}`, key), speaker);
}
