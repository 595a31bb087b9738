// Draws eyes by mood: open, shut with joy, asleep, heavy with sickness, or wide with hunger.
import { INK, hex, shade, type Colour } from "../kit/colour.ts";
import type { Frame } from "../kit/frame.ts";
import { drop } from "../kit/shapes.ts";
import { d, disc, oval, path, sides } from "../kit/svg.ts";
import { isWorried, type Subject } from "../subject/subject.ts";
import { blinking } from "./blink.ts";

export interface EyeStyle {
  readonly x: number;
  readonly y: number;
  /** Distance from the middle of the face to the middle of an eye. */
  readonly apart: number;
  readonly size: number;
  /** The face's color around the eyes. */
  readonly face: Colour;
  readonly pupil?: "round" | "slit" | "bead";
  /** A different color for the right eye. */
  readonly oddEye?: Colour;
  /** The droop of the upper lid in a content mood. At 0.6, the lid reaches the middle of the eye. */
  readonly heavy?: number;
  /** The eye's height relative to its width. */
  readonly height?: number;
}

const DARK = hex([0.2, 0.05, 300]);

interface Eye {
  readonly side: -1 | 1;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly high: number;
  readonly line: string;
}

function shutInJoy({ x, y, r, line }: Eye): string {
  return path(d`M${x - r * 0.85} ${y + r * 0.35}Q${x} ${y - r * 1.05} ${x + r * 0.85} ${y + r * 0.35}`, {
    stroke: line,
    width: 7,
  });
}

function asleep({ x, y, r, line }: Eye): string {
  return path(d`M${x - r * 0.85} ${y}Q${x} ${y + r * 0.85} ${x + r * 0.85} ${y}`, { stroke: line, width: 6 });
}

function openEye(subject: Subject, style: EyeStyle, eye: Eye, iris: string): string {
  const { x, y, r, high } = eye;
  const up = subject.mood === "hungry" || subject.mood === "curious" ? -0.13 * r : 0;
  const aside =
    subject.waiting === true ? -0.2 * r : subject.mood === "curious" ? Math.sign(-subject.tilt) * 0.12 * r : 0;
  const onDark = style.face[0] <= 0.45;
  let art = onDark ? oval([x, y, r * 1.06, r * 1.16 * high], { fill: shade(style.face, 0.22) }) : "";
  art += oval([x, y, r * 0.96, r * 1.06 * high], { fill: DARK });
  if (style.pupil === "bead") {
    art += oval([x, y + r * 0.3 * high, r * 0.6, r * 0.55 * high], { fill: iris, opacity: 0.75 });
    art += oval([x + aside, y + up, r * 0.62, r * 0.7 * high], { fill: DARK });
  } else {
    art += oval([x + aside, y + r * 0.03, r * 0.82, r * 0.92 * high], { fill: iris });
    art += oval([x + aside, y + up, r * (style.pupil === "slit" ? 0.38 : 0.54), r * 0.66 * high], { fill: "#17101f" });
  }
  art += oval([x - r * 0.28 + aside, y - r * 0.38 * high, r * 0.3, r * 0.33 * high], { fill: "#fff" });
  art += oval([x + r * 0.32 + aside, y + r * 0.36 * high, r * 0.15, r * 0.16], { fill: "#fff", opacity: 0.9 });
  if (subject.mood === "hungry") art += disc(x + r * 0.18, y - r * 0.12, r * 0.13, { fill: "#fff" });
  return art;
}

/** Draws a lid over the upper part of an eye, down to the middle (`shut` 0) or the lower edge (1). */
function lid(style: EyeStyle, { side, x, y, r, high }: Eye, shut: number, slant: number): string {
  const edge = y + r * high * shut;
  const outer = edge + slant * r;
  const inner = edge - slant * r;
  const [left, right] = side === 1 ? [inner, outer] : [outer, inner];
  const cover =
    d`M${x - r * 1.1} ${left}` +
    d`Q${x - r * 1.1} ${y - r * 1.25 * high} ${x} ${y - r * 1.25 * high}` +
    d`Q${x + r * 1.1} ${y - r * 1.25 * high} ${x + r * 1.1} ${right}` +
    d`Q${x} ${edge - r * 0.1} ${x - r * 1.1} ${left}Z`;
  const rim = d`M${x - r * 1.04} ${left}Q${x} ${edge - r * 0.1} ${x + r * 1.04} ${right}`;
  return path(cover, { fill: style.face }) + path(rim, { stroke: DARK, width: 5 });
}

