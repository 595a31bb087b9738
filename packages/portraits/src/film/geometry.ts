// Points and matrices on the canvas of a portrait.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function point(x: number, y: number): Point {
  return { x, y };
}

/** The point that divides the line from p to q; 0 is p, 1 is q. */
export function between(p: Point, q: Point, part: number): Point {
  return point(p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part);
}

/** a b c d e f, as in SVG. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

export function apply([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return point(a * x + c * y + e, b * x + d * y + f);
}

/** How much larger a matrix draws. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** The matrix of a `transform` attribute; kit/svg.ts writes only these three kinds. */
export function matrixOf(transform: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name, list = ""] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b, c = 0] = list.split(/[\s,]+/).map(Number);
    if (name === "translate") matrix = multiply(matrix, [1, 0, 0, 1, a, b ?? 0]);
    else if (name === "scale") matrix = multiply(matrix, [a, 0, 0, b ?? a, 0, 0]);
    else if (name === "rotate") {
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      const turned = multiply(multiply(matrix, [1, 0, 0, 1, b ?? 0, c]), [cos, sin, -sin, cos, 0, 0]);
      matrix = multiply(turned, [1, 0, 0, 1, -(b ?? 0), -c]);
    }
  }
  return matrix;
}
