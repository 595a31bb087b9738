// A frame is a part of the body as a coordinate system: its center is (0, 0), its edges are at -1 and 1. Parts drawn in
// the units of a head fit every head.
import { num, oval, type Paint } from "./svg.ts";

export interface Frame {
  readonly cx: number;
  readonly cy: number;
  /** Half the width; below zero in a mirrored frame. */
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

/** Points in the units of a frame as path data: `d` strings are written with it. */
export function pen(within: Frame): (x: number, y: number) => string {
  return (x, y) => `${num(xIn(within, x))} ${num(yIn(within, y))}`;
}

/** The frame and its mirror image, right side first. */
export function bothSides(within: Frame, draw: (side: Frame, sign: -1 | 1) => string): string {
  return draw(within, 1) + draw({ ...within, rx: -within.rx }, -1);
}

export function ovalIn(within: Frame, x: number, y: number, rx: number, ry: number, paint: Paint): string {
  return oval(xIn(within, x), yIn(within, y), rx * within.rx, ry * within.ry, paint);
}
