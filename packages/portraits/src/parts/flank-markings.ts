// Draws markings on a body in profile, clipped to the body: x from the chest (-1) to the rump (1), y from the back (0) to the
// belly (1).
import { blend } from "../kit/colour.ts";
import { ovalIn, pen, xIn, yIn, type Frame } from "../kit/frame.ts";
import { blob, fluff } from "../kit/shapes.ts";
import { disc, oval, path, times } from "../kit/svg.ts";
import type { Mammal, Marking } from "../subject/mammal.ts";
import { drawTexture } from "./material.ts";

type DrawFlank = (mammal: Mammal, barrel: Frame) => string;

function stripes(count: number, width: number, depth: number): DrawFlank {
  return ({ subject }, barrel) => {
    const dice = subject.lifeDice.named("flank");
    const P = pen(barrel);
    return times(count, (i) => {
      const x = -0.6 + (i * 1.6) / count;
      const end = dice.between(0.8, 1) * depth;
      return path(
        `M${P(x - width, -0.1)}Q${P(x - width * 0.4, end * 0.6)} ${P(x + 0.08, end)}Q${P(x + width, end * 0.5)} ${P(x + width, -0.1)}Z`,
        { fill: subject.coat.mark },
      );
    });
  };
}

/** Draws marks in staggered rows, each mark slightly displaced at random. */
function scattered(
  name: string,
  columns: number,
  rows: number,
  draw: (mammal: Mammal, x: number, y: number, roll: (low: number, high: number) => number) => string,
): DrawFlank {
  return (mammal, barrel) => {
    const dice = mammal.subject.lifeDice.named(name);
    return times(columns * rows, (i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const x = xIn(barrel, -0.86 + ((column + (row % 2) * 0.5) * 1.8) / columns + dice.spread(0.06));
      return draw(mammal, x, yIn(barrel, 0.08 + (row * 0.84) / rows + dice.spread(0.06)), dice.between);
    });
  };
}

const cape: DrawFlank = ({ subject }, barrel) => {
  const P = pen(barrel);
  return path(
    `M${P(-1.1, -0.2)}L${P(-0.9, 0.3)}L${P(-0.7, 0.24)}L${P(-0.6, 0.5)}L${P(-0.3, 0.34)}L${P(-0.1, 0.56)}L${P(0.2, 0.36)}` +
      `L${P(0.5, 0.54)}L${P(0.7, 0.34)}L${P(1.2, 0.4)}L${P(1.2, -0.2)}Z`,
    { fill: subject.coat.mark, opacity: 0.85 },
  );
};

const underside: DrawFlank = ({ subject }, barrel) => {
  const P = pen(barrel);
  return (
    ovalIn(barrel, [-0.98, 0.66, 0.36, 0.56], { fill: subject.coat.belly }) +
    path(`M${P(-0.8, 1.2)}Q${P(-0.4, 0.8)} ${P(0.1, 0.78)}T${P(0.7, 0.86)}L${P(0.7, 1.3)}L${P(-0.8, 1.3)}Z`, {
      fill: subject.coat.belly,
    })
  );
};

const DRAWN: readonly (readonly [Marking, DrawFlank])[] = [
  ["agouti", cape],
  ["saddle", cape],
  ["mackerel", stripes(9, 0.05, 0.7)],
  ["classic", stripes(5, 0.09, 0.8)],
  ["tiger", stripes(6, 0.09, 0.85)],
  ["brindle", stripes(14, 0.025, 0.8)],
  [
    "rosettes",
    scattered("rosettes", 6, 3, ({ subject: { coat } }, x, y, roll) => {
      const r = roll(10, 14);
      return (
        oval([x, y, r, r * 0.8], { fill: blend(coat.base, coat.mark, 0.35) }) +
        path(blob([x, y, r, r * 0.8]), { stroke: coat.mark, width: 6, opacity: 0.95 })
      );
    }),
  ],
  [
    "spots",
    scattered("spots", 6, 3, ({ subject }, x, y, roll) => {
      const r = roll(5, 10);
      return oval([x, y, r, r * 0.85], { fill: subject.coat.mark });
    }),
  ],
  [
    "ticked",
    scattered("ticks", 9, 4, ({ subject }, x, y, roll) =>
      path(`M${x.toFixed(1)} ${y.toFixed(1)}l${roll(-4, 4).toFixed(1)} 9`, {
        stroke: subject.coat.mark,
        width: 3.5,
        opacity: 0.6,
      }),
    ),
  ],
  [
    "freckles",
    scattered("freckles", 6, 3, ({ subject }, x, y, roll) =>
      disc(x, y, roll(3, 7), { fill: subject.coat.mark, opacity: 0.7 }),
    ),
  ],
  [
    "patches",
    scattered("patches", 3, 1, ({ subject }, x, y, roll) =>
      path(
        fluff([x + 10, y + 16, roll(22, 34), roll(24, 36)], 9, 0.12, subject.lifeDice.named(`patch${Math.round(x)}`)),
        { fill: subject.coat.mark },
      ),
    ),
  ],
  ["bib", underside],
  ["locket", (mammal, barrel) => ovalIn(barrel, [-0.98, 0.62, 0.26, 0.42], { fill: mammal.subject.coat.belly })],
];

export function drawFlank(mammal: Mammal, barrel: Frame): string {
  let art = "";
  for (const [marking, draw] of DRAWN) if (mammal.marks.has(marking)) art += draw(mammal, barrel);
  const { cx, cy, rx, ry } = barrel;
  art += drawTexture(mammal.subject, { cx, cy: cy + ry / 2, rx, ry: ry / 2 });
  const shade = { fill: "#2b1640", opacity: 0.12 };
  return art + ovalIn(barrel, [0, 1.12, 1.2, 0.3], shade) + ovalIn(barrel, [-0.66, -0.1, 0.62, 0.34], shade);
}
