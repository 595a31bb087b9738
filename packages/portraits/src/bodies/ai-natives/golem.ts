// Draws the golem: a hand-hewn, mossy boulder with thumbprints, circuit-blue eyes, and a wren's nest in both hands.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { pen, xIn, yIn } from "../../kit/frame.ts";
import { box, d, disc, group, num, oval, path, place, rotate, sides, times } from "../../kit/svg.ts";
import { drawEyesIn } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawMouth } from "../../parts/mouth.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, headByStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

/** Fills for the lit and the shaded sides of a stone. */
const LIT = { fill: "#fff", opacity: 0.16 };
const DIM = { fill: "#1a1030", opacity: 0.14 };

function thumbprint(x: number, y: number, size: number, colour: Colour): string {
  return [1, 0.66, 0.34]
    .map((part) =>
      oval([x, y, 15 * size * part, 19 * size * part], { stroke: shade(colour, -0.1), width: 3, opacity: 0.8 }),
    )
    .join("");
}

function markings(subject: Subject, x: number, y: number, size: number): string {
  const { coat } = subject;
  const kind = Math.floor(subject.build.pattern * 5);
  const paint = { stroke: coat.mark, width: 6, opacity: 0.9 };
  if (kind === 0)
    return path(
      d`M${x - 40 * size} ${y}l${20 * size} ${16 * size}l${20 * size} ${-16 * size}` +
        d`l${20 * size} ${16 * size}l${20 * size} ${-16 * size}`,
      paint,
    );
  if (kind === 1)
    return path(
      d`M${x - 26 * size} ${y + 30 * size}V${y - 22 * size}h${52 * size}v${52 * size}M${x - 26 * size} ${y + 4 * size}h${52 * size}`,
      paint,
    );
  if (kind === 2) return times(3, (i) => path(d`M${x - 34 * size} ${y - 10 + i * 17 * size}h${68 * size}`, paint));
  if (kind === 3)
    return path(
      d`M${x} ${y + 34 * size}C${x - 10} ${y + 10} ${x + 10} ${y} ${x} ${y - 20 * size}` +
        d`M${x} ${y + 4}q${22 * size} ${-4} ${26 * size} ${-20 * size}M${x} ${y + 16}` +
        d`q${-22 * size} ${-4} ${-26 * size} ${-20 * size}`,
      { ...paint, stroke: [0.6, 0.12, 140] },
    );
  return path(
    d`M${x - 30 * size} ${y - 14}l${18 * size} ${20 * size}l${-8 * size} ${22 * size}` +
      d`M${x + 26 * size} ${y - 18}l${-10 * size} ${26 * size}`,
    { stroke: shade(coat.base, -0.2), width: 4 },
  );
}

function nest(x: number, y: number, size: number): string {
  const straw: Colour = [0.7, 0.09, 80];
  const wren =
    oval([0, -22, 17, 15], { fill: [0.58, 0.08, 55], stroke: [0.34, 0.05, 50], width: 3.5 }) +
    path("M14-26l14 3-13 5Z", { fill: [0.75, 0.12, 70] }) +
    path("M-15-24l-12-14 16 4Z", { fill: [0.5, 0.07, 50], stroke: [0.34, 0.05, 50], width: 3 }) +
    disc(7, -27, 2.6, { fill: "#20161a" });
  const twigs =
    path("M-34-8Q0 10 34-8Q30 22 0 22T-34-8Z", { fill: straw, stroke: outline(straw), width: 4 }) +
    path("M-40-6l26 14M38-10l-24 18M-20 14l30-10M-30 4l50 8", { stroke: shade(straw, -0.2), width: 3 });
  return group(wren + twigs, { turn: place([x, y], 0, size) });
}

