// Draws a material's signs: a texture clipped to the body, and an adornment around the head.
import { GOLD, blend, shade, type Colour } from "../kit/colour.ts";
import { pen, xIn, yIn, type Frame } from "../kit/frame.ts";
import { blade, drop, flame, fluff, star } from "../kit/shapes.ts";
import { d, disc, group, oval, path, place, sides, times } from "../kit/svg.ts";
import type { Material } from "../subject/materials.ts";
import type { Subject } from "../subject/subject.ts";

type DrawMaterial = (subject: Subject, within: Frame) => string;

const GREEN: Colour = [0.68, 0.15, 135];
const WARM: Colour = [0.84, 0.17, 70];

/** Repeats a drawing at random positions that never change during a life. */
function scattered(
  count: number,
  draw: (subject: Subject, x: number, y: number, roll: number) => string,
): DrawMaterial {
  return (subject, within) => {
    const dice = subject.lifeDice.named("texture");
    return times(count, (i) => {
      const x = xIn(within, (i % 2 === 0 ? -1 : 1) * dice.between(0.36, 0.96));
      return draw(subject, x, yIn(within, dice.between(-0.8, 0.9)), dice.roll());
    });
  };
}

function lines(opacity: number, width: number, data: (P: (x: number, y: number) => string) => string): DrawMaterial {
  return ({ coat }, within) => path(data(pen(within)), { stroke: coat.mark, width, opacity });
}

const cracks = (P: (x: number, y: number) => string): string =>
  `M${P(-0.98, -0.5)}l22 14l-8 20l22 12M${P(0.98, -0.3)}l-24 10l6 22l-20 8M${P(-0.8, 0.6)}l20 -8l12 16M${P(0.84, 0.56)}l-18 -4l-6 20`;

