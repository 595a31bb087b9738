// Writes SVG shapes and groups from numbers, path data, and colors, never from a user's text.
import { hex, type Colour } from "./colour.ts";

/** How a shape is painted. A color given as text is hexadecimal, "none", or a reference such as `url(#d1)`. */
export interface Paint {
  readonly fill?: Colour | string;
  readonly stroke?: Colour | string;
  readonly width?: number;
  readonly opacity?: number;
  readonly fillOpacity?: number;
  readonly turn?: string;
}

export type Point = readonly [x: number, y: number];
export type Circle = readonly [cx: number, cy: number, radius: number];
export type Ellipse = readonly [cx: number, cy: number, rx: number, ry: number];
export type Box = readonly [x: number, y: number, width: number, height: number];

/** The default width of outlines. */
export const LINE = 5.5;

/** Rounds to one decimal, which displaces a point by at most 0.05 units. */
export function num(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Object.is(rounded, -0) ? "0" : String(rounded);
}

function fine(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function colourOf(colour: Colour | string): string {
  return typeof colour === "string" ? colour : hex(colour);
}

function attributes(paint: Paint): string {
  let text = ` fill="${paint.fill === undefined ? "none" : colourOf(paint.fill)}"`;
  if (paint.stroke !== undefined) {
    text += ` stroke="${colourOf(paint.stroke)}" stroke-width="${num(paint.width ?? LINE)}"`;
    text += ' stroke-linejoin="round" stroke-linecap="round"';
  }
  if (paint.opacity !== undefined) text += ` opacity="${fine(paint.opacity)}"`;
  if (paint.fillOpacity !== undefined) text += ` fill-opacity="${fine(paint.fillOpacity)}"`;
  if (paint.turn !== undefined) text += ` transform="${paint.turn}"`;
  return text;
}

/** Builds path data with rounded numbers: d`M${x} ${y}h${width}`. */
export function d(strings: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += (typeof value === "number" ? num(value) : value) + (strings[index + 1] ?? "");
  }
  return text;
}

export function path(data: string, paint: Paint): string {
  return `<path d="${data}"${attributes(paint)}/>`;
}

export function oval([cx, cy, rx, ry]: Ellipse, paint: Paint): string {
  const size = `rx="${num(Math.abs(rx))}" ry="${num(Math.abs(ry))}"`;
  return `<ellipse cx="${num(cx)}" cy="${num(cy)}" ${size}${attributes(paint)}/>`;
}

export function disc(cx: number, cy: number, radius: number, paint: Paint): string {
  return `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(Math.abs(radius))}"${attributes(paint)}/>`;
}

export function box([x, y, width, height]: Box, corner: number, paint: Paint): string {
  const size = `width="${num(width)}" height="${num(height)}" rx="${num(corner)}"`;
  return `<rect x="${num(x)}" y="${num(y)}" ${size}${attributes(paint)}/>`;
}

/** Draws a thick line with a rim on both sides, for limbs and tails. */
export function tube(
  data: string,
  width: number,
  colour: Colour | string,
  rim: Colour | string,
  rimWidth = LINE,
): string {
  return path(data, { stroke: rim, width: width + 2 * rimWidth }) + path(data, { stroke: colour, width });
}

export interface GroupStyle {
  readonly turn?: string;
  readonly opacity?: number;
  readonly clip?: string;
  readonly mask?: string;
}

export function group(content: string, style: GroupStyle): string {
  if (content === "") return "";
  let text = "<g";
  if (style.turn !== undefined) text += ` transform="${style.turn}"`;
  if (style.opacity !== undefined) text += ` opacity="${fine(style.opacity)}"`;
  if (style.clip !== undefined) text += ` clip-path="${style.clip}"`;
  if (style.mask !== undefined) text += ` mask="${style.mask}"`;
  return `${text}>${content}</g>`;
}

export function rotate(degrees: number, cx: number, cy: number): string {
  return `rotate(${num(degrees)} ${num(cx)} ${num(cy)})`;
}

/** Moves the origin to a point, then rotates and scales around that point. */
export function place([x, y]: Point, degrees = 0, scaleX = 1, scaleY = scaleX): string {
  return `translate(${num(x)} ${num(y)}) rotate(${num(degrees)}) scale(${fine(scaleX)} ${fine(scaleY)})`;
}

/** Scales around a point. */
export function grow(x: number, y: number, scaleX: number, scaleY = scaleX): string {
  return `translate(${num(x)} ${num(y)}) scale(${fine(scaleX)} ${fine(scaleY)}) translate(${num(-x)} ${num(-y)})`;
}

/** Draws the left side (-1), then the right side (1). */
export function sides(draw: (side: -1 | 1) => string): string {
  return draw(-1) + draw(1);
}

export function times(count: number, draw: (index: number) => string): string {
  let text = "";
  for (let index = 0; index < count; index++) text += draw(index);
  return text;
}
