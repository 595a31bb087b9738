// Joints: where a film turns a part of a creature around its root. In a portrait a part is drawn as it is.
import { group, rotate } from "../kit/svg.ts";
import type { Joint, Subject } from "../subject/subject.ts";

/** `sense` is above zero where "outwards and up" is clockwise in the drawing; 1 for those who turn as far as they are told. */
export function joint(subject: Subject, name: Joint, x: number, y: number, art: string, sense = 1): string {
  const degrees = subject.pose?.turns[name] ?? 0;
  return degrees === 0 ? art : group(art, { turn: rotate(sense * degrees, x, y) });
}

/** One of a pair that hangs down, such as an arm; `share` is less than 1 for those whose arms are up at rest. */
export function limb(
  subject: Subject,
  kind: "Arm" | "Leg" | "Wing",
  side: -1 | 1,
  x: number,
  y: number,
  art: string,
  share = 1,
): string {
  return joint(subject, `${side === 1 ? "right" : "left"}${kind}`, x, y, art, -side * share);
}
