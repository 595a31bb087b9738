// Draws a round fish that faces the viewer, with side fins, a back fin, and the tail behind.
import { outline, shade } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { scale } from "../../kit/shapes.ts";
import { disc, group, oval, path, sides, times } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawTexture } from "../../parts/material.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";
import { orb } from "../base/floating.ts";

function scales(body: Frame): string {
  let data = "";
  for (let row = 0; row < 4; row++)
    for (let i = -3; i <= 3; i++)
      data += scale(xIn(body, (i + (row % 2) * 0.5) * 0.3), yIn(body, 0.5 + row * 0.16), body.rx * 0.17);
  return data;
}

function bubbles({ stage, ageDice }: Subject, { cx, cy, rx, ry }: Frame): string {
  const dice = ageDice.named("bubbles");
  return times(byStage(stage, [3, 5, 7, 9]), () =>
    disc(cx + dice.spread(rx * 3.4), cy - dice.between(-0.4, 1.7) * ry, dice.between(5, 12), {
      fill: "#ffffff",
      fillOpacity: 0.25,
      stroke: "#ffffff",
      width: 3,
    }),
  );
}

export const fish: BodyPlan = (subject) => {
  const { coat, defs } = subject;
  const { cx, cy, rx, ry } = orb(subject);
  const body = frame(cx, cy, rx, ry);
  const P = pen(body);
  const line = outline(coat.base);
  const fin = { fill: coat.mark, stroke: line };
  const data =
    `M${P(-1.06, 0.1)}C${P(-1.04, -0.7)} ${P(-0.5, -1)} ${P(0, -1)}S${P(1.04, -0.7)} ${P(1.06, 0.1)}` +
    `C${P(1, 0.8)} ${P(0.5, 1)} ${P(0, 1)}S${P(-1, 0.8)} ${P(-1.06, 0.1)}Z`;
  const tail = path(
    `M${P(0.86, -0.2)}Q${P(1.3, -0.1)} ${P(1.6, -0.8)}Q${P(1.78, -0.1)} ${P(1.52, 0.1)}Q${P(1.76, 0.4)} ${P(1.5, 0.86)}Q${P(1.2, 0.3)} ${P(0.86, 0.4)}Z`,
    fin,
  );
  const back = path(`M${P(-0.5, -0.86)}Q${P(-0.3, -1.5)} ${P(0.14, -1.52)}Q${P(0.1, -1.2)} ${P(0.5, -0.86)}Z`, fin);
  const fins = sides((side) => {
    const S = pen({ ...body, rx: rx * side });
    return (
      path(`M${S(0.86, 0.3)}Q${S(1.4, 0.3)} ${S(1.42, 0.8)}Q${S(1.2, 0.86)} ${S(0.74, 0.62)}Z`, fin) +
      path(`M${S(0.94, 0.42)}Q${S(1.16, 0.46)} ${S(1.28, 0.68)}`, { stroke: shade(coat.mark, -0.14), width: 4 })
    );
  });
  const art =
    bubbles(subject, body) +
    tail +
    back +
    path(data, { fill: defs.shading(coat.base), stroke: line }) +
    group(
      oval([cx, yIn(body, 0.74), rx * 0.9, ry * 0.62], { fill: coat.belly }) +
        path(scales(body), { stroke: shade(coat.belly, -0.1), width: 3.5 }) +
        drawTexture(subject, body),
      { clip: defs.clip(data) },
    ) +
    path(data, { stroke: line }) +
    fins +
    oval([xIn(body, -0.4), yIn(body, -0.66), rx * 0.3, ry * 0.14], { fill: "#fff", opacity: 0.4 }) +
    drawFace(subject, {
      x: cx,
      y: yIn(body, -0.06),
      r: rx,
      face: coat.base,
      eyeSize: 0.22,
      apart: 0.46,
      mouthY: 0.32,
    }) +
    drawHeadwear(subject, body) +
    drawBadge(subject, cx, yIn(body, 0.8));
  return { art, head: body, top: yIn(body, -1.6), shadow: 0 };
};