function upperLash(subject: Subject, { side, x, y, r, high }: Eye): string {
  const lash = subject.build.lashes ? d`l${side * r * 0.22} ${-r * 0.18}` : "";
  const rim =
    d`M${x - side * r * 0.86} ${y - r * 0.52 * high}` +
    d`C${x - side * r * 0.5} ${y - r * 1.28 * high} ${x + side * r * 0.62}` +
    d` ${y - r * 1.28 * high} ${x + side * r} ${y - r * 0.3 * high}`;
  return path(rim + lash, { stroke: DARK, width: 4.2 });
}

function brow(eye: Eye, inner: number, outer: number): string {
  const { side, x, y, r, line } = eye;
  const from = d`M${x - side * r * 0.7} ${y - r * inner}`;
  return path(from + d`Q${x} ${y - r * Math.max(inner, outer) - r * 0.12} ${x + side * r * 0.7} ${y - r * outer}`, {
    stroke: line,
    width: 5,
  });
}

function oneEye(subject: Subject, style: EyeStyle, side: -1 | 1, iris: string): string {
  const raised = subject.mood === "curious" && side === Math.sign(-subject.tilt);
  const line = style.face[0] > 0.45 ? hex(INK) : "#f4efff";
  const r = style.size * (raised ? 1.1 : 1);
  const eye: Eye = { side, x: style.x + side * style.apart, y: style.y, r, high: style.height ?? 1, line };
  if (subject.mood === "sleeping") return asleep(eye);
  if (subject.mood === "happy") return shutInJoy(eye);
  const open = openEye(subject, style, eye, iris);
  if (subject.mood === "sick") return open + lid(style, eye, 0.02, 0.14) + brow(eye, 1.5, 1.2);
  if (subject.mood === "critical") return open + lid(style, eye, 0.32, 0.16) + brow(eye, 1.55, 1.15);
  if (isWorried(subject)) return open + upperLash(subject, eye) + brow(eye, 1.6, 1.2);
  if (style.heavy !== undefined && subject.mood !== "hungry" && subject.mood !== "curious") {
    return open + lid(style, eye, style.heavy - 0.6, 0.05);
  }
  return open + upperLash(subject, eye) + (raised ? brow(eye, 1.5, 1.5) : "");
}

function irisOf(subject: Subject, colour: Colour): string {
  return subject.defs.radialAt([0.5, 0.75, 0.75], [0, shade(colour, 0.16)], [0.6, colour], [1, shade(colour, -0.25)]);
}

function spectacles(style: EyeStyle): string {
  const { x, y, apart, size } = style;
  const frame = "#3a2c4d";
  const r = Math.min(size * 1.45, apart * 0.92);
  const glass = sides((side) =>
    disc(x + side * apart, y, r, { fill: "#fff", fillOpacity: 0.18, stroke: frame, width: 6 }),
  );
  return glass + path(d`M${x - apart + r} ${y}Q${x} ${y - 9} ${x + apart - r} ${y}`, { stroke: frame, width: 6 });
}

function eyepatch(style: EyeStyle): string {
  const { x, y, apart, size } = style;
  const strap = path(d`M${x - apart * 2} ${y - size * 1.6}L${x + apart * 2} ${y + size * 0.3}`, {
    stroke: "#2a2233",
    width: 6,
  });
  return strap + oval([x + apart, y, size * 1.15, size * 1.2], { fill: "#2a2233" });
}

/** Draws an eyepatch and glasses, for bodies that draw their own eyes. */
export function eyewear(subject: Subject, style: EyeStyle): string {
  const patch = subject.accessories.has("eyepatch") ? eyepatch(style) : "";
  return patch + (subject.accessories.has("glasses") ? spectacles(style) : "");
}

/** Draws eyes in units of a head. */
export function drawEyesIn(
  subject: Subject,
  { cx, rx, ...head }: Frame,
  { y, apart, size, ...style }: Omit<EyeStyle, "x">,
): string {
  return drawEyes(subject, { ...style, x: cx, y: head.cy + y * head.ry, apart: rx * apart, size: rx * size });
}

/** Draws a pair of eyes and eyewear, with a tear in a critical mood. */
export function drawEyes(subject: Subject, style: EyeStyle): string {
  const iris = irisOf(subject, subject.coat.eye);
  const odd = style.oddEye === undefined ? iris : irisOf(subject, style.oddEye);
  let art = blinking(subject, (as) => sides((side) => oneEye(as, style, side, side === 1 ? odd : iris)));
  if (subject.mood === "critical") {
    art += path(drop(style.x - style.apart, style.y + style.size * 0.9, 22), {
      fill: "#9ad6ff",
      stroke: "#3d77b5",
      width: 2.5,
    });
  }
  return art + eyewear(subject, style);
}
