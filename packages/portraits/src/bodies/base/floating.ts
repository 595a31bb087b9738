// The frame that floating bodies share.
import { frame, type Frame } from "../../kit/frame.ts";
import { MIDDLE, byStage, type Subject } from "../../subject/subject.ts";

/** Returns the round frame of a floating creature, which grows and rises by stage. */
export function orb(subject: Subject, size = 1): Frame {
  const radius = byStage(subject.stage, [92, 98, 112, 130]) * size * (0.96 + subject.build.width * 0.08);
  return frame(MIDDLE, byStage(subject.stage, [306, 286, 262, 246]), radius, radius * 0.92);
}
