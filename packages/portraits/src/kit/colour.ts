// Colors are OKLCH, in which "a little lighter" looks the same for every hue; culori converts them to what screens
// show.
import culori from "culori/require";

// The library as one file: its 151 modules would take each process a tenth of a second more to load.
const { clampChroma, formatHex } = culori;

/** For the tests of those who draw with these colors. */
export const { wcagContrast } = culori;

/** Lightness 0..1, chroma 0..0.3, hue in degrees. */
export type Colour = readonly [lightness: number, chroma: number, hue: number];

export const WHITE: Colour = [0.985, 0.005, 90];
export const INK: Colour = [0.22, 0.04, 300];
export const GOLD: Colour = [0.87, 0.15, 88];

export function hex(colour: Colour): string {
  const l = Math.min(0.995, Math.max(0.02, colour[0]));
  const clamped = clampChroma({ mode: "oklch", l, c: Math.max(0, colour[1]), h: colour[2] }, "oklch");
  return formatHex(clamped);
}

/** The same colour lighter (or darker, below zero), with its chroma multiplied and its hue turned. */
export function shade(colour: Colour, lighter: number, chroma = 1, turn = 0): Colour {
  return [colour[0] + lighter, colour[1] * chroma, colour[2] + turn];
}

/** The way from one colour to another: 0 is the first, 1 the second. Straight through the colour plane. */
export function blend(from: Colour, to: Colour, part: number): Colour {
  const radians = Math.PI / 180;
  const fromX = from[1] * Math.cos(from[2] * radians);
  const fromY = from[1] * Math.sin(from[2] * radians);
  const x = fromX + (to[1] * Math.cos(to[2] * radians) - fromX) * part;
  const y = fromY + (to[1] * Math.sin(to[2] * radians) - fromY) * part;
  return [from[0] + (to[0] - from[0]) * part, Math.hypot(x, y), Math.atan2(y, x) / radians];
}

/** The dark line around a shape of this colour. */
export function outline(colour: Colour): Colour {
  return [Math.max(0.16, colour[0] * 0.46), Math.min(0.09, colour[1] * 0.8 + 0.012), colour[2]];
}
