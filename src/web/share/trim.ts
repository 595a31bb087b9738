// Removes the shapes of a drawing that lie outside of a view: a doorway shows the head, and most of a body's shapes would
// only make the file larger. Boxes are taken around control points, so they are never too small.
import {
  IDENTITY,
  apply,
  matrixOf,
  multiply,
  point,
  type Matrix,
  type Point,
} from "@denkeeper/portraits/film/geometry.ts";
import { commandsOf } from "@denkeeper/portraits/film/path.ts";
import type { Drawing } from "@denkeeper/portraits/portrait.ts";

export interface View {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The control points of path data, or none if it has an arc. */
function pathPoints(data: string): readonly Point[] {
  const points: Point[] = [];
  let here = point(0, 0);
  let control = here;
  for (const { kind, relative, rows } of commandsOf(data)) {
    if (kind === "a") return [];
    for (const row of rows) {
      const from = relative ? here : point(0, 0);
      const found = kind === "s" || kind === "t" ? [point(2 * here.x - control.x, 2 * here.y - control.y)] : [];
      const [first = 0] = row;
      if (kind === "h") found.push(point(first + from.x, here.y));
      else if (kind === "v") found.push(point(here.x, first + from.y));
      else
        for (let at = 0; at < row.length; at += 2)
          found.push(point((row[at] ?? 0) + from.x, (row[at + 1] ?? 0) + from.y));
      points.push(...found);
      here = found.at(-1) ?? here;
      control = found.at(-2) ?? here;
    }
  }
  return points;
}

function corners(left: number, top: number, right: number, bottom: number): readonly Point[] {
  return [point(left, top), point(right, top), point(left, bottom), point(right, bottom)];
}

function pointsOf(name: string, value: (key: string) => string | undefined): readonly Point[] {
  const n = (key: string): number => Number(value(key) ?? 0);
  if (name === "path") return pathPoints(value("d") ?? "");
  if (name === "rect") return corners(n("x"), n("y"), n("x") + n("width"), n("y") + n("height"));
  const [rx, ry] = name === "circle" ? [n("r"), n("r")] : [n("rx"), n("ry")];
  return corners(n("cx") - rx, n("cy") - ry, n("cx") + rx, n("cy") + ry);
}

function isSeen(points: readonly Point[], matrix: Matrix, line: number, view: View): boolean {
  if (points.length === 0) return true;
  const [a, b, c, d] = matrix;
  const reach = (line / 2) * Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const placed = points.map((each) => apply(matrix, each));
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
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
    const matrix = multiply(stack.at(-1) ?? IDENTITY, matrixOf(values.get("transform") ?? ""));
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
