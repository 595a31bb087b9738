// Changes an adult's outline by its evolution path: a cape for high care, a wreath for balance, a torn hem for low care, and a
// mended blanket for a rescue. Each is scaled to the head and the body's width, so it fits every body.
import { blend, outline, shade, type Colour } from "../kit/colour.ts";
import { pen, xIn, yIn, type Frame } from "../kit/frame.ts";
import { heart } from "../kit/shapes.ts";
import { d, group, grow, path, sides, times, tube } from "../kit/svg.ts";
import { GROUND, MIDDLE, type Figure, type Subject } from "../subject/subject.ts";

const GOLD: Colour = [0.83, 0.15, 82];
const GREEN: Colour = [0.66, 0.15, 138];
const WILTED: Colour = [0.58, 0.05, 100];

/** A body's measures. `half` is half its width. `stands` is true for a body in profile, whose head is at one end. */
interface Fit {
  readonly subject: Subject;
  readonly head: Frame;
  readonly half: number;
  readonly stands: boolean;
}

/** Returns a leaf from its root; 0 degrees points up. */
function leaf(x: number, y: number, degrees: number, length: number): string {
  const turn = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const at = (along: number, across: number): string =>
    d`${x + (sin * along + cos * across) * length} ${y + (sin * across - cos * along) * length}`;
  return `M${at(0, 0)}Q${at(0.5, 0.42)} ${at(1, 0)}Q${at(0.5, -0.42)} ${at(0, 0)}Z`;
}

/** Draws a cape with a tall collar behind the body. The cape of a standing body blows in the wind. */
function cape({ subject, head, half, stands }: Fit): string {
  const colour = shade(subject.accent, -0.14, 1.15);
  const [neck, foot] = [yIn(head, 0.7), GROUND - 2];
  const spread = Math.min(236, half * 1.7);
  const [left, right] = [MIDDLE - spread, MIDDLE + spread];
  const step = (right - left) / 6;
  const hem = times(
    6,
    (i) => d`Q${right - (i + 0.5) * step} ${foot + (i % 2 === 0 ? 16 : -14)} ${right - (i + 1) * step} ${foot}`,
  );
  const [from, far, up] = [xIn(head, 0.2), Math.min(488, MIDDLE + half * 1.5), neck - head.ry * 1.4];
  const data = stands
    ? d`M${from - 20} ${neck}C${from + 70} ${neck - 40} ${far - 90} ${up - 30} ${far - 14} ${up}Q${far - 44} ${up + 34} ${far} ${up + 52}` +
      d`Q${far - 40} ${up + 78} ${far - 16} ${up + 112}C${far - 110} ${up + 100} ${from + 70} ${neck + 80} ${from - 20} ${neck + 40}Z`
    : d`M${xIn(head, -0.5)} ${neck}L${xIn(head, 0.5)} ${neck}C${xIn(head, 1.2)} ${neck + 26} ${right - 50} ${foot - 90} ${right} ${foot}` +
      hem +
      d`C${left + 50} ${foot - 90} ${xIn(head, -1.2)} ${neck + 26} ${xIn(head, -0.5)} ${neck}Z`;
  // The collar is as wide as a shell or spines that are wider than the head.
  const wide = Math.max(head.rx, Math.min(half * 0.95, 138));
  const collar = sides((side) => {
    const S = pen({ ...head, rx: wide * side });
    return `M${S(0.1, 0.98)}L${S(1.62, -0.3)}Q${S(1.42, 0.86)} ${S(0.62, 1.3)}Z`;
  });
  return (
    path(data, { fill: subject.defs.shading(colour, 0.05, -0.12), stroke: outline(colour) }) +
    path(collar, { fill: colour, stroke: GOLD, width: 6 })
  );
}

/** Draws a row of leaves across the brow, and a sprig of three leaves above it. */
function wreath({ head }: Fit): string {
  const size = Math.min(head.rx, 110);
  const band = (first: number): string =>
    times(5, (i) => {
      const at = -1 + (first + i * 2) * 0.222;
      return Math.abs(at) > 1.01
        ? ""
        : leaf(xIn(head, at * 0.94), yIn(head, -0.98 + at * at * 0.6), at * 76, size * 0.34);
    });
  const sprig = [-34, 34].map((turn) => leaf(head.cx, yIn(head, -0.92), turn, size * 0.54)).join("");
  const paint = { stroke: outline(GREEN), width: 4 };
  return (
    path(band(0) + sprig, { fill: shade(GREEN, -0.02), ...paint }) +
    path(band(1) + leaf(head.cx, yIn(head, -0.92), 0, size * 0.78), { fill: shade(GREEN, 0.06), ...paint })
  );
}

function wiltedSprig({ head }: Fit): string {
  const size = Math.min(head.rx, 110);
  const [x, y] = [head.cx + size * 0.1, yIn(head, -0.86)];
  const stem = d`M${x} ${y}C${x - size * 0.1} ${y - size * 1.1} ${x + size * 0.9} ${y - size * 1.5} ${x + size * 1.1} ${y - size * 0.6}`;
  const leaves =
    leaf(x + size * 1.1, y - size * 0.66, 172, size * 0.8) +
    leaf(x + size * 0.84, y - size, 118, size * 0.5) +
    leaf(x + size * 0.16, y - size * 0.7, -112, size * 0.46);
  return (
    tube(stem, size * 0.07, WILTED, outline(WILTED), 4) +
    path(leaves, { fill: WILTED, stroke: outline(WILTED), width: 4 })
  );
}

