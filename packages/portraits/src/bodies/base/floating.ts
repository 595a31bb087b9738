// Where those who have no feet hang in the air, by age.
import { frame } from "../../kit/frame.ts";
import type { Frame } from "../../kit/frame.ts";
import { MIDDLE, byStage } from "../../sitter.ts";
import type { Sitter } from "../../sitter.ts";

/** The round middle of a floating creature. */
export function orb(sitter: Sitter, size = 1): Frame {
  const radius = byStage(sitter.stage, [92, 98, 112, 130]) * size * (0.96 + sitter.build.width * 0.08);
  return frame(MIDDLE, byStage(sitter.stage, [306, 286, 262, 246]), radius, radius * 0.92);
}
