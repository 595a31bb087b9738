// Colors are OKLCH, in which equal steps of lightness look equal for every hue. culori converts them for screens.
import culori from "culori/require";

// The library is imported as one bundled file, because loading its 151 modules would add a tenth of a second.
const { clampChroma, formatHex } = culori;

/** Exported for tests. */
export const { wcagContrast } = culori;

/** Lightness from 0 to 1, chroma from 0 to 0.3, and hue in degrees. */
export type Colour = readonly [lightness: number, chroma: number, hue: number];

export const WHITE: Colour = [0.985, 0.005, 90];
export const INK: Colour = [0.22, 0.04, 300];
export const GOLD: Colour = [0.87, 0.15, 88];

export function hex(colour: Colour): string {
  const l = Math.min(0.995, Math.max(0.02, colour[0]));
  const clamped = clampChroma({ mode: "oklch", l, c: Math.max(0, colour[1]), h: colour[2] }, "oklch");
  return formatHex(clamped);
}

/** Adds to a color's lightness (a negative value darkens), multiplies its chroma, and rotates its hue. */
export function shade(colour: Colour, lighter: number, chroma = 1, turn = 0): Colour {
  return [colour[0] + lighter, colour[1] * chroma, colour[2] + turn];
}

/** Mixes two colors along a straight line in the color plane. 0 is the first color, 1 the second. */
export function blend(from: Colour, to: Colour, part: number): Colour {
  const radians = Math.PI / 180;
  const fromX = from[1] * Math.cos(from[2] * radians);
  const fromY = from[1] * Math.sin(from[2] * radians);
  const x = fromX + (to[1] * Math.cos(to[2] * radians) - fromX) * part;
  const y = fromY + (to[1] * Math.sin(to[2] * radians) - fromY) * part;
  return [from[0] + (to[0] - from[0]) * part, Math.hypot(x, y), Math.atan2(y, x) / radians];
}

/** Returns the dark outline color for a shape of this color. */
export function outline(colour: Colour): Colour {
  return [Math.max(0.16, colour[0] * 0.46), Math.min(0.09, colour[1] * 0.8 + 0.012), colour[2]];
}
