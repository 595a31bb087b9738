// Draws a gecko that clings with all four feet: round pads, a plump tail curled at its side, and eyes on top of its head.
import { outline, shade } from "../../kit/colour.ts";
import { frame, ovalIn, yIn } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, rotate, sides, times, tube, type Point } from "../../kit/svg.ts";
import { drawEyesIn } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawShellCap } from "../../parts/shell.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

/** Draws a foot like a small hand with round toe pads. */
function foot(subject: Subject, [x, y]: Point, degrees: number, size: number): string {
  const line = outline(subject.coat.base);
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

function spots(subject: Subject, cx: number, [top, bottom]: readonly [number, number], w: number): string {
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
    return oval([cx + dice.spread(w * 1.7), top + ((bottom - top) * (i + 0.5)) / count, r, r * 0.85], {
      fill: coat.mark,
    });
  });
}

export const gecko: BodyPlan = (subject) => {
  const { stage, coat, defs } = subject;
  const size = byStage(stage, [0.7, 0.74, 0.9, 1.04]);
  const line = outline(coat.base);
  const w = byStage(stage, [112, 102, 104, 118]);
  const h = byStage(stage, [82, 70, 64, 66]);
  const headY = byStage(stage, [272, 258, 212, 190]);
  const head = frame(MIDDLE, headY, w, h);
  const top = headY + h * 0.5;
  const bodyW = 74 * size * (0.92 + subject.build.width * 0.16);
  const bodyData = blob([MIDDLE, (top + GROUND) / 2, bodyW, (GROUND - top) / 2], 0.5, 0.7, 26 * size);
  const skin = defs.shading(coat.base, 0.06, -0.08);
  /** Draws a pair of limbs that bend outward. */
  const limbs = (from: number, to: number, turn: number, width: number): string =>
    sides((side) => {
      const [x, out] = [MIDDLE + side * bodyW * 0.5, MIDDLE + side * 136 * size];
      const limb = tube(d`M${x} ${from}Q${out - side * 18 * size} ${from} ${out} ${to}`, width * size, coat.base, line);
      return limb + foot(subject, [out, to], side === 1 ? turn : 180 - turn, size);
    });
  const haunches = limbs(GROUND - 56 * size, GROUND - 12, 40, 34);
  const arms = limbs(top + 74 * size, top + 34 * size, -50, 25);
  // The tail leaves the hip, curves around and up, and ends in a rolled tip.
  const at = (x: number, y: number): string => d`${MIDDLE + x * size} ${GROUND + y * size}`;
  const tailData =
    `M${at(40, -58)}C${at(110, -30)} ${at(140, -64)} ${at(128, -112)}C${at(120, -146)} ${at(150, -172)} ${at(176, -150)}` +
    `C${at(190, -136)} ${at(172, -122)} ${at(164, -136)}C${at(176, -96)} ${at(206, 14)} ${at(96, 8)}Q${at(60, 6)} ${at(36, -4)}Z`;
  const bands = times(4, (i) =>
    path(`M${at(70 + i * 22, 14)}L${at(96 + i * 26, -60 - i * 22)}`, { stroke: coat.mark, width: 11, opacity: 0.8 }),
  );
  const tail =
    stage === "baby"
      ? ""
      : path(tailData, { fill: skin, stroke: line }) +
        group(bands, { clip: defs.clip(tailData) }) +
        path(tailData, { stroke: line });
  const headData = blob([MIDDLE, headY, w, h], 0.56, 0.62, h * 0.2);
  const domes = sides((side) =>
    ovalIn(head, [side * 0.56, -0.7, 0.34, 0.56], { fill: shade(coat.base, 0.03), stroke: line }),
  );
  const face =
    domes +
    path(headData, { fill: skin, stroke: line }) +
    sides((side) => ovalIn(head, [side * 0.56, -0.66, 0.29, 0.48], { fill: shade(coat.base, 0.03) })) +
    group(
      spots({ ...subject, lifeDice: subject.lifeDice.named("head") }, MIDDLE, [headY - h, headY - h * 0.3], w * 0.2),
      { clip: defs.clip(headData) },
    ) +
    ovalIn(head, [0, 0.6, 0.7, 0.34], { fill: coat.belly, opacity: 0.85 }) +
    drawCheeks(subject, [MIDDLE, yIn(head, 0.42)], w * 0.66, w * 0.12) +
    drawMouth(subject, { x: MIDDLE, y: yIn(head, 0.44), w: w * 0.4, rest: "smile" }) +
    sides((side) => disc(MIDDLE + side * w * 0.08, yIn(head, 0.22), 3.4, { fill: line })) +
    drawEyesIn(subject, head, { y: -0.56, apart: 0.56, size: 0.25, face: shade(coat.base, 0.03), pupil: "slit" }) +
    (subject.path === "rescue"
      ? path(d`M${MIDDLE - 8} ${headY - h * 0.1}l22 20`, { stroke: [0.6, 0.12, 15], width: 6 })
      : "") +
    drawHeadwear(subject, head) +
    drawShellCap(subject, head);
  const art =
    tail +
    (stage === "baby" ? "" : haunches) +
    path(bodyData, { fill: skin, stroke: line }) +
    group(
      spots(subject, MIDDLE, [top, GROUND], bodyW) +
        oval([MIDDLE, GROUND - 60 * size, bodyW * 0.56, 84 * size], { fill: coat.belly, opacity: 0.9 }),
      { clip: defs.clip(bodyData) },
    ) +
    path(bodyData, { stroke: line }) +
    (stage === "baby" ? "" : arms) +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 0.98), w: bodyW * 0.7 }) +
    group(face, { turn: rotate(subject.tilt, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  const overRim = stage === "baby" ? sides((side) => foot(subject, [MIDDLE + side * 62, 378], 90, 0.8)) : "";
  return { art, overRim, head, top: yIn(head, -1.3), shadow: 120 * size };
};
