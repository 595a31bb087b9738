// Removes the shapes of a drawing that lie outside of a view: a doorway shows the head, and most of a body's shapes would
// only make the file larger. Boxes are taken around control points, so they are never too small.
import type { Drawing } from "@denkeeper/portraits/portrait.ts";

type Point = readonly [x: number, y: number];
/** a b c d e f, as in SVG. */
type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export interface View {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

function times(m: Matrix, n: Matrix): Matrix {
  const [a, b, c, d, e, f] = m;
  const column = (x: number, y: number): Point => [a * x + c * y, b * x + d * y];
  const [x, y, z] = [column(n[0], n[1]), column(n[2], n[3]), column(n[4], n[5])];
  return [...x, ...y, z[0] + e, z[1] + f];
}

function matrixOf(transform: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name, list = ""] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b, c = 0] = list.split(/[\s,]+/).map(Number);
    if (name === "translate") matrix = times(matrix, [1, 0, 0, 1, a, b ?? 0]);
    else if (name === "scale") matrix = times(matrix, [a, 0, 0, b ?? a, 0, 0]);
    else if (name === "rotate") {
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      const turned = times(times(matrix, [1, 0, 0, 1, b ?? 0, c]), [cos, sin, -sin, cos, 0, 0]);
      matrix = times(turned, [1, 0, 0, 1, -(b ?? 0), -c]);
    }
  }
  return matrix;
}

const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2 };

/** The control points of path data, or none if it has an arc. */
function pathPoints(data: string): readonly Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  let control: Point = [0, 0];
  for (const [, letter = "", rest = ""] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = letter.toLowerCase();
    if (kind === "a") return [];
    const size = ARGUMENTS[kind] ?? Infinity;
    const numbers = Array.from(rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g), ([number]) => Number(number));
    const [fromX, fromY] = letter === kind ? [1, 1] : [0, 0];
    for (let i = 0; i + size <= numbers.length; i += size) {
      const mirrored: Point = [2 * x - control[0], 2 * y - control[1]];
      const chunk = numbers.slice(i, i + size);
      const pairs: Point[] = kind === "s" || kind === "t" ? [mirrored] : [];
      if (kind === "h") pairs.push([(chunk[0] ?? 0) + fromX * x, y]);
      else if (kind === "v") pairs.push([x, (chunk[0] ?? 0) + fromY * y]);
      else
        for (let at = 0; at < size; at += 2)
          pairs.push([(chunk[at] ?? 0) + fromX * x, (chunk[at + 1] ?? 0) + fromY * y]);
      points.push(...pairs);
      [x, y] = pairs.at(-1) ?? [x, y];
      control = pairs.at(-2) ?? [x, y];
    }
  }
  return points;
}

function corners(left: number, top: number, right: number, bottom: number): readonly Point[] {
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
}

function pointsOf(name: string, value: (key: string) => string | undefined): readonly Point[] {
  const n = (key: string): number => Number(value(key) ?? 0);
  if (name === "path") return pathPoints(value("d") ?? "");
  if (name === "rect") return corners(n("x"), n("y"), n("x") + n("width"), n("y") + n("height"));
  const [rx, ry] = name === "circle" ? [n("r"), n("r")] : [n("rx"), n("ry")];
  return corners(n("cx") - rx, n("cy") - ry, n("cx") + rx, n("cy") + ry);
}

function isSeen(points: readonly Point[], [a, b, c, d, e, f]: Matrix, line: number, view: View): boolean {
  if (points.length === 0) return true;
  const reach = (line / 2) * Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const xs = points.map(([x, y]) => a * x + c * y + e);
  const ys = points.map(([x, y]) => b * x + d * y + f);
  const crosses = (values: readonly number[], from: number): boolean =>
    Math.max(...values) + reach >= from && Math.min(...values) - reach <= from + view.side;
  return crosses(xs, view.x) && crosses(ys, view.y);
}

/** What can be seen of a drawing, and only the gradients and clips that it still uses. */
export function trimmed({ defs, art }: Drawing, view: View): Drawing {
  const stack = [IDENTITY];
  let seen = art.replaceAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g, (tag, closing, name: string, list: string, leaf) => {
    if (closing !== "") {
      stack.pop();
      return tag;
    }
    const values = new Map(Array.from(list.matchAll(/([\w-]+)="([^"]*)"/g), ([, key = "", text = ""]) => [key, text]));
    const matrix = times(stack.at(-1) ?? IDENTITY, matrixOf(values.get("transform") ?? ""));
    if (leaf === "") {
      stack.push(matrix);
      return tag;
    }
    const points = pointsOf(name, (key) => values.get(key));
    return isSeen(points, matrix, Number(values.get("stroke-width") ?? 0), view) ? tag : "";
  });
  for (let before = ""; before !== seen;) {
    before = seen;
    seen = seen.replaceAll(/<g[^>]*><\/g>/g, "");
  }
  return { defs: usedBy(seen, defs), art: seen };
}

function usedBy(art: string, defs: string): string {
  const references = (text: string): readonly string[] =>
    Array.from(text.matchAll(/url\(#(\w+)\)/g), ([, id = ""]) => id);
  const wanted = new Set(references(art));
  const kept: string[] = [];
  // A mask refers to a gradient before it.
  for (const [text, , id = ""] of Array.from(defs.matchAll(/<(\w+) id="(\w+)".*?<\/\1>/g)).toReversed()) {
    if (!wanted.has(id)) continue;
    kept.unshift(text);
    for (const inner of references(text)) wanted.add(inner);
  }
  return kept.join("");
}
