// The outline of a letter as SVG path data, as short as it can be written.
import type { Contour, Dot, Glyph } from "./font.ts";

/** A tenth of a pixel is exact enough for letters of any size here. */
function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Numbers in a row: no leading zero, and a minus instead of a space. */
function joined(values: readonly number[]): string {
  let text = "";
  for (const value of values) {
    const number = String(tenth(value)).replace(/^(-?)0\./, "$1.");
    text += text === "" || number.startsWith("-") ? number : ` ${number}`;
  }
  return text;
}

function between(one: Dot, other: Dot): Dot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, on: true };
}

type Spot = readonly [x: number, y: number];

function contourPath(dots: Contour, [penX, penY]: Spot, spot: (dot: Dot) => Spot): string {
  const [first, last] = [dots[0], dots.at(-1)];
  if (first === undefined || last === undefined || dots.length < 2) return "";
  const start = first.on ? first : last.on ? last : between(first, last);
  let here = spot(start);
  let data = `M${joined([here[0] + penX, here[1] + penY])}`;
  const go = (letter: "l" | "q", ...to: readonly Dot[]): void => {
    const [x, y] = here;
    const steps = to.map(spot).flatMap(([toX, toY]) => [toX - x, toY - y]);
    here = spot(to.at(-1) ?? start);
    if (steps.some((step) => Math.abs(step) > 0.04)) data += letter + joined(steps);
  };
  let control: Dot | undefined;
  for (const dot of [...dots.slice(first.on ? 1 : 0), start]) {
    if (dot.on) {
      if (control === undefined) go("l", dot);
      else go("q", control, dot);
      control = undefined;
    } else {
      if (control !== undefined) go("q", control, between(control, dot));
      control = dot;
    }
  }
  return `${data}z`;
}

/** For a pen at (x, y). Only where a contour starts depends on the pen, so equal letters compress well. */
export function outlineOf({ contours }: Glyph, x: number, y: number, scale: number): string {
  const spot = (dot: Dot): Spot => [tenth(dot.x * scale), tenth(-dot.y * scale)];
  return contours.map((dots) => contourPath(dots, [x, y], spot)).join("");
}
