// Gives gradients and clips numbered names, so no two parts of a drawing share one.
import { hex, shade, type Colour } from "./colour.ts";

type Stop = readonly [offset: number, colour: Colour | string, opacity?: number];

export interface Defs {
  /** From top to bottom, or with `diagonal` from the upper left to the lower right. */
  readonly linear: (stops: readonly Stop[], diagonal?: boolean) => string;
  /** From a centre (in parts of the shape) outwards. */
  readonly radial: (stops: readonly Stop[], cx?: number, cy?: number, radius?: number) => string;
  readonly clip: (data: string) => string;
  /** The soft shading of a rounded body: lighter above, darker below. */
  readonly shading: (colour: Colour, above?: number, below?: number) => string;
  /** Light that fades out. */
  readonly glow: (colour: Colour | string, opacity?: number, from?: number) => string;
  /** A mask under which a drawing fades out between two heights. */
  readonly fade: (fromY: number, toY: number) => string;
  readonly markup: () => string;
}

function stopElement([offset, colour, opacity]: Stop): string {
  const text = typeof colour === "string" ? colour : hex(colour);
  const see = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
  return `<stop offset="${offset}" stop-color="${text}"${see}/>`;
}

export function createDefs(): Defs {
  const parts: string[] = [];
  const add = (build: (id: string) => string): string => {
    const id = `d${parts.length}`;
    parts.push(build(id));
    return `url(#${id})`;
  };
  const linear: Defs["linear"] = (stops, diagonal = false) =>
    add((id) => {
      const ends = `x1="0" y1="0" x2="${diagonal ? 1 : 0}" y2="1"`;
      return `<linearGradient id="${id}" ${ends}>${stops.map(stopElement).join("")}</linearGradient>`;
    });
  const radial: Defs["radial"] = (stops, cx = 0.5, cy = 0.5, radius = 0.5) =>
    add((id) => {
      const where = `cx="${cx}" cy="${cy}" r="${radius}"`;
      return `<radialGradient id="${id}" ${where}>${stops.map(stopElement).join("")}</radialGradient>`;
    });
  return {
    linear,
    radial,
    clip: (data) => add((id) => `<clipPath id="${id}"><path d="${data}"/></clipPath>`),
    shading: (colour, above = 0.06, below = -0.1) =>
      linear([
        [0, shade(colour, above)],
        [0.55, colour],
        [1, shade(colour, below, 1.1, -6)],
      ]),
    glow: (colour, opacity = 0.9, from = 0) =>
      radial([
        [from, colour, opacity],
        [1, colour, 0],
      ]),
    fade: (fromY, toY) => {
      const fill = linear([
        [fromY / 512, "#fff"],
        [toY / 512, "#fff", 0],
      ]);
      return add((id) => `<mask id="${id}"><rect x="0" y="0" width="512" height="512" fill="${fill}"/></mask>`);
    },
    markup: () => parts.join(""),
  };
}
