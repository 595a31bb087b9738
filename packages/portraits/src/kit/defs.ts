// Collects gradients, clips, and masks under numbered ids, so no two parts of a drawing share one.
import { hex, shade, type Colour } from "./colour.ts";

type Stop = readonly [offset: number, colour: Colour | string, opacity?: number];

export interface Defs {
  /** From top to bottom. */
  readonly linear: (...stops: readonly Stop[]) => string;
  /** From the upper left to the lower right. */
  readonly diagonal: (...stops: readonly Stop[]) => string;
  /** From the center outward. */
  readonly radial: (...stops: readonly Stop[]) => string;
  /** From a center outward, in fractions of the shape. */
  readonly radialAt: (circle: readonly [cx: number, cy: number, r: number], ...stops: readonly Stop[]) => string;
  readonly clip: (data: string) => string;
  /** The soft shading of a rounded body: lighter above, darker below. */
  readonly shading: (colour: Colour, above?: number, below?: number) => string;
  /** Light that fades out. */
  readonly glow: (colour: Colour | string, opacity?: number, from?: number) => string;
  /** A mask that fades out between two heights. */
  readonly fade: (fromY: number, toY: number) => string;
  readonly markup: () => string;
}

function stopElement([offset, colour, opacity]: Stop): string {
  const text = typeof colour === "string" ? colour : hex(colour);
  const alpha = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
  return `<stop offset="${offset}" stop-color="${text}"${alpha}/>`;
}

export function createDefs(): Defs {
  const parts: string[] = [];
  const add = (build: (id: string) => string): string => {
    const id = `d${parts.length}`;
    parts.push(build(id));
    return `url(#${id})`;
  };
  const gradient = (kind: "linear" | "radial", place: string, stops: readonly Stop[]): string =>
    add((id) => `<${kind}Gradient id="${id}" ${place}>${stops.map(stopElement).join("")}</${kind}Gradient>`);
  const linear: Defs["linear"] = (...stops) => gradient("linear", 'x1="0" y1="0" x2="0" y2="1"', stops);
  const radialAt: Defs["radialAt"] = ([cx, cy, r], ...stops) =>
    gradient("radial", `cx="${cx}" cy="${cy}" r="${r}"`, stops);
  const radial: Defs["radial"] = (...stops) => radialAt([0.5, 0.5, 0.5], ...stops);
  return {
    linear,
    diagonal: (...stops) => gradient("linear", 'x1="0" y1="0" x2="1" y2="1"', stops),
    radial,
    radialAt,
    clip: (data) => add((id) => `<clipPath id="${id}"><path d="${data}"/></clipPath>`),
    shading: (colour, above = 0.06, below = -0.1) =>
      linear([0, shade(colour, above)], [0.55, colour], [1, shade(colour, below, 1.1, -6)]),
    glow: (colour, opacity = 0.9, from = 0) => radial([from, colour, opacity], [1, colour, 0]),
    fade: (fromY, toY) => {
      const fill = linear([fromY / 512, "#fff"], [toY / 512, "#fff", 0]);
      return add((id) => `<mask id="${id}"><rect x="0" y="0" width="512" height="512" fill="${fill}"/></mask>`);
    },
    markup: () => parts.join(""),
  };
}