export const golem: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const size = byStage(stage, [0.72, 0.8, 0.98, 1.14]);
  const head = headByStage(subject, [276, 248, 206, 184], [96, 86, 80, 86], [80, 70, 64, 68]);
  const top = yIn(head, 0.72);
  const stoneFill = defs.shading(coat.base, 0.05, -0.1);
  const shoulders = byStage(stage, [96, 92, 100, 118]) * (0.94 + subject.build.width * 0.12);
  const bottom = GROUND - 34 * size;
  const B = (x: number, y: number): string => d`${MIDDLE + x * shoulders} ${top - 18 + y * (bottom - top + 18)}`;
  const torso = `M${B(-0.6, 0)}L${B(0.5, -0.02)}L${B(1.04, 0.34)}L${B(0.98, 0.8)}L${B(0.62, 1)}H${num(MIDDLE - 0.66 * shoulders)}L${B(-1.02, 0.76)}L${B(-1, 0.3)}Z`;
  const planes =
    path(`M${B(-0.6, 0)}L${B(0.5, -0.02)}L${B(0.14, 0.34)}L${B(-0.62, 0.4)}L${B(-1, 0.3)}Z`, LIT) +
    path(`M${B(1.04, 0.34)}L${B(0.98, 0.8)}L${B(0.62, 1)}L${B(0.42, 0.66)}Z`, DIM);
  const legs = sides((side) =>
    box([MIDDLE + side * 44 * size - 30 * size, bottom - 30 * size, 60 * size, GROUND - bottom + 36 * size], 6, {
      fill: shade(coat.base, -0.05),
      stroke: line,
    }),
  );
  const nestY = (top + bottom) / 2 + 34 * size;
  /** Draws an arm that bends in front of the belly, and the hand that holds the nest. */
  const fist = (side: -1 | 1): string => {
    const [x, y] = [MIDDLE + side * shoulders * 0.82, top + 44 * size];
    const hand = MIDDLE + side * 40 * size;
    const at = (dx: number, dy: number): string => d`${x + side * dx * size} ${y + dy * size}`;
    const end = (dx: number, dy: number): string => d`${hand + side * dx * size} ${nestY + dy * size}`;
    const stone = { fill: shade(coat.base, 0.03), stroke: line };
    return (
      path(
        `M${at(-22, -20)}L${at(18, -22)}L${at(40, 14)}L${at(38, 62)}L${end(34, 34)}L${end(6, 4)}L${at(-6, 46)}Z`,
        stone,
      ) +
      path(`M${end(30, -2)}L${end(2, -10)}L${end(-22, 4)}L${end(-20, 28)}L${end(8, 38)}L${end(34, 30)}Z`, {
        ...stone,
        fill: shade(coat.base, 0.07),
      }) +
      thumbprint(x + side * 14 * size, y + 16 * size, size * 0.7, coat.base)
    );
  };
  const P = pen(head);
  const rock = `M${P(-0.94, 0.36)}L${P(-1, -0.4)}L${P(-0.62, -1)}L${P(0.5, -1.04)}L${P(1, -0.5)}L${P(0.92, 0.5)}L${P(0.5, 1)}L${P(-0.58, 1.02)}Z`;
  const facets =
    path(`M${P(-1, -0.4)}L${P(-0.62, -1)}L${P(0.5, -1.04)}L${P(0.1, -0.5)}L${P(-0.7, -0.42)}Z`, LIT) +
    path(`M${P(1, -0.5)}L${P(0.92, 0.5)}L${P(0.5, 1)}L${P(0.74, 0.3)}Z`, DIM);
  // The eyes glow inside the stone.
  const lights = sides((side) =>
    disc(xIn(head, side * 0.4), yIn(head, 0.08), head.rx * 0.44, { fill: defs.glow(coat.eye, 0.4) }),
  );
  const green: Colour = [0.66, 0.13, 135];
  const mossy = { fill: green, stroke: shade(green, -0.22), width: 4 };
  const moss = sides((side) => {
    const [x, y] = [MIDDLE + side * shoulders * 0.7, top + 4];
    return path(
      d`M${x - 40 * size} ${y + 6}q${6 * size} ${-22 * size} ${40 * size} ${-22 * size}t${40 * size} ${26 * size}q${-14 * size} ${14 * size} ${-24 * size} ${-2}q${-14 * size} ${16 * size} ${-28 * size} 0q${-14 * size} ${10 * size} ${-28 * size} ${-2}Z`,
      mossy,
    );
  });
  const cap =
    path(
      `M${P(-0.82, -0.62)}Q${P(-0.6, -1.1)} ${P(0, -1.1)}T${P(0.82, -0.62)}Q${P(0.66, -0.5)} ${P(0.5, -0.66)}Q${P(0.26, -0.46)} ${P(0, -0.68)}Q${P(-0.3, -0.46)} ${P(-0.5, -0.66)}Q${P(-0.66, -0.5)} ${P(-0.82, -0.62)}Z`,
      mossy,
    ) +
    path(`M${P(0, -1.06)}q-2 -18 4 -30q22 -8 26 -24q-26 -2 -26 24q-8 -22 -26 -18q4 18 24 20`, {
      ...mossy,
      fill: shade(green, 0.08),
    });
  const face =
    path(rock, { fill: defs.shading(coat.base, 0.07, -0.06), stroke: line }) +
    facets +
    lights +
    drawEyesIn(subject, head, { y: 0.06, apart: 0.46, size: 0.24, face: coat.base }) +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.6), w: head.rx * 0.3, rest: "level" }) +
    cap +
    (subject.path === "rescue"
      ? path(`M${P(-0.7, -0.9)}l14 20l-8 16l12 18`, { stroke: [0.87, 0.15, 88], width: 5 })
      : "") +
    drawHeadwear(subject, head);
  const body =
    stage === "baby"
      ? path(torso, { fill: stoneFill, stroke: line })
      : legs +
        path(torso, { fill: stoneFill, stroke: line }) +
        planes +
        markings(subject, MIDDLE, bottom - 30 * size, size * 0.7) +
        moss +
        nest(MIDDLE, nestY, size) +
        fist(-1) +
        fist(1);
  const art =
    body +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 0.98), w: head.rx * 0.8 }) +
    group(face, { turn: rotate(subject.tilt * 0.6, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: shoulders };
};
