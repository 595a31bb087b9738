// Draws an upright beetle with a domed, seamed back, six short legs, and feelers.
import { outline, shade } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, sides, times, tube } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawTexture } from "../../parts/material.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan } from "../../subject/subject.ts";

export const beetle: BodyPlan = (subject) => {
  const { coat, defs, stage, build } = subject;
  const line = outline(coat.base);
  const rx = byStage(stage, [96, 98, 108, 136]) * (0.94 + build.width * 0.12);
  const top = byStage(stage, [236, 246, 206, 176]);
  const back = frame(MIDDLE, (top + GROUND) / 2 + 10, rx, (GROUND - top) / 2);
  const head = frame(MIDDLE, top + 18, byStage(stage, [84, 74, 70, 78]), byStage(stage, [74, 64, 60, 66]));
  const P = pen(back);
  const data = blob([back.cx, back.cy, back.rx, back.ry], 0.6, 0.6, back.ry * 0.12);
  const legs =
    stage === "baby"
      ? ""
      : sides((side) =>
          times(3, (i) => {
            const [x, y] = [xIn(back, side * 0.86), yIn(back, -0.1 + i * 0.4)];
            return tube(
              d`M${x} ${y}q${side * 34} ${-6 + i * 8} ${side * 40} ${24 + i * 6}`,
              11,
              shade(coat.mark, -0.05),
              line,
              4.5,
            );
          }),
        );
  const spots = [
    [0.5, -0.3, 0.2],
    [0.36, 0.3, 0.16],
    [0.7, 0.16, 0.13],
    [0.54, 0.68, 0.14],
  ] as const;
  const dots = sides((side) =>
    spots.map(([x, y, r]) => disc(xIn(back, side * x), yIn(back, y), rx * r, { fill: coat.mark })).join(""),
  );
  const feelers = sides((side) => {
    const S = pen({ ...head, rx: head.rx * side });
    return (
      path(`M${S(0.3, -0.8)}C${S(0.4, -1.4)} ${S(0.9, -1.5)} ${S(1.1, -1.3)}`, { stroke: line, width: 8 }) +
      disc(xIn(head, side * 1.1), yIn(head, -1.3), 11, { fill: subject.accent, stroke: line, width: 4 })
    );
  });
  const art =
    legs +
    path(data, { fill: defs.shading(coat.base), stroke: line }) +
    group(
      dots + path(`M${P(0, -1)}V${yIn(back, 1).toFixed(1)}`, { stroke: line, width: 5 }) + drawTexture(subject, back),
      { clip: defs.clip(data) },
    ) +
    oval([xIn(back, -0.5), yIn(back, -0.2), rx * 0.12, back.ry * 0.3], { fill: "#fff", opacity: 0.35 }) +
    feelers +
    path(blob([head.cx, head.cy, head.rx, head.ry]), { fill: coat.belly, stroke: line }) +
    drawFace(subject, { x: head.cx, y: head.cy, r: head.rx, face: coat.belly, eyeSize: 0.26, mouthY: 0.42 }) +
    drawHeadwear(subject, head) +
    drawBadge(subject, MIDDLE, yIn(back, 0.7)) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, top: yIn(head, -1.6), shadow: rx };
};
