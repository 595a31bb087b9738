// Draws mouths and cheeks by mood. Faces differ in the resting mouth, which is a cat's double curve, a smile, or level.
import type { Colour } from "../kit/colour.ts";
import { drop } from "../kit/shapes.ts";
import { d, oval, path, sides, type Point } from "../kit/svg.ts";
import { isPoorly, isWorried, type Subject } from "../subject/subject.ts";

export interface MouthStyle {
  readonly x: number;
  readonly y: number;
  /** Half the mouth's width. */
  readonly w: number;
  readonly rest: "double" | "smile" | "level";
  readonly line?: Colour | string;
}

const INSIDE = "#7d2440";
const TONGUE = "#ff8fa3";
const WIDTH = 4.8;

function laughing({ x, y, w }: MouthStyle, line: Colour | string): string {
  const lips =
    d`M${x - w * 0.62} ${y}Q${x} ${y + w * 0.22} ${x + w * 0.62} ${y}` +
    d`Q${x + w * 0.55} ${y + w * 0.95} ${x} ${y + w * 0.95}T${x - w * 0.62} ${y}Z`;
  const tongue =
    d`M${x - w * 0.34} ${y + w * 0.7}Q${x} ${y + w * 0.3} ${x + w * 0.34} ${y + w * 0.7}` +
    d`Q${x} ${y + w} ${x - w * 0.34} ${y + w * 0.7}Z`;
  return path(lips, { fill: INSIDE, stroke: line, width: WIDTH }) + path(tongue, { fill: TONGUE });
}

function hungry({ x, y, w }: MouthStyle, line: Colour | string): string {
  return (
    oval([x, y + w * 0.34, w * 0.34, w * 0.38], { fill: INSIDE, stroke: line, width: WIDTH }) +
    oval([x, y + w * 0.52, w * 0.2, w * 0.16], { fill: TONGUE }) +
    path(drop(x + w * 0.3, y + w * 0.6, 20), { fill: "#bfe6ff", stroke: "#5b9bd1", width: 2 })
  );
}

function resting({ x, y, w, rest }: MouthStyle): string {
  if (rest === "smile") return d`M${x - w * 0.6} ${y}Q${x} ${y + w * 0.62} ${x + w * 0.6} ${y}`;
  if (rest === "level") return d`M${x - w * 0.6} ${y + w * 0.1}Q${x} ${y + w * 0.22} ${x + w * 0.6} ${y + w * 0.1}`;
  return (
    d`M${x - w * 0.6} ${y + w * 0.12}` +
    d`Q${x - w * 0.5} ${y + w * 0.5} ${x - w * 0.1} ${y + w * 0.38}` +
    d`Q${x} ${y + w * 0.3} ${x} ${y}Q${x} ${y + w * 0.3} ${x + w * 0.1} ${y + w * 0.38}` +
    d`Q${x + w * 0.5} ${y + w * 0.5} ${x + w * 0.6} ${y + w * 0.12}`
  );
}

export function drawMouth(subject: Subject, style: MouthStyle): string {
  const { x, y, w } = style;
  const line = style.line ?? "#3a2340";
  const stroke = { stroke: line, width: WIDTH };
  switch (subject.mood) {
    case "happy":
      return laughing(style, line);
    case "hungry":
      return hungry(style, line);
    case "sick":
      return path(
        d`M${x - w * 0.55} ${y + w * 0.3}q${w * 0.18} ${-w * 0.22} ${w * 0.36} 0t${w * 0.36} 0t${w * 0.36} 0`,
        stroke,
      );
    case "critical":
      return path(d`M${x - w * 0.45} ${y + w * 0.42}Q${x} ${y + w * 0.02} ${x + w * 0.45} ${y + w * 0.42}`, stroke);
    case "curious":
      if (style.rest !== "double")
        return path(d`M${x - w * 0.35} ${y + w * 0.1}Q${x} ${y + w * 0.5} ${x + w * 0.4} ${y}`, stroke);
      return oval([x, y + w * 0.26, w * 0.17, w * 0.2], { fill: INSIDE, ...stroke });
    case "content":
      if (isWorried(subject))
        return path(d`M${x - w * 0.32} ${y + w * 0.34}Q${x} ${y + w * 0.18} ${x + w * 0.32} ${y + w * 0.34}`, stroke);
      return path(resting(style), stroke);
    case "sleeping":
      return path(resting(style), stroke);
    default:
      return subject.mood satisfies never;
  }
}

/** Draws rosy cheeks, which turn greenish in sickness. */
export function drawCheeks(subject: Subject, [x, y]: Point, apart: number, size: number): string {
  const colour: Colour = isPoorly(subject) ? [0.78, 0.09, 130] : [0.74, 0.15, 8];
  return sides((side) => oval([x + side * apart, y, size, size * 0.62], { fill: colour, opacity: 0.42 }));
}
