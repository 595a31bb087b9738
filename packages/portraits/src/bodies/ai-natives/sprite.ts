// A game sprite caught mid-hop: spiky hair, tunic, two-frame wings, and three fading copies of where it was.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { limb as turned } from "../../parts/joint.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

function wings(subject: Subject, x: number, y: number, size: number): string {
  const fill = subject.defs.linear([
    [0, "#ffffff", 0.95],
    [1, subject.coat.mark, 0.6],
  ]);
  const line = { stroke: shade(subject.coat.mark, -0.2), width: 4 };
  return sides((side) => {
    const pair = [0, 1]
      .map((frameOf) =>
        path("M0 0C30-60 96-86 112-52C122-20 70 6 0 0ZM0 4C40 0 86 14 78 44C66 70 20 44 0 4Z", {
          fill,
          ...line,
          opacity: frameOf === 0 ? 0.45 : 0.95,
          turn: place(x + side * 16 * size, y, side * (frameOf === 0 ? -18 : 6), side * size, size),
        }),
      )
      .join("");
    return turned(subject, "Wing", side, x + side * 16 * size, y, pair, 0.35);
  });
}

function hair(subject: Subject, head: Frame): string {
  const P = pen(head);
  const dice = subject.lifeDice.named("hair");
  const colour: Colour = subject.coat.belly;
  const spikes = 9;
  let data = `M${P(-1.04, 0.16)}`;
  for (let spike = 0; spike < spikes; spike++) {
    const turn = Math.PI + (Math.PI * (spike + 0.5)) / spikes;
    const root = Math.PI + (Math.PI * (spike + 1)) / spikes;
    const far = dice.between(1.32, 1.62);
    data +=
      `L${P(Math.cos(turn) * far, Math.sin(turn) * far)}` +
      `L${P(Math.cos(root) * 1.04, Math.sin(root) * 1.04 + (spike === spikes - 1 ? 0.16 : 0))}`;
  }
  data +=
    `L${P(0.72, -0.2)}L${P(0.5, -0.44)}L${P(0.24, -0.2)}L${P(0.04, -0.5)}` +
    `L${P(-0.26, -0.18)}L${P(-0.5, -0.46)}L${P(-0.74, -0.16)}Z`;
  return path(data, { fill: colour, stroke: outline(colour), width: 5 });
}

function figure(subject: Subject, head: Frame, size: number): string {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const skin: Colour = coat.skin;
  const neckY = yIn(head, 0.86);
  const hem = neckY + 112 * size;
  const tunic =
    d`M${MIDDLE - 26 * size} ${neckY}L${MIDDLE - 62 * size} ${hem}` +
    d`L${MIDDLE - 34 * size} ${hem - 14 * size}L${MIDDLE - 14 * size} ${hem + 6 * size}` +
    d`L${MIDDLE + 12 * size} ${hem - 14 * size}L${MIDDLE + 34 * size} ${hem + 6 * size}` +
    d`L${MIDDLE + 62 * size} ${hem - 8 * size}L${MIDDLE + 26 * size} ${neckY}Z`;
  const limb = (from: string, to: string): string => tube(`${from}${to}`, 15 * size, skin, outline(skin), 4.5);
  const legs =
    limb(d`M${MIDDLE - 20 * size} ${hem - 10}`, d`L${MIDDLE - 34 * size} ${hem + 40 * size}`) +
    limb(d`M${MIDDLE + 20 * size} ${hem - 10}`, d`L${MIDDLE + 44 * size} ${hem + 22 * size}`);
  const boots =
    oval(MIDDLE - 40 * size, hem + 46 * size, 19 * size, 12 * size, { fill: coat.mark, stroke: line }) +
    oval(MIDDLE + 52 * size, hem + 26 * size, 19 * size, 12 * size, { fill: coat.mark, stroke: line });
  const up = subject.mood === "sick" || subject.mood === "critical" || subject.mood === "sleeping" ? 54 : -34;
  const arms = sides((side) => {
    const [x, y] = [MIDDLE + side * 30 * size, neckY + 30 * size];
    const arm = limb(d`M${x} ${y}`, d`L${x + side * 54 * size} ${y + up * size}`);
    return turned(subject, "Arm", side, x, y, arm, 0.3);
  });
  const belt =
    path(
      d`M${MIDDLE - 40 * size} ${hem - 44 * size}` +
        d`Q${MIDDLE} ${hem - 34 * size} ${MIDDLE + 40 * size} ${hem - 44 * size}`,
      { stroke: coat.mark, width: 9 * size },
    ) + disc(MIDDLE, hem - 39 * size, 8 * size, { fill: [0.87, 0.15, 88], stroke: line, width: 3 });
  const kind = Math.floor(subject.build.pattern * 4);
  const print =
    kind === 0
      ? ""
      : times(kind + 2, (i) =>
          disc(MIDDLE + (i - (kind + 1) / 2) * 18 * size, neckY + (38 + (i % 2) * 12) * size, 4.5 * size, {
            fill: coat.mark,
          }),
        );
  const ears = sides((side) => {
    const P = pen({ ...head, rx: head.rx * side });
    return path(`M${P(0.86, -0.1)}Q${P(1.3, -0.34)} ${P(1.56, -0.4)}Q${P(1.34, 0.1)} ${P(0.9, 0.3)}Z`, {
      fill: skin,
      stroke: outline(skin),
      width: 5,
    });
  });
  const lower = stage === "baby" ? "" : legs + boots;
  return (
    lower +
    (stage === "baby" ? "" : arms) +
    path(tunic, { fill: defs.shading(coat.base, 0.06, -0.1), stroke: line }) +
    belt +
    print +
    ears +
    path(blob(head.cx, head.cy, head.rx, head.ry, 0.58, 0.56, 8), {
      fill: defs.shading(skin, 0.02, -0.05),
      stroke: outline(skin),
    }) +
    hair(subject, head)
  );
}

export const sprite: BodyPlan = (subject) => {
  const { stage } = subject;
  const size = byStage(stage, [0.72, 0.78, 0.98, 1.12]);
  const head = frame(
    MIDDLE,
    byStage(stage, [266, 230, 190, 168]),
    byStage(stage, [84, 76, 72, 74]),
    byStage(stage, [78, 70, 66, 68]),
  );
  const body = figure(subject, head, size);
  const back = wings(subject, MIDDLE, yIn(head, 1.1), size);
  const trail =
    stage === "baby" || subject.pose !== undefined
      ? ""
      : [3, 2, 1]
          .map((step) =>
            group(body, {
              turn: `translate(${-step * 46 * size} ${Math.round(step * step * 9 * size)})`,
              opacity: 0.34 - step * 0.08,
            }),
          )
          .join("");
  const face = drawFace(subject, {
    x: head.cx,
    y: yIn(head, 0.24),
    r: head.rx,
    face: subject.coat.skin,
    eyeSize: 0.24,
    apart: 0.42,
    mouthY: 0.36,
    mouth: 0.22,
  });
  const scar =
    subject.path === "rescue"
      ? path(d`M${xIn(head, 0.56)} ${yIn(head, 0.5)}l18 8m-14 4l8 -14`, { stroke: [0.6, 0.12, 15], width: 4.5 })
      : "";
  const neck = drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 1.02), w: 34 * size });
  const art =
    trail +
    group(back + body + neck + face + scar + drawHeadwear(subject, head), {
      turn: rotate(stage === "baby" ? subject.tilt : subject.tilt * 0.6, MIDDLE, yIn(head, 1)),
    });
  return { art, head, shadow: stage === "baby" ? 100 : 70 * size };
};
