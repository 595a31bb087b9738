// A gecko flat on the wall: toes splayed, head up, tail plump, gold eyes without lids.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, ovalIn, yIn } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, rotate, sides, times, tube } from "../../kit/svg.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { joint, limb as turned } from "../../parts/joint.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawShellCap } from "../../parts/shell.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, isPoorly, type BodyPlan, type Subject } from "../../subject/subject.ts";

/** A foot like a small hand with round pads. */
function foot(subject: Subject, x: number, y: number, degrees: number, size: number, line: Colour): string {
  const pad = shade(subject.coat.belly, -0.02);
  const toes = times(5, (i) => {
    const turn = ((degrees - 62 + i * 31) * Math.PI) / 180;
    const [tx, ty] = [x + Math.cos(turn) * 27 * size, y + Math.sin(turn) * 27 * size];
    return (
      tube(d`M${x} ${y}L${tx} ${ty}`, 8 * size, subject.coat.base, line, 4) +
      disc(tx, ty, 8.5 * size, { fill: pad, stroke: line, width: 4 })
    );
  });
  return toes + disc(x, y, 13 * size, { fill: subject.coat.base });
}

function spots(subject: Subject, cx: number, top: number, bottom: number, w: number): string {
  const dice = subject.lifeDice.named("spots");
  const { coat, build } = subject;
  const kind = Math.floor(build.pattern * 4);
  if (kind === 0)
    return times(5, (i) =>
      path(d`M${cx - w} ${top + 20 + i * 40}Q${cx} ${top + 44 + i * 40} ${cx + w} ${top + 20 + i * 40}`, {
        stroke: coat.mark,
        width: 13,
        opacity: 0.85,
      }),
    );
  if (kind === 1)
    return (
      path(d`M${cx} ${top}V${bottom}`, { stroke: coat.mark, width: 20, opacity: 0.8 }) +
      sides((side) => times(6, (i) => disc(cx + side * w * 0.55, top + 24 + i * 32, 6, { fill: coat.mark })))
    );
  const count = kind === 2 ? 13 : 26;
  return times(count, (i) => {
    const r = kind === 2 ? dice.between(8, 14) : dice.between(3.5, 7);
    return oval(cx + dice.spread(w * 1.7), top + ((bottom - top) * (i + 0.5)) / count, r, r * 0.85, {
      fill: coat.mark,
    });
  });
}

