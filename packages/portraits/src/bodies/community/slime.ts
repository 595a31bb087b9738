// Draws a drop with a face, for species whose words name slime or a plant, and for some AI-natives whose words name no body.
import { blend, outline, shade } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../../kit/frame.ts";
import { d, disc, group, oval, path, times } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawTexture } from "../../parts/material.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan } from "../../subject/subject.ts";

export function slime(top: "drop" | "sprout" | "horn" | "antenna"): BodyPlan {
  return (subject) => {
    const { coat, defs, stage } = subject;
    const line = outline(coat.base);
    const rx = byStage(stage, [98, 102, 112, 140]) * (0.94 + subject.build.width * 0.12);
    const ry = byStage(stage, [88, 88, 112, 122]);
    const cy = stage === "baby" ? 316 : GROUND - ry;
    const body = frame(MIDDLE, cy, rx, ry);
    const P = pen(body);
    const data =
      `M${P(-1.04, 0.7)}C${P(-1.08, -0.2)} ${P(-0.6, -0.94)} ${P(0, -1)}` +
      `C${P(0.6, -0.94)} ${P(1.08, -0.2)} ${P(1.04, 0.7)}Q${P(1.06, 1.04)} ${P(0.7, 1)}` +
      `Q${P(0, 1.08)} ${P(-0.7, 1)}Q${P(-1.06, 1.04)} ${P(-1.04, 0.7)}Z`;
    const dice = subject.lifeDice.named("bubbles");
    const bubbles = times(10, () =>
      disc(xIn(body, dice.spread(1.6)), yIn(body, dice.between(-0.5, 0.9)), dice.between(4, 13), {
        fill: dice.odds(0.5) ? coat.mark : coat.belly,
        opacity: 0.5,
      }),
    );
    const tops: Readonly<Record<typeof top, string>> = {
      drop: path(
        d`M${MIDDLE - 22} ${yIn(body, -0.9)}` +
          d`Q${MIDDLE - 8} ${yIn(body, -1.3)} ${MIDDLE + 14} ${yIn(body, -1.46)}` +
          d`Q${MIDDLE + 16} ${yIn(body, -1.1)} ${MIDDLE + 24} ${yIn(body, -0.88)}Z`,
        { fill: coat.base, stroke: line },
      ),
      sprout: path(
        d`M${MIDDLE} ${yIn(body, -0.9)}q-4 -30 0 -46M${MIDDLE} ${yIn(body, -0.9) - 44}` +
          d`c-30 4 -46 -14 -50 -30c28 -4 46 8 50 30c4 -26 22 -38 50 -34c-4 22 -24 36 -50 34`,
        { fill: [0.72, 0.16, 138], stroke: [0.42, 0.1, 145], width: 5 },
      ),
      horn: path(`M${P(-0.18, -0.92)}L${P(0, -1.62)}L${P(0.18, -0.92)}Z`, {
        fill: [0.93, 0.05, 85],
        stroke: [0.5, 0.06, 70],
        width: 5,
      }),
      antenna:
        path(`M${P(-0.3, -0.9)}Q${P(-0.5, -1.3)} ${P(-0.44, -1.5)}M${P(0.3, -0.9)}Q${P(0.5, -1.3)} ${P(0.44, -1.5)}`, {
          stroke: line,
          width: 7,
        }) +
        disc(xIn(body, -0.44), yIn(body, -1.54), 11, { fill: subject.accent, stroke: line, width: 4 }) +
        disc(xIn(body, 0.44), yIn(body, -1.54), 11, { fill: subject.accent, stroke: line, width: 4 }),
    };
    const art =
      tops[top] +
      path(data, {
        fill: defs.radialAt(
          [0.4, 0.3, 0.85],
          [0, shade(coat.base, 0.12)],
          [0.6, coat.base],
          [1, blend(coat.base, coat.mark, 0.5)],
        ),
        stroke: line,
      }) +
      group(
        bubbles +
          drawTexture(subject, body) +
          oval([MIDDLE, yIn(body, 1.05), rx, 26], { fill: "#2b1640", opacity: 0.12 }),
        { clip: defs.clip(data) },
      ) +
      oval([xIn(body, -0.5), yIn(body, -0.42), rx * 0.16, ry * 0.22], { fill: "#fff", opacity: 0.6 }) +
      drawFace(subject, { x: MIDDLE, y: yIn(body, 0.08), r: rx * 0.86, face: coat.base, eyeSize: 0.2, apart: 0.4 }) +
      (subject.path === "rescue"
        ? path(`M${P(0.4, -0.6)}l20 26m-20 -8l14 -8`, { stroke: [0.6, 0.12, 15], width: 5 })
        : "") +
      drawHeadwear(subject, frame(MIDDLE, cy, rx * 0.9, ry)) +
      drawBadge(subject, MIDDLE, yIn(body, 0.8)) +
      (stage === "child" ? drawToy(subject) : "");
    return { art, head: frame(MIDDLE, yIn(body, -0.1), rx, ry * 0.9), shadow: rx * 1.1 };
  };
}