const TEXTURES: Readonly<Record<Material, DrawMaterial>> = {
  moss: scattered(9, ({ coat, lifeDice }, x, y, roll) =>
    path(fluff([x, y, 12 + roll * 16, 9 + roll * 9], 9, 0.22, lifeDice.named("clump")), {
      fill: blend(coat.mark, GREEN, roll * 0.7),
    }),
  ),
  bloom: scattered(6, ({ accent }, x, y, roll) =>
    group(
      times(5, (i) => disc(Math.cos(i * 1.257) * 8, Math.sin(i * 1.257) * 8, 6, { fill: shade(accent, 0.12) })) +
        disc(0, 0, 5, { fill: GOLD }),
      { turn: place([x, y], roll * 70) },
    ),
  ),
  stone: lines(0.8, 4.5, cracks),
  glass: (_, within) => {
    const P = pen(within);
    const gleam = `M${P(-1, 0.2)}L${P(0.1, -1)}L${P(0.4, -1)}L${P(-1, 0.56)}ZM${P(-0.5, 1)}L${P(1, -0.5)}L${P(1, -0.34)}L${P(-0.3, 1)}Z`;
    return path(gleam, { fill: "#fff", opacity: 0.55 });
  },
  ice: (_, within) => {
    const P = pen(within);
    return path(
      `M${P(-1, -0.3)}L${P(-0.5, 0)}L${P(-0.7, 0.6)}M${P(-0.5, 0)}L${P(-0.2, -0.5)}M${P(1, -0.1)}L${P(0.6, 0.3)}L${P(0.8, 0.9)}M${P(0.6, 0.3)}L${P(0.3, 0.1)}`,
      { stroke: "#fff", width: 5, opacity: 0.85 },
    );
  },
  ember: (subject, within) => {
    const data = cracks(pen(within));
    return path(data, { stroke: subject.coat.mark, width: 9 }) + path(data, { stroke: [0.93, 0.13, 90], width: 3.5 });
  },
  paper: lines(
    0.75,
    3.5,
    (P) =>
      `M${P(-1, -0.6)}L${P(0, 0.3)}L${P(1, -0.6)}M${P(0, 0.3)}V${P(0, 1).split(" ")[1] ?? "0"}M${P(-1, 0.7)}L${P(0, 0.3)}L${P(1, 0.7)}`,
  ),
  ink: scattered(8, ({ coat }, x, y, roll) => path(drop(x, y, 14 + roll * 16), { fill: coat.mark })),
  metal: (subject, within) => {
    const P = pen(within);
    const rivets = sides((side) =>
      times(4, (i) =>
        disc(xIn(within, side * 0.72), yIn(within, -0.5 + i * 0.36), 5.5, {
          fill: shade(subject.coat.belly, 0.06),
          stroke: subject.coat.mark,
          width: 2.5,
        }),
      ),
    );
    return (
      path(`M${P(-1.1, -0.1)}H${xIn(within, 1.1).toFixed(1)}M${P(-1.1, 0.5)}H${xIn(within, 1.1).toFixed(1)}`, {
        stroke: subject.coat.mark,
        width: 3.5,
        opacity: 0.7,
      }) + rivets
    );
  },
  wood: lines(0.7, 4, (P) =>
    [-0.7, -0.3, 0.1, 0.5, 0.86]
      .map((y) => `M${P(-1.1, y)}Q${P(-0.6, y + 0.14)} ${P(-0.42, y)}M${P(1.1, y)}Q${P(0.6, y + 0.12)} ${P(0.42, y)}`)
      .join(""),
  ),
  cloud: scattered(7, (_, x, y, roll) => oval([x, y, 16 + roll * 14, 10 + roll * 8], { fill: "#fff", opacity: 0.7 })),
  star: scattered(14, (_, x, y, roll) => path(star([x, y, 5 + roll * 9]), { fill: roll > 0.5 ? "#fff" : "#ffe9a8" })),
  water: lines(0.6, 5, (P) =>
    [-0.5, -0.1, 0.3, 0.7]
      .map(
        (y) =>
          `M${P(-1.1, y)}Q${P(-0.9, y - 0.12)} ${P(-0.7, y)}T${P(-0.34, y)}M${P(1.1, y)}Q${P(0.9, y - 0.12)} ${P(0.7, y)}T${P(0.34, y)}`,
      )
      .join(""),
  ),
  sand: scattered(26, ({ coat }, x, y, roll) => disc(x, y, 2 + roll * 2.4, { fill: coat.mark, opacity: 0.8 })),
  honey: (subject, within) => {
    const P = pen(within);
    return path(
      `M${P(-1.1, -1)}L${P(-1.1, 0)}Q${P(-0.86, 0.4)} ${P(-0.72, 0)}Q${P(-0.6, -0.3)} ${P(-0.46, -0.1)}Q${P(-0.34, -0.4)} ${P(-0.3, -1)}ZM${P(1.1, -1)}L${P(1.1, 0.2)}Q${P(0.9, 0.6)} ${P(0.78, 0.1)}Q${P(0.6, -0.2)} ${P(0.46, -0.2)}L${P(0.3, -1)}Z`,
      { fill: shade(subject.coat.mark, 0.04), opacity: 0.6 },
    );
  },
  cloth: lines(0.9, 4, (P) => {
    let stitches = "";
    for (let i = 0; i < 6; i++)
      stitches += `M${P(-0.72, -0.8 + i * 0.3)}l9 6m-9 0l9 -6M${P(0.66, -0.8 + i * 0.3)}l9 6m-9 0l9 -6`;
    return stitches;
  }),
  circuit: (subject, within) => {
    const P = pen(within);
    const ends = [
      [-0.5, -0.2],
      [0.5, 0.1],
      [-0.56, 0.56],
      [0.6, 0.7],
    ] as const;
    return (
      path(
        `M${P(-1.1, -0.4)}H${xIn(within, -0.7).toFixed(1)}L${P(-0.5, -0.2)}M${P(1.1, -0.1)}H${xIn(within, 0.7).toFixed(1)}L${P(0.5, 0.1)}M${P(-1.1, 0.56)}L${P(-0.56, 0.56)}M${P(1.1, 0.7)}L${P(0.6, 0.7)}`,
        { stroke: subject.coat.mark, width: 4.5 },
      ) + ends.map(([x, y]) => disc(xIn(within, x), yIn(within, y), 6.5, { fill: subject.coat.mark })).join("")
    );
  },
};

/** Repeats a drawing on the crown of the head, between the ears. */
function crown(
  draw: (subject: Subject, i: number, dice: number) => string,
  count: number,
  spread: number,
): DrawMaterial {
  return (subject, head) => {
    const dice = subject.lifeDice.named("crown");
    return times(count, (i) => {
      const at = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
      const y = yIn(head, -0.94 + at * at * 0.16);
      return group(draw(subject, i, dice.roll()), {
        turn: place([xIn(head, at * spread), y], at * 42, Math.abs(head.rx) / 100),
      });
    });
  };
}

const leaf = (fill: Colour, length: number, width: number): string =>
  path(blade(length, width), { fill, stroke: shade(fill, -0.26), width: 4 });