/** Clips the lower edge to a ragged outline. */
function torn(subject: Subject, art: string): string {
  const rags = times(16, (i) => d`L${512 - i * 34} ${GROUND - (i % 2 === 0 ? 62 : 2) - (i % 3) * 8}`);
  return group(group(art, { turn: grow(MIDDLE, GROUND, 0.92, 1.02) }), {
    clip: subject.defs.clip(`M0-90H512${rags}L0 380Z`),
  });
}

/** Draws the part of the blanket behind the head. */
function hood({ subject, head, half, stands }: Fit): string {
  const colour = shade(blanketColour(subject), -0.14);
  const wide = stands ? head.rx * 1.2 : Math.min(half, head.rx * 1.4);
  const P = pen(head);
  const data = `M${P(-1.3, 0.3)}C${P(-1.5, -1)} ${P(-0.8, -1.72)} ${P(0, -1.72)}S${P(1.5, -1)} ${P(1.3, 0.3)}`;
  const [left, right, low] = [head.cx - wide, head.cx + wide, yIn(head, 1.5)];
  return path(data + d`Q${right} ${low} ${head.cx} ${low}T${left} ${low - 40}Z`, {
    fill: colour,
    stroke: outline(colour),
  });
}

function blanketColour({ accent }: Subject): Colour {
  return blend([0.72, 0.13, 10], accent, 0.2);
}

/** Draws a wrapped blanket, knotted at the neck, with a mended heart. */
function blanket({ subject, head, half, stands }: Fit): string {
  const colour = blanketColour(subject);
  const line = outline(colour);
  const [middle, wide] = stands ? [head.cx, head.rx * 1.25] : [MIDDLE, Math.min(half * 1.16, 222)];
  const [neck, hem] = [yIn(head, 0.86), GROUND - 22];
  const [left, right] = [middle - wide, middle + wide];
  const [neckL, neckR] = [xIn(head, -0.74), xIn(head, 0.74)];
  const data =
    d`M${neckL} ${neck}C${left - 6} ${neck + 16} ${left - 20} ${hem - 70} ${left} ${hem}` +
    d`Q${middle} ${hem + 24} ${right} ${hem}C${right + 20} ${hem - 70} ${right + 6} ${neck + 16} ${neckR} ${neck}Z`;
  const checks = path(
    times(8, (i) => d`M${left - 20} ${neck - 20 + i * 38}H${right + 20}`) +
      times(9, (i) => d`M${middle + (i - 4) * 38} ${neck - 20}V${hem + 20}`),
    { stroke: shade(colour, 0.11), width: 8, opacity: 0.7 },
  );
  const over = d`M${xIn(head, 0.3)} ${neck + 10}Q${middle + 10} ${(neck + hem) / 2} ${middle - wide * 0.5} ${hem + 10}`;
  const roll = tube(d`M${neckL} ${neck}Q${head.cx} ${neck + 34} ${neckR} ${neck}`, 26, shade(colour, 0.08), line);
  const knot = sides((side) => {
    const [x, y] = [neckR, neck + 6];
    return d`M${x} ${y}L${x + 62} ${y + side * 26 - 20}L${x + 52} ${y + side * 26 + 14}Z`;
  });
  return (
    path(knot, { fill: shade(colour, 0.04), stroke: line }) +
    path(data, { fill: subject.defs.shading(colour, 0.04, -0.1), stroke: line }) +
    group(checks, { clip: subject.defs.clip(data) }) +
    path(over, { stroke: line, width: 5 }) +
    path(data, { stroke: line }) +
    path(heart(middle + wide * 0.36, hem - 62, 24), { fill: "#ff6f91", stroke: "#fff4e8", width: 6 }) +
    path(d`M${middle + wide * 0.36} ${hem - 76}l-6 12l10 8l-6 14`, { stroke: "#fff4e8", width: 4 }) +
    roll
  );
}

/** Adds the signs of the evolution path to a figure. Only adults have a path. */
export function inForm(subject: Subject, figure: Figure): Figure {
  const head = figure.dressed ?? { ...figure.head, rx: Math.abs(figure.head.rx) };
  const half = Math.max(head.rx * 0.95, figure.shadow * 0.92, 80);
  const fit: Fit = { subject, head, half, stands: Math.abs(head.cx - MIDDLE) > 30 };
  const reaching = (y: number): Pick<Figure, "top"> => ({ top: Math.min(figure.top ?? yIn(head, -1.6), y) });
  const above = yIn(head, -0.86);
  const size = Math.min(head.rx, 110);
  switch (subject.path) {
    case "high_care":
      return { ...figure, art: cape(fit) + figure.art };
    case "balanced":
      return { ...figure, ...reaching(above - size * 0.86), art: figure.art + wreath(fit) };
    case "low_care":
      return { ...figure, ...reaching(above - size * 1.4), art: torn(subject, figure.art + wiltedSprig(fit)) };
    case "rescue":
      return { ...figure, ...reaching(yIn(head, -1.76)), art: hood(fit) + figure.art + blanket(fit) };
    case null:
      return figure;
    default:
      return subject.path satisfies never;
  }
}
