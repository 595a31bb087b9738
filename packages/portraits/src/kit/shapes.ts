// Path data of shapes that many drawings share.
import type { Dice } from "./dice.ts";
import { d, type Circle, type Ellipse, type Point } from "./svg.ts";

/** Returns a rounded egg or pear. `above` and `below` make its halves squarer; `sag` lowers the widest point. */
export function blob([cx, cy, rx, ry]: Ellipse, above = 0.56, below = 0.56, sag = 0): string {
  const y = cy + sag;
  const up = (ry + sag) * above;
  const down = (ry - sag) * below;
  return (
    d`M${cx - rx} ${y}C${cx - rx} ${y - up} ${cx - rx * above} ${cy - ry} ${cx} ${cy - ry}` +
    d`S${cx + rx} ${y - up} ${cx + rx} ${y}` +
    d`C${cx + rx} ${y + down} ${cx + rx * below} ${cy + ry} ${cx} ${cy + ry}` +
    d`S${cx - rx} ${y + down} ${cx - rx} ${y}Z`
  );
}

/** Returns a ring of tufts around an ellipse. */
export function fluff([cx, cy, rx, ry]: Ellipse, tufts: number, length: number, dice: Dice): string {
  const point = (turn: number, far: number): string =>
    d`${cx + Math.cos(turn) * rx * far} ${cy + Math.sin(turn) * ry * far}`;
  const step = (Math.PI * 2) / tufts;
  let data = `M${point(0, 1)}`;
  for (let tuft = 1; tuft <= tufts; tuft++) {
    const tip = point(step * (tuft - 0.35), 1 + length * dice.between(0.75, 1.25));
    const before = point(step * (tuft - 0.75), 1 + length * 0.7);
    data += `Q${before} ${tip}Q${point(step * tuft, 1 + length * 0.2)} ${point(step * tuft, 1)}`;
  }
  return `${data}Z`;
}

export function star([cx, cy, radius]: Circle, points = 4, inner = 0.35, turn = 0): string {
  let data = "";
  for (let corner = 0; corner < points * 2; corner++) {
    const angle = turn + (Math.PI * corner) / points - Math.PI / 2;
    const far = corner % 2 === 1 ? radius * inner : radius;
    data += d`${corner === 0 ? "M" : "L"}${cx + Math.cos(angle) * far} ${cy + Math.sin(angle) * far}`;
  }
  return `${data}Z`;
}

export function polygon([cx, cy, rx, ry]: Ellipse, corners: number, turn = 0): string {
  let data = "";
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (2 * Math.PI * corner) / corners;
    data += d`${corner === 0 ? "M" : "L"}${cx + Math.cos(angle) * rx} ${cy + Math.sin(angle) * ry}`;
  }
  return `${data}Z`;
}

export function heart(x: number, y: number, size: number): string {
  return (
    d`M${x} ${y + size * 0.9}` +
    d`C${x - size * 1.5} ${y - size * 0.1} ${x - size * 0.8} ${y - size * 1.1} ${x} ${y - size * 0.35}` +
    d`C${x + size * 0.8} ${y - size * 1.1} ${x + size * 1.5} ${y - size * 0.1} ${x} ${y + size * 0.9}Z`
  );
}

export function drop(x: number, y: number, size: number): string {
  return (
    d`M${x} ${y}` +
    d`c${size * 0.55} ${size * 0.65} ${size * 0.55} ${size * 1.2} 0 ${size * 1.2}` +
    d`s${-size * 0.55} ${-size * 0.55} 0 ${-size * 1.2}Z`
  );
}

/** Returns a flame on (x, y) with a leaning tip. */
export function flame([x, y]: Point, halfWidth: number, height: number, lean = 0): string {
  const w = halfWidth;
  return (
    d`M${x - w} ${y}` +
    d`C${x - w * 1.1} ${y - height * 0.45} ${x - w * 0.2 + lean * 0.4}` +
    d` ${y - height * 0.5} ${x + lean} ${y - height}` +
    d`C${x + w * 0.5 + lean * 0.5} ${y - height * 0.6} ${x + w * 1.2} ${y - height * 0.4} ${x + w} ${y}` +
    d`Q${x} ${y + w * 0.5} ${x - w} ${y}Z`
  );
}

/** Returns a leaf or feather from the origin upward, for use in a placed group. */
export function blade(length: number, halfWidth: number): string {
  return (
    d`M0 0C${halfWidth} ${-length * 0.3} ${halfWidth} ${-length * 0.75} 0 ${-length}` +
    d`C${-halfWidth} ${-length * 0.75} ${-halfWidth} ${-length * 0.3} 0 0Z`
  );
}

export function polyline(...points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => d`${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}

/** Returns one overlapping scale with its root above and its rounded tip below. */
export function scale(x: number, y: number, size: number): string {
  return (
    d`M${x - size * 0.56} ${y - size * 0.6}` +
    d`Q${x - size * 0.5} ${y + size * 0.25} ${x} ${y + size * 0.42}` +
    d`Q${x + size * 0.5} ${y + size * 0.25} ${x + size * 0.56} ${y - size * 0.6}Z`
  );
}
