// Frames: coordinate systems of body parts, with the center at (0, 0) and the edges at -1 and 1. Parts drawn in the units of a
// head fit every head.
import { num, oval, type Paint, type Ellipse } from "./svg.ts";

export interface Frame {
  readonly cx: number;
  readonly cy: number;
  /** Half the width, negative in a mirrored frame. */
  readonly rx: number;
  readonly ry: number;
}

export function frame(cx: number, cy: number, rx: number, ry: number): Frame {
  return { cx, cy, rx, ry };
}

export function xIn(within: Frame, x: number): number {
  return within.cx + x * within.rx;
}

export function yIn(within: Frame, y: number): number {
  return within.cy + y * within.ry;
}

/** Returns a function that formats a frame's points as path data. */
export function pen(within: Frame): (x: number, y: number) => string {
  return (x, y) => `${num(xIn(within, x))} ${num(yIn(within, y))}`;
}

/** Draws once in a frame and once in its mirror image. */
export function bothSides(within: Frame, draw: (side: Frame, sign: -1 | 1) => string): string {
  return draw(within, 1) + draw({ ...within, rx: -within.rx }, -1);
}

export function ovalIn(within: Frame, [x, y, rx, ry]: Ellipse, paint: Paint): string {
  return oval([xIn(within, x), yIn(within, y), rx * within.rx, ry * within.ry], paint);
}