export const gecko: BodyPlan = (subject) => {
  const { stage, coat, defs } = subject;
  const size = byStage(stage, [0.7, 0.76, 0.92, 1.06]);
  const line = outline(coat.base);
  const headY = byStage(stage, [268, 226, 178, 158]);
  const [w, h] = byStage(stage, [
    [112, 84],
    [100, 74],
    [96, 70],
    [102, 74],
  ] as const);
  const head = frame(MIDDLE, headY, w, h);
  const top = headY + h * 0.6;
  const bottom = GROUND - 24;
  const bodyW = 66 * size * (0.92 + subject.build.width * 0.16);
  const bodyData = blob(MIDDLE, (top + bottom) / 2, bodyW, (bottom - top) / 2, 0.6, 0.6, 12);
  const skin = defs.shading(coat.base, 0.06, -0.08);
  const limb = (side: -1 | 1, from: number, kneeY: number, footX: number, footY: number, degrees: number): string =>
    tube(
      d`M${MIDDLE + side * bodyW * 0.6} ${from}` +
        d`Q${MIDDLE + side * (footX - 10)} ${kneeY} ${MIDDLE + side * footX} ${footY}`,
      24 * size,
      coat.base,
      line,
    ) + foot(subject, MIDDLE + side * footX, footY, side === 1 ? degrees : 180 - degrees, size, line);
  /** In a film it lets its arms down when it sleeps or is unwell. */
  const hanging = subject.pose !== undefined && (isPoorly(subject) || subject.mood === "sleeping");
  const limbs =
    stage === "baby"
      ? ""
      : sides((side) => {
          const x = MIDDLE + side * bodyW * 0.6;
          const leg = limb(side, bottom - 34, bottom - 74, 128 * size, bottom - 8, 40);
          const arm = hanging
            ? limb(side, top + 34 * size, top + 60 * size, 112 * size, top + 100 * size, 60)
            : limb(side, top + 34 * size, top + 70 * size, 138 * size, top + 22 * size, -40);
          return (
            turned(subject, "Leg", side, x, bottom - 34, leg) +
            turned(subject, "Arm", side, x, top + 34 * size, arm, 0.26)
          );
        });
  const tailData =
    d`M${MIDDLE - 20 * size} ${bottom - 20}` +
    d`C${MIDDLE + 10} ${bottom + 40 * size} ${MIDDLE + 120 * size}` +
    d` ${bottom + 46 * size} ${MIDDLE + 168 * size} ${bottom - 40 * size}` +
    d`C${MIDDLE + 178 * size} ${bottom - 70 * size} ${MIDDLE + 160 * size}` +
    d` ${bottom - 66 * size} ${MIDDLE + 146 * size} ${bottom - 44 * size}` +
    d`C${MIDDLE + 110 * size} ${bottom - 4} ${MIDDLE + 60 * size}` +
    d` ${bottom - 10} ${MIDDLE + 26 * size} ${bottom - 34}Z`;
  const tailBands = times(3, (i) =>
    path(d`M${MIDDLE + (50 + i * 36) * size} ${bottom - 22 - i * 4}l${6 * size} ${44 * size}`, {
      stroke: coat.mark,
      width: 11,
      opacity: 0.8,
    }),
  );
  const tail =
    stage === "baby"
      ? ""
      : joint(
          subject,
          "tail",
          MIDDLE,
          bottom - 24,
          path(tailData, { fill: skin, stroke: line }) +
            group(tailBands, { clip: defs.clip(tailData) }) +
            path(tailData, { stroke: line }),
        );
  const headData = blob(MIDDLE, headY, w, h, 0.62, 0.56, h * 0.14);
  const eyeY = yIn(head, -0.34);
  const domes = sides((side) =>
    ovalIn(head, side * 0.62, -0.42, 0.34, 0.46, { fill: shade(coat.base, 0.03), stroke: line }),
  );
  const lick =
    subject.mood === "content" && subject.build.tongue
      ? path(
          d`M${MIDDLE + 10} ${yIn(head, 0.44)}` +
            d`C${MIDDLE + 60} ${yIn(head, 0.7)} ${MIDDLE + w * 0.7}` +
            d` ${yIn(head, 0.3)} ${MIDDLE + w * 0.72} ${yIn(head, -0.02)}`,
          { stroke: "#ff8fa3", width: 10 },
        )
      : "";
  const face =
    domes +
    path(headData, { fill: skin, stroke: line }) +
    group(
      spots({ ...subject, lifeDice: subject.lifeDice.named("head") }, MIDDLE, headY - h, headY - h * 0.1, w * 0.34),
      {
        clip: defs.clip(headData),
      },
    ) +
    ovalIn(head, 0, 0.62, 0.72, 0.34, { fill: coat.belly, opacity: 0.8 }) +
    drawCheeks(subject, MIDDLE, yIn(head, 0.36), w * 0.72, w * 0.12) +
    drawMouth(subject, { x: MIDDLE, y: yIn(head, 0.4), w: w * 0.6, rest: "smile" }) +
    lick +
    sides((side) => disc(MIDDLE + side * w * 0.1, yIn(head, 0.2), 3.4, { fill: line })) +
    drawEyes(subject, {
      x: MIDDLE,
      y: eyeY,
      apart: w * 0.6,
      size: w * 0.25,
      face: blend(coat.base, coat.belly, 0.2),
      pupil: "slit",
    }) +
    (subject.path === "rescue"
      ? path(d`M${MIDDLE + 8} ${headY - h * 0.7}l22 26`, { stroke: [0.6, 0.12, 15], width: 6 })
      : "") +
    drawHeadwear(subject, head) +
    drawShellCap(subject, head);
  const art =
    tail +
    limbs +
    path(bodyData, { fill: skin, stroke: line }) +
    group(spots(subject, MIDDLE, top, bottom, bodyW), { clip: defs.clip(bodyData) }) +
    path(bodyData, { stroke: line }) +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 0.98), w: bodyW * 0.8 }) +
    group(face, { turn: rotate(subject.tilt, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  const overRim = stage === "baby" ? sides((side) => foot(subject, MIDDLE + side * 62, 378, 90, 0.8, line)) : "";
  return { art, overRim, head, shadow: 130 * size };
};
