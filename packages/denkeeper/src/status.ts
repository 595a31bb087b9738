// Tells the status of a dead creature from that of a living one.
import type { CheckStatusAnswer, StatusDead } from "./generated/types.ts";

/** Whether the creature is dead. Then the answer has its gravestone, and else what a living one needs. */
export function isDead(answer: CheckStatusAnswer): answer is StatusDead {
  return "gravestone" in answer;
}
