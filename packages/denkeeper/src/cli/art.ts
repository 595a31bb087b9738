// Draws a picture in a terminal: each character shows two pixels, one as its color and one as its background. It is
// built from plain pixels, so no escape sequence ever comes from the service.
import type { MiniatureAnswer } from "../generated/types.ts";

const UPPER_HALF = "▀";
const RESET = "\u001b[0m";
/** The six steps of a channel in the palette of 256 colors. */
const STEPS = [0, 95, 135, 175, 215, 255] as const;

type Rgb = readonly [number, number, number];

function nearestStep(value: number): number {
  const distances = STEPS.map((step) => Math.abs(step - value));
  return distances.indexOf(Math.min(...distances));
}

function color([red, green, blue]: Rgb, layer: 38 | 48, depth: number): string {
  if (depth >= 24) return `${layer};2;${red};${green};${blue}`;
  return `${layer};5;${16 + 36 * nearestStep(red) + 6 * nearestStep(green) + nearestStep(blue)}`;
}

/** Lines of half blocks; none where the terminal has fewer than 256 colors. */
export function artOf({ width, height, pixels }: MiniatureAnswer, depth: number): readonly string[] {
  const bytes = Uint8Array.from(atob(pixels), (character) => character.charCodeAt(0));
  if (depth < 8 || bytes.length !== width * height * 3) return [];
  const at = (x: number, y: number): Rgb => {
    const start = 3 * (y * width + x);
    return [bytes[start] ?? 0, bytes[start + 1] ?? 0, bytes[start + 2] ?? 0];
  };
  return Array.from({ length: Math.floor(height / 2) }, (_, row) => {
    const cells = Array.from({ length: width }, (__, x) => {
      const upper = color(at(x, 2 * row), 38, depth);
      return `\u001b[${upper};${color(at(x, 2 * row + 1), 48, depth)}m${UPPER_HALF}`;
    });
    return `${cells.join("")}${RESET}`;
  });
}
