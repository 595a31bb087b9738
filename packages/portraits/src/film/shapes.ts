// The shapes of a drawing as path data, each with the matrix that it is drawn with. Drawings are made by kit/svg.ts
// alone, so these few kinds of elements and attributes are all there is.
import { IDENTITY, matrixOf, multiply, type Matrix } from "./geometry.ts";

const TAG = /<(\/?)(\w+)([^>]*?)(\/?)>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const GEOMETRY = new Set(["d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"]);
/** How far the controls of a quarter circle are from its ends. */
const ROUND = 0.5523;

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * ROUND, ry * ROUND];
  return (
    `M${cx - rx} ${cy}C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry}` +
    `C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy}` +
    `C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry}` +
    `C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}Z`
  );
}

function rectangle(x: number, y: number, width: number, height: number, corner: number): string {
  const r = Math.min(corner, width / 2, height / 2);
  if (r === 0) return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
  const turn = (toX: number, toY: number): string => `A${r} ${r} 0 0 1 ${toX} ${toY}`;
  return (
    `M${x + r} ${y}H${x + width - r}${turn(x + width, y + r)}V${y + height - r}${turn(x + width - r, y + height)}` +
    `H${x + r}${turn(x, y + height - r)}V${y + r}${turn(x + r, y)}Z`
  );
}

function dataOf(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const n = (key: string): number => Number(attributes.get(key) ?? 0);
  if (name === "path") return attributes.get("d");
  if (name === "circle") return ellipse(n("cx"), n("cy"), n("r"), n("r"));
  if (name === "ellipse") return ellipse(n("cx"), n("cy"), n("rx"), n("ry"));
  if (name === "rect") return rectangle(n("x"), n("y"), n("width"), n("height"), n("rx"));
  return undefined;
}

export interface Element {
  readonly tag: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** From its coordinates to those of the canvas. */
  readonly matrix: Matrix;
  /** Undefined for groups. */
  readonly data: string | undefined;
}

/** A drawing with each of its elements, groups included, rewritten. */
export function rewritten(art: string, rewrite: (element: Element) => string): string {
  const stack = [IDENTITY];
  return art.replaceAll(TAG, (tag: string, closing: string, name: string, list: string, leaf: string) => {
    if (closing !== "") {
      stack.pop();
      return tag;
    }
    const attributes = new Map(Array.from(list.matchAll(ATTRIBUTE), ([, key = "", value = ""]) => [key, value]));
    const matrix = multiply(stack.at(-1) ?? IDENTITY, matrixOf(attributes.get("transform") ?? ""));
    if (leaf === "") stack.push(matrix);
    return rewrite({ tag, name, attributes, matrix, data: dataOf(name, attributes) });
  });
}

/** An element as a path with other data; a group with other attributes. */
export function elementTag({ name, attributes, data }: Pick<Element, "name" | "attributes" | "data">): string {
  const text = (keys: readonly (readonly [string, string])[]): string =>
    keys.map(([key, value]) => ` ${key}="${value}"`).join("");
  if (data === undefined) return `<${name}${text([...attributes])}>`;
  return `<path d="${data}"${text([...attributes].filter(([key]) => !GEOMETRY.has(key)))}/>`;
}