const AROUND: Readonly<Partial<Record<Material, DrawMaterial>>> = {
  moss: crown((_, i, roll) => leaf(shade(GREEN, roll * 0.14 - 0.08), 34 + (i % 2) * 16, 13), 6, 0.5),
  bloom: crown(
    ({ accent }, i) =>
      times(6, (k) =>
        disc(Math.cos(k * 1.047) * 13, Math.sin(k * 1.047) * 13, 10, {
          fill: shade(accent, i % 2 === 0 ? 0.12 : 0),
          stroke: shade(accent, -0.2),
          width: 2.5,
        }),
      ) + disc(0, 0, 9, { fill: GOLD }),
    3,
    0.42,
  ),
  stone: crown(
    (_, i) =>
      path(d`M-16 6L-10 ${-14 - (i % 2) * 8}L8 ${-18}L17 6Z`, {
        fill: [0.72, 0.014, 80],
        stroke: [0.42, 0.014, 70],
        width: 4,
      }),
    2,
    0.3,
  ),
  glass: crown(
    ({ coat }, i) =>
      path(d`M-10 4L-6 ${-34 - (i % 2) * 18}L6 ${-42 - (i % 2) * 18}L11 4Z`, {
        fill: shade(coat.belly, 0),
        stroke: shade(coat.mark, -0.1),
        width: 4,
      }),
    3,
    0.26,
  ),
  ice: crown(
    (_, i) => path(d`M-10 6L0 ${-40 - (i % 2) * 22}L10 6Z`, { fill: "#eaf7ff", stroke: [0.62, 0.09, 240], width: 4 }),
    5,
    0.46,
  ),
  ember: crown(
    (_, i) =>
      path(flame([0, 4], 13, 50 + (i % 2) * 24, (i - 2) * 5), { fill: WARM, stroke: [0.6, 0.2, 38], width: 4 }) +
      path(flame([0, 4], 6, 26, 0), { fill: [0.96, 0.1, 98] }),
    5,
    0.46,
  ),
  paper: crown(() => path("M-26 8L0-38L26 8L0-4Z", { fill: "#fffaf0", stroke: [0.6, 0.03, 80], width: 4 }), 1, 0),
  ink: crown(
    ({ coat }) =>
      path("M0 6C-30-4-16-30 2-34C-4-48 16-58 22-46C12-46 14-36 16-28C30-16 22 0 0 6Z", {
        fill: coat.mark,
        stroke: shade(coat.base, 0.14),
        width: 4,
      }),
    1,
    0,
  ),
  metal: crown(
    () =>
      times(8, (i) =>
        path("M-4-22h8v10h-8Z", {
          fill: [0.7, 0.11, 80],
          stroke: [0.42, 0.08, 70],
          width: 2.5,
          turn: `rotate(${i * 45})`,
        }),
      ) +
      disc(0, 0, 14, { fill: [0.7, 0.11, 80], stroke: [0.42, 0.08, 70], width: 4 }) +
      disc(0, 0, 5, { fill: [0.42, 0.08, 70] }),
    1,
    0,
  ),
  wood: crown(
    (_, i) =>
      path(
        d`M0 4Q${i === 0 ? -8 : 8} -20 ${i === 0 ? -4 : 4} -42M0 -16q${i === 0 ? 12 : -12} -6 ${i === 0 ? 14 : -14} -20`,
        { stroke: [0.42, 0.065, 50], width: 9 },
      ) + group(leaf(GREEN, 24, 9), { turn: place([i === 0 ? -4 : 4, -40], i === 0 ? -20 : 20) }),
    2,
    0.3,
  ),
  cloud: crown((_, i) => oval([0, 0, 30, 20 + (i % 2) * 8], { fill: "#fff", opacity: 0.92 }), 3, 0.36),
  star: crown(
    (_, i) =>
      path(star([0, -22 - (i % 2) * 14, 18 - (i % 2) * 4], 5, 0.45), {
        fill: GOLD,
        stroke: [0.58, 0.12, 75],
        width: 4,
      }),
    3,
    0.4,
  ),
  water: crown(
    (_, i) => path(drop(0, -46 + (i % 2) * 8, 34), { fill: [0.86, 0.08, 215], stroke: [0.56, 0.12, 235], width: 4 }),
    3,
    0.36,
  ),
  honey: crown(
    () =>
      path("M-30 8C-34-24 34-24 30 8Q22 26 14 6Q8-2 2 12Q-4 34-12 8Q-20-4-30 8Z", {
        fill: [0.8, 0.15, 78],
        stroke: [0.5, 0.12, 60],
        width: 4,
      }),
    1,
    0,
  ),
  cloth: crown(
    ({ accent }) =>
      disc(0, -14, 17, { fill: accent, stroke: shade(accent, -0.25), width: 4 }) +
      path("M-9-14h18M0-23v18M-6-20l12 12M6-20l-12 12", { stroke: shade(accent, 0.16), width: 3 }),
    1,
    0,
  ),
  circuit: crown(
    (_, i) =>
      path(d`M0 4v-26l${i === 0 ? -12 : 12} -14`, { stroke: [0.8, 0.16, 170], width: 5 }) +
      disc(i === 0 ? -12 : 12, -38, 7, { fill: [0.8, 0.16, 170] }),
    2,
    0.24,
  ),
};

/** Draws a body's texture in units of its frame. The caller clips it. */
export function drawTexture(subject: Subject, within: Frame): string {
  return subject.material === undefined ? "" : TEXTURES[subject.material](subject, within);
}

/** Draws a head's adornment after the baby stage. Accessories replace the adornment. */
export function drawAdornment(subject: Subject, head: Frame): string {
  if (subject.material === undefined || subject.stage === "baby" || subject.accessories.size > 0) return "";
  return AROUND[subject.material]?.(subject, head) ?? "";
}
