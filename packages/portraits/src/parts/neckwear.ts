// Draws collars, bandanas, and scarves. An adult's tag shows its evolution path, a teen wears a bandana, and babies wear nothing.
import { GOLD, shade } from "../kit/colour.ts";
import { blade, heart, star } from "../kit/shapes.ts";
import { d, disc, path, place, times } from "../kit/svg.ts";
import type { Subject } from "../subject/subject.ts";

export interface Neck {
  readonly x: number;
  readonly y: number;
  /** Half the neck's width. */
  readonly w: number;
}

function scarf({ x, y, w }: Neck, subject: Subject): string {
  const rim = shade(subject.accent, -0.3, 0.8);
  const end = d`M${x + w * 0.3} ${y + 6}l24 64 -26 6 -16 -62Z`;
  const upper = d`M${x - w} ${y - 16}Q${x} ${y + 22} ${x + w} ${y - 16}`;
  const wrap = upper + d`L${x + w} ${y + 8}Q${x} ${y + 46} ${x - w} ${y + 8}Z`;
  const stripes = d`M${x + w * 0.3 + 2} ${y + 40}l22 -5m-16 22l22 -5`;
  return (
    path(end, { fill: shade(subject.accent, -0.06), stroke: rim, width: 5 }) +
    path(stripes, { stroke: "#fff", width: 5, opacity: 0.7 }) +
    path(wrap, { fill: subject.accent, stroke: rim, width: 5 })
  );
}

function bandana({ x, y, w }: Neck, subject: Subject): string {
  const rim = shade(subject.accent, -0.3, 0.8);
  const cloth =
    d`M${x - w} ${y - 14}Q${x} ${y + 18} ${x + w} ${y - 14}` +
    d`Q${x + w * 0.5} ${y + 34} ${x} ${y + 58}Q${x - w * 0.5} ${y + 34} ${x - w} ${y - 14}Z`;
  const striped = subject.build.collar > 0.66;
  const print = striped
    ? path(d`M${x - w * 0.5} ${y + 12}Q${x} ${y + 34} ${x + w * 0.5} ${y + 12}`, {
        stroke: "#fff",
        width: 5,
        opacity: 0.8,
      })
    : disc(x - 16, y + 16, 5, { fill: "#fff" }) +
      disc(x + 14, y + 20, 5, { fill: "#fff" }) +
      disc(x, y + 38, 5, { fill: "#fff" });
  return path(cloth, { fill: subject.accent, stroke: rim, width: 5 }) + print;
}

function tag(subject: Subject, x: number, y: number): string {
  switch (subject.path) {
    case "high_care":
      return (
        path(star([x, y, 24], 10, 0.72), { fill: GOLD, stroke: [0.58, 0.12, 70], width: 4 }) +
        disc(x, y, 9, { fill: [0.95, 0.1, 95] })
      );
    case "rescue":
      return path(heart(x, y, 15), { fill: "#ff5d82", stroke: "#a6234a", width: 4 });
    case "balanced":
      return path(d`M${x} ${y - 20}c20 8 20 30 0 42c-20 -12 -20 -34 0 -42Z`, {
        fill: [0.72, 0.14, 145],
        stroke: [0.45, 0.1, 150],
        width: 4,
      });
    case "low_care":
      return "";
    case null:
      return subject.build.collar > 0.5
        ? disc(x, y, 12, { fill: GOLD, stroke: [0.55, 0.11, 75], width: 4 }) +
            path(d`M${x - 7} ${y + 2}h14`, { stroke: [0.5, 0.1, 70], width: 3 })
        : path(star([x, y, 15], 5, 0.5), { fill: GOLD, stroke: [0.55, 0.11, 75], width: 4 });
    default:
      return subject.path satisfies never;
  }
}

/** Repeats a drawing along a neck's lower edge, from left to right. */
function along({ x, y, w }: Neck, count: number, draw: (x: number, y: number, i: number) => string): string {
  return times(count, (i) => {
    const at = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
    return draw(x + at * w, y + 7 - at * at * 19, i);
  });
}

/** Draws a collar of leather, stripes, beads, leaves, flowers, or ribbon, so that siblings differ. */
function band(neck: Neck, subject: Subject): string {
  const { x, y, w } = neck;
  const { accent } = subject;
  const rim = shade(accent, -0.3, 0.8);
  const data = d`M${x - w} ${y - 12}Q${x} ${y + 26} ${x + w} ${y - 12}`;
  const width = subject.stage === "child" ? 12 : 15;
  const strap = path(data, { stroke: rim, width: width + 8 }) + path(data, { stroke: accent, width });
  switch (Math.floor(subject.build.keepsake * 6)) {
    case 1:
      return strap + along(neck, 7, (at, low) => path(d`M${at - 2} ${low - 6}l4 12`, { stroke: "#fff", width: 5 }));
    case 2:
      return along(neck, 7, (at, low, i) =>
        disc(at, low, 11, { fill: i % 2 === 0 ? accent : shade(accent, 0.18, 0.5), stroke: rim, width: 3.5 }),
      );
    case 3:
      return along(neck, 7, (at, low, i) =>
        path(blade(24, 9), {
          fill: [0.68 + (i % 2) * 0.08, 0.14, 138],
          stroke: [0.42, 0.1, 145],
          width: 3.5,
          turn: place([at, low + 6], i % 2 === 0 ? -40 : 40),
        }),
      );
    case 4:
      return along(
        neck,
        5,
        (at, low, i) =>
          path(star([at, low, 17], 6, 0.7), {
            fill: i % 2 === 0 ? shade(accent, 0.1) : "#ffffff",
            stroke: rim,
            width: 3,
          }) + disc(at, low, 5, { fill: GOLD }),
      );
    case 5: {
      const [bowX, bowY] = [x - w * 0.62, y + 2];
      return (
        strap +
        path(d`M${bowX} ${bowY}l-30 -18q-6 18 2 34ZM${bowX} ${bowY}l26 -22q10 18 4 34Z`, {
          fill: accent,
          stroke: rim,
          width: 4.5,
        }) +
        disc(bowX, bowY, 8, { fill: shade(accent, -0.08), stroke: rim, width: 4 })
      );
    }
    default:
      return strap;
  }
}

function collar(neck: Neck, subject: Subject): string {
  return band(neck, subject) + tag(subject, neck.x, neck.y + 24);
}

export function drawNeckwear(subject: Subject, neck: Neck): string {
  if (subject.stage === "baby") return "";
  if (subject.accessories.has("scarf")) return scarf(neck, subject);
  if (subject.stage === "teen" || subject.accessories.has("bandana")) return bandana(neck, subject);
  if (subject.path === "low_care") return "";
  if (subject.stage === "child" && subject.build.collar < 0.4) return "";
  return collar(neck, subject);
}

/** Draws only the tag, for bodies without a neck. */
export function drawBadge(subject: Subject, x: number, y: number): string {
  return subject.path === null || subject.path === "low_care" ? "" : tag(subject, x, y);
}
