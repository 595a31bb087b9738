// Draws a mammal that lies with folded legs: a low round body, a face at the front, and the tail around it.
import { shade } from "../../kit/colour.ts";
import { frame, pen, yIn } from "../../kit/frame.ts";
import { group, oval, path, sides, tube } from "../../kit/svg.ts";
import { drawBodyMarkings } from "../../parts/body-markings.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { GROUND, MIDDLE, byStage, type Figure } from "../../subject/subject.ts";
import { bandage, drawHead, drawRuff, sockFill, type Extras } from "./sitting.ts";

export function loaf(mammal: Mammal, extras: Extras): Figure {
  const { subject, line, marks } = mammal;
  const headY = byStage(subject.stage, [0, 286, 262, 250]);
  const head = { ...mammal.head, cy: headY };
  const top = yIn(head, 0.1);
  const torso = frame(MIDDLE, top, mammal.torso.rx * byStage(subject.stage, [1, 1.24, 1.36, 1.26]), GROUND - top);
  const low: Mammal = { ...mammal, head, torso };
  const P = pen(torso);
  const data =
    `M${P(-0.86, 1)}C${P(-1.3, 0.96)} ${P(-1.2, 0.1)} ${P(-0.5, 0.04)}L${P(0.5, 0.04)}` +
    `C${P(1.2, 0.1)} ${P(1.3, 0.96)} ${P(0.86, 1)}Q${P(0, 1.05)} ${P(-0.86, 1)}Z`;
  const paws = sides((side) => {
    const [x, y] = [MIDDLE + side * torso.rx * 0.25, GROUND - 2];
    const paw =
      oval([x, y, torso.rx * 0.2, 17], { fill: sockFill(low), stroke: line }) +
      path(`M${(x - 7).toFixed(1)} ${GROUND + 11}v-10M${(x + 7).toFixed(1)} ${GROUND + 11}v-10`, {
        stroke: line,
        width: 4,
      });
    return paw + (subject.path === "rescue" && side === -1 ? bandage(x, y - 30, 20) : "");
  });
  const tailData = `M${P(1.02, 0.8)}Q${P(1.22, 1.04)} ${P(0.86, 1.04)}Q${P(0.7, 1.05)} ${P(0.56, 1)}`;
  const tip = path(`M${P(0.74, 1.04)}Q${P(0.66, 1.04)} ${P(0.56, 1)}`, {
    stroke: marks.has("tailTip") ? subject.coat.belly : subject.coat.mark,
    width: 27,
  });
  const tail = tube(tailData, 27, shade(subject.coat.base, -0.03), line) + tip;
  const art =
    (extras.behind?.(low) ?? "") +
    path(data, { fill: mammal.bodyFill, stroke: line }) +
    group(drawBodyMarkings(low), { clip: subject.defs.clip(data) }) +
    path(data, { stroke: line }) +
    paws +
    tail +
    (extras.overBody?.(low) ?? "") +
    drawRuff(low) +
    drawNeckwear(subject, { x: MIDDLE, y: yIn(head, 0.92), w: head.rx * 0.62 }) +
    drawHead(low, extras) +
    (subject.stage === "child" ? group(drawToy(subject), { turn: "translate(-30 0)" }) : "");
  return { art, head, top: yIn(head, -1.8), shadow: torso.rx * 1.2 };
}
