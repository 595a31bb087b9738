// An elliptical arc of path data as cubic curves (SVG 1.1, appendix F.6).
import { between, point, type Point } from "./geometry.ts";

export interface Curve {
  readonly a: Point;
  readonly b: Point;
  readonly to: Point;
}

export interface Arc {
  readonly rx: number;
  readonly ry: number;
  readonly degrees: number;
  readonly large: boolean;
  readonly sweep: boolean;
  readonly to: Point;
}

export function straight(from: Point, to: Point): Curve {
  return { a: between(from, to, 1 / 3), b: between(from, to, 2 / 3), to };
}

/** The center of the ellipse, its radii, where the arc begins and how far it goes, in radians. */
function centered(from: Point, { rx: rx0, ry: ry0, degrees, large, sweep, to }: Arc) {
  const phi = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const [x, y] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  // Radii that are too small to reach are enlarged.
  const larger = Math.sqrt(Math.max(1, (x / rx0) ** 2 + (y / ry0) ** 2));
  const [rx, ry] = [Math.abs(rx0) * larger, Math.abs(ry0) * larger];
  const across = rx * rx * y * y + ry * ry * x * x;
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (rx * rx * ry * ry - across) / across));
  const [ex, ey] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const start = Math.atan2((y - ey) / ry, (x - ex) / rx);
  const rest = Math.atan2((-y - ey) / ry, (-x - ex) / rx) - start;
  const full = 2 * Math.PI;
  const length = sweep ? (rest + 2 * full) % full : (rest - 2 * full) % full;
  const center = point(cos * ex - sin * ey + (from.x + to.x) / 2, sin * ex + cos * ey + (from.y + to.y) / 2);
  const on = (u: number, v: number): Point =>
    point(center.x + cos * rx * u - sin * ry * v, center.y + sin * rx * u + cos * ry * v);
  return { start, length, on };
}

export function arcCurves(from: Point, arc: Arc): readonly Curve[] {
  const { to } = arc;
  if (from.x === to.x && from.y === to.y) return [];
  if (arc.rx === 0 || arc.ry === 0) return [straight(from, to)];
  const { start, length, on } = centered(from, arc);
  const pieces = Math.max(1, Math.ceil(Math.abs(length) / (Math.PI / 2)));
  const step = length / pieces;
  const reach = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: pieces }, (_, piece) => {
    const [t, u] = [start + piece * step, start + (piece + 1) * step];
    return {
      a: on(Math.cos(t) - reach * Math.sin(t), Math.sin(t) + reach * Math.cos(t)),
      b: on(Math.cos(u) + reach * Math.sin(u), Math.sin(u) - reach * Math.cos(u)),
      to: on(Math.cos(u), Math.sin(u)),
    };
  });
}
