// Collects gradients, clips, and masks under numbered ids, so that ids are unique within a drawing.
import { hex, shade, type Colour } from "./colour.ts";

type Stop = readonly [offset: number, colour: Colour | string, opacity?: number];

export type Defs = ReturnType<typeof createDefs>;

function stopElement([offset, colour, opacity]: Stop): string {
  const text = typeof colour === "string" ? colour : hex(colour);
  const alpha = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
  return `<stop offset="${offset}" stop-color="${text}"${alpha}/>`;
}

export function createDefs() {
  const parts: string[] = [];
  const add = (build: (id: string) => string): string => {
    const id = `d${parts.length}`;
    parts.push(build(id));
    return `url(#${id})`;
  };
  const gradient = (kind: "linear" | "radial", place: string, stops: readonly Stop[]): string =>
    add((id) => `<${kind}Gradient id="${id}" ${place}>${stops.map(stopElement).join("")}</${kind}Gradient>`);
  /** A linear gradient from top to bottom. */
  const linear = (...stops: readonly Stop[]): string => gradient("linear", 'x1="0" y1="0" x2="0" y2="1"', stops);
  /** A radial gradient around a center. Center and radius are fractions of the shape. */
  const radialAt = ([cx, cy, r]: readonly [cx: number, cy: number, r: number], ...stops: readonly Stop[]): string =>
    gradient("radial", `cx="${cx}" cy="${cy}" r="${r}"`, stops);
  const radial = (...stops: readonly Stop[]): string => radialAt([0.5, 0.5, 0.5], ...stops);
  return {
    linear,
    /** A linear gradient from the upper left to the lower right. */
    diagonal: (...stops: readonly Stop[]): string => gradient("linear", 'x1="0" y1="0" x2="1" y2="1"', stops),
    radial,
    radialAt,
    clip: (data: string): string => add((id) => `<clipPath id="${id}"><path d="${data}"/></clipPath>`),
    /** Shades a rounded body: lighter above, darker below. */
    shading: (colour: Colour, above = 0.06, below = -0.1): string =>
      linear([0, shade(colour, above)], [0.55, colour], [1, shade(colour, below, 1.1, -6)]),
    /** A light that fades outward. */
    glow: (colour: Colour | string, opacity = 0.9, from = 0): string => radial([from, colour, opacity], [1, colour, 0]),
    /** A mask that fades out between two heights. */
    fade: (fromY: number, toY: number): string => {
      const fill = linear([fromY / 512, "#fff"], [toY / 512, "#fff", 0]);
      return add((id) => `<mask id="${id}"><rect x="0" y="0" width="512" height="512" fill="${fill}"/></mask>`);
    },
    markup: (): string => parts.join(""),
  };
}
