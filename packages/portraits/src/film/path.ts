// Path data as absolute cubic curves, and back. Only curves can be bent, so lines and arcs become curves too.
import { arcCurves, straight, type Curve } from "./arc.ts";
import { between, point, type Point } from "./geometry.ts";

export type Segment =
  | { readonly kind: "move"; readonly to: Point }
  | ({ readonly kind: "curve" } & Curve)
  | { readonly kind: "close" };

/** A command of path data in lower case, with the numbers of each time that it is repeated. */
interface Command {
  readonly kind: string;
  readonly relative: boolean;
  readonly rows: readonly (readonly number[])[];
}

const COMMAND = /([a-z])([^a-z]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

/** The flags of an arc may be written without a space behind them. */
const ARC_NUMBER = /[\s,]*(-?(?:\d+\.?\d*|\.\d+))/y;
const ARC_FLAG = /[\s,]*([01])/y;

function numbersOf(kind: string, text: string): readonly number[] {
  if (kind !== "a") return Array.from(text.matchAll(NUMBER), ([number]) => Number(number));
  const numbers: number[] = [];
  for (let at = 0; ;) {
    const part = numbers.length % 7;
    const pattern = part === 3 || part === 4 ? ARC_FLAG : ARC_NUMBER;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return numbers;
    numbers.push(Number(found[1]));
    at = pattern.lastIndex;
  }
}

/** The numbers of a command, a row for each time it is repeated. */
function rowsOf(kind: string, text: string): readonly (readonly number[])[] {
  const numbers = numbersOf(kind, text);
  const size = ARGUMENTS[kind] ?? Infinity;
  return Array.from({ length: Math.floor(numbers.length / size) }, (_, i) => numbers.slice(i * size, (i + 1) * size));
}

export function commandsOf(data: string): readonly Command[] {
  return Array.from(data.matchAll(COMMAND), ([, letter = "", rest = ""]) => {
    const kind = letter.toLowerCase();
    return { kind, relative: letter === kind, rows: rowsOf(kind, rest) };
  });
}

/** The last control point, which the smooth commands mirror. */
interface Control {
  readonly kind: "cubic" | "quadratic";
  readonly at: Point;
}

interface Step {
  readonly curves: readonly Curve[];
  readonly control?: Control;
}

function quadratic(from: Point, control: Point, to: Point): Step {
  const curve = { a: between(from, control, 2 / 3), b: between(to, control, 2 / 3), to };
  return { curves: [curve], control: { kind: "quadratic", at: control } };
}

function cubic(a: Point, b: Point, to: Point): Step {
  return { curves: [{ a, b, to }], control: { kind: "cubic", at: b } };
}

/** What one row of a drawing command adds. `n` is a number of the row, `p` a point that begins at it. */
function stepOf(kind: string, row: readonly number[], here: Point, relative: boolean, last?: Control): Step {
  const from = relative ? here : point(0, 0);
  const n = (index: number): number => row[index] ?? 0;
  const p = (index: number): Point => point(from.x + n(index), from.y + n(index + 1));
  const mirrored = (of: Control["kind"]): Point =>
    last?.kind === of ? point(2 * here.x - last.at.x, 2 * here.y - last.at.y) : here;
  if (kind === "h") return { curves: [straight(here, point(from.x + n(0), here.y))] };
  if (kind === "v") return { curves: [straight(here, point(here.x, from.y + n(0)))] };
  if (kind === "c") return cubic(p(0), p(2), p(4));
  if (kind === "s") return cubic(mirrored("cubic"), p(0), p(2));
  if (kind === "q") return quadratic(here, p(0), p(2));
  if (kind === "t") return quadratic(here, mirrored("quadratic"), p(0));
  if (kind === "a") {
    const arc = { rx: n(0), ry: n(1), degrees: n(2), large: n(3) === 1, sweep: n(4) === 1, to: p(5) };
    return { curves: arcCurves(here, arc) };
  }
  return { curves: [straight(here, p(0))] };
}

export function readPath(data: string): readonly Segment[] {
  const segments: Segment[] = [];
  let here = point(0, 0);
  let start = here;
  let control: Control | undefined;
  for (const { kind, relative, rows } of commandsOf(data)) {
    if (kind === "z") {
      segments.push({ kind: "close" });
      [here, control] = [start, undefined];
      continue;
    }
    for (const [index, row] of rows.entries()) {
      if (kind === "m" && index === 0) {
        const [x = 0, y = 0] = row;
        here = relative ? point(here.x + x, here.y + y) : point(x, y);
        [start, control] = [here, undefined];
        segments.push({ kind: "move", to: here });
        continue;
      }
      const step = stepOf(kind, row, here, relative, control);
      for (const curve of step.curves) segments.push({ kind: "curve", ...curve });
      here = step.curves.at(-1)?.to ?? here;
      control = step.control;
    }
  }
  return segments;
}

/** A curve is halved at most this often. */
const MOST_HALVINGS = 4;

function halved(from: Point, curve: Curve, longest: number, halvings: number): readonly Curve[] {
  const { a, b, to } = curve;
  const length =
    Math.hypot(a.x - from.x, a.y - from.y) + Math.hypot(b.x - a.x, b.y - a.y) + Math.hypot(to.x - b.x, to.y - b.y);
  if (length <= longest || halvings === 0) return [curve];
  const [left, middle, right] = [between(from, a, 0.5), between(a, b, 0.5), between(b, to, 0.5)];
  const [before, after] = [between(left, middle, 0.5), between(middle, right, 0.5)];
  const half = between(before, after, 0.5);
  return [
    ...halved(from, { a: left, b: before, to: half }, longest, halvings - 1),
    ...halved(half, { a: after, b: right, to }, longest, halvings - 1),
  ];
}

/** The same path in curves that are not much longer than `longest`. */
export function refined(segments: readonly Segment[], longest: number): readonly Segment[] {
  let here = point(0, 0);
  let start = here;
  return segments.flatMap((segment): readonly Segment[] => {
    if (segment.kind === "curve") {
      const curves = halved(here, segment, longest, MOST_HALVINGS);
      here = segment.to;
      return curves.map(({ a, b, to }) => ({ kind: "curve", a, b, to }));
    }
    if (segment.kind === "move") start = segment.to;
    here = start;
    return [segment];
  });
}

export function writePath(segments: readonly Segment[]): string {
  const num = (value: number): string => String(Math.round(value * 10) / 10);
  const at = ({ x, y }: Point): string => `${num(x)} ${num(y)}`;
  return segments
    .map((segment) => {
      if (segment.kind === "close") return "Z";
      if (segment.kind === "move") return `M${at(segment.to)}`;
      return `C${at(segment.a)} ${at(segment.b)} ${at(segment.to)}`;
    })
    .join("");
}
