// Broad shoulders of clay with the thumbprints still in them, deep-set eyes of circuit blue, a wren's nest in one
// elbow.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, ovalIn, pen, xIn, yIn } from "../../kit/frame.ts";
import { box, d, disc, group, oval, path, place, rotate, sides, times } from "../../kit/svg.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { limb } from "../../parts/joint.ts";
import { drawMouth } from "../../parts/mouth.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

function thumbprint(x: number, y: number, size: number, colour: Colour): string {
  return [1, 0.66, 0.34]
    .map((part) =>
      oval(x, y, 15 * size * part, 19 * size * part, { stroke: shade(colour, -0.1), width: 3, opacity: 0.8 }),
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
    oval(0, -22, 17, 15, { fill: [0.58, 0.08, 55], stroke: [0.34, 0.05, 50], width: 3.5 }) +
    path("M14-26l14 3-13 5Z", { fill: [0.75, 0.12, 70] }) +
    path("M-15-24l-12-14 16 4Z", { fill: [0.5, 0.07, 50], stroke: [0.34, 0.05, 50], width: 3 }) +
    disc(7, -27, 2.6, { fill: "#20161a" });
  const twigs =
    path("M-34-8Q0 10 34-8Q30 22 0 22T-34-8Z", { fill: straw, stroke: outline(straw), width: 4 }) +
    path("M-40-6l26 14M38-10l-24 18M-20 14l30-10M-30 4l50 8", { stroke: shade(straw, -0.2), width: 3 });
  return group(wren + twigs, { turn: place(x, y, 0, size) });
}

export const golem: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const size = byStage(stage, [0.72, 0.8, 0.98, 1.14]);
  const head = frame(
    MIDDLE,
    byStage(stage, [276, 236, 192, 170]),
    byStage(stage, [88, 74, 66, 70]),
    byStage(stage, [78, 66, 60, 64]),
  );
  const top = yIn(head, 0.72);
  const clay = defs.shading(coat.base, 0.05, -0.1);
  const shoulders = byStage(stage, [100, 108, 120, 148]) * (0.94 + subject.build.width * 0.12);
  const bottom = GROUND - 34 * size;
  const torso =
    d`M${MIDDLE - shoulders} ${top + 40 * size}` +
    d`C${MIDDLE - shoulders} ${top - 8} ${MIDDLE - shoulders * 0.5} ${top - 18} ${MIDDLE} ${top - 18}` +
    d`S${MIDDLE + shoulders} ${top - 8} ${MIDDLE + shoulders} ${top + 40 * size}` +
    d`C${MIDDLE + shoulders * 0.9} ${bottom - 50}` +
    d` ${MIDDLE + shoulders * 0.62} ${bottom} ${MIDDLE} ${bottom}` +
    d`S${MIDDLE - shoulders * 0.9} ${bottom - 50} ${MIDDLE - shoulders} ${top + 40 * size}Z`;
  const legs = sides((side) =>
    box(MIDDLE + side * 44 * size - 30 * size, bottom - 30 * size, 60 * size, GROUND - bottom + 36 * size, 16, {
      fill: shade(coat.base, -0.05),
      stroke: line,
    }),
  );
  const fist = (side: -1 | 1): string => {
    const x = MIDDLE + side * (shoulders + 8);
    const held = side === 1;
    const elbow =
      d`M${x - side * 26} ${top + 14}` +
      d`C${x + side * 30} ${top + 30} ${x + side * 26} ${bottom - 70}` +
      d` ${held ? x - side * 34 : x} ${held ? bottom - 60 : bottom - 26}`;
    const [handX, handY] = held ? [x - 46, bottom - 62] : [x, bottom - 16];
    const arm = path(elbow, { stroke: line, width: 52 * size }) + path(elbow, { stroke: coat.base, width: 41 * size });
    const whole =
      arm +
      oval(handX, handY, 31 * size, 28 * size, { fill: shade(coat.base, 0.02), stroke: line }) +
      thumbprint(x + side * 2, top + 62 * size, size, coat.base);
    return limb(subject, "Arm", side, x - side * 26, top + 30, whole);
  };
  const P = pen(head);
  const rock =
    `M${P(-0.96, 0.3)}L${P(-0.9, -0.62)}Q${P(-0.5, -1.04)} ${P(0, -1.02)}` +
    `Q${P(0.6, -1.06)} ${P(0.92, -0.56)}L${P(0.96, 0.4)}Q${P(0.7, 1.02)} ${P(0, 1.02)}` +
    `T${P(-0.96, 0.3)}Z`;
  // Eyes of light in the clay, each under a heavy brow.
  const lights = sides((side) =>
    disc(xIn(head, side * 0.4), yIn(head, 0.08), head.rx * 0.44, { fill: defs.glow(coat.eye, 0.7) }),
  );
  const brows = sides((side) => {
    const S = pen({ ...head, rx: head.rx * side });
    return path(
      `M${S(0.1, -0.2)}Q${S(0.42, -0.44)} ${S(0.78, -0.26)}Q${S(0.82, -0.14)} ${S(0.74, -0.1)}Q${S(0.42, -0.26)} ${S(0.16, -0.06)}Z`,
      {
        fill: shade(coat.base, -0.14),
        stroke: line,
        width: 4,
      },
    );
  });
  const nose = ovalIn(head, 0, 0.3, 0.15, 0.12, {
    fill: shade(coat.base, 0.05),
    stroke: shade(coat.base, -0.14),
    width: 4,
  });
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
    lights +
    drawEyes(subject, {
      x: head.cx,
      y: yIn(head, 0.1),
      apart: head.rx * 0.42,
      size: head.rx * 0.23,
      face: coat.base,
    }) +
    brows +
    nose +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.6), w: head.rx * 0.34, rest: "level" }) +
    cap +
    (subject.path === "rescue"
      ? path(`M${P(-0.7, -0.9)}l14 20l-8 16l12 18`, { stroke: [0.87, 0.15, 88], width: 5 })
      : "") +
    drawHeadwear(subject, head);
  const body =
    stage === "baby"
      ? path(torso, { fill: clay, stroke: line })
      : legs +
        fist(-1) +
        path(torso, { fill: clay, stroke: line }) +
        markings(subject, MIDDLE, (top + bottom) / 2 + 24, size) +
        moss +
        fist(1) +
        nest(MIDDLE + shoulders * 0.62, bottom - 92 * size, size);
  const art =
    body +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 0.98), w: head.rx * 0.8 }) +
    group(face, { turn: rotate(subject.tilt * 0.6, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: shoulders };
};
