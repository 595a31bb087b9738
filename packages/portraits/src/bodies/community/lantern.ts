// Draws a drifting paper lantern with a face, ribs, a tassel, and sparks around it.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../../kit/frame.ts";
import { box, d, disc, group, oval, path, sides, times } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawTexture } from "../../parts/material.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { byStage, isPoorly, type BodyPlan } from "../../subject/subject.ts";
import { orb } from "../base/floating.ts";

const FLAME: Colour = [0.95, 0.12, 92];

export const lantern: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const { cx, cy, rx } = orb(subject);
  const globe = frame(cx, cy, rx * 0.92, rx * 1.02);
  const P = pen(globe);
  const line = outline(coat.base);
  const lit = isPoorly(subject) || subject.mood === "sleeping" ? 0.45 : 1;
  const data =
    `M${P(-0.4, -0.94)}C${P(-1.16, -0.8)} ${P(-1.16, 0.8)} ${P(-0.4, 0.94)}L${P(0.4, 0.94)}` +
    `C${P(1.16, 0.8)} ${P(1.16, -0.8)} ${P(0.4, -0.94)}Z`;
  const skin = defs.radialAt(
    [0.5, 0.55, 0.62],
    [0, blend(FLAME, coat.belly, 1 - lit * 0.8)],
    [0.55, blend(coat.base, FLAME, lit * 0.45)],
    [1, shade(coat.base, -0.04)],
  );
  const ribs = [-0.62, -0.28, 0.06, 0.4, 0.72].map((y) => `M${P(-1.1, y)}Q${P(0, y + 0.16)} ${P(1.1, y)}`).join("");
  const rim = { fill: coat.mark, stroke: line, width: 5 };
  const cap = (y: number): string => box([xIn(globe, -0.42), yIn(globe, y) - 11, globe.rx * 0.84, 22], 9, rim);
  const handle = path(`M${P(-0.26, -1.06)}C${P(-0.3, -1.5)} ${P(0.3, -1.5)} ${P(0.26, -1.06)}`, {
    stroke: line,
    width: 8,
  });
  const foot = yIn(globe, 1.08);
  const length = byStage(stage, [26, 44, 62, 78]);
  const tassel =
    path(d`M${cx} ${foot}v${length * 0.4}`, { stroke: line, width: 6 }) +
    path(d`M${cx - 16} ${foot + length}q4 ${-length * 0.62} 16 ${-length * 0.66}q12 0 16 ${length * 0.66}Z`, {
      fill: subject.accent,
      stroke: line,
      width: 4.5,
    }) +
    disc(cx, foot + length * 0.36, 10, { fill: coat.mark, stroke: line, width: 4.5 });
  const hands =
    stage === "baby"
      ? ""
      : sides((side) =>
          oval([xIn(globe, side * 1.06), yIn(globe, 0.34), 17, 13], { fill: coat.mark, stroke: line, width: 5 }),
        );
  const dice = subject.ageDice.named("sparks");
  const sparks = times(byStage(stage, [5, 8, 11, 14]), () => {
    const [turn, far, r] = [dice.roll() * 6.28, dice.between(1.3, 1.8), dice.between(3, 6.5)];
    const [x, y] = [cx + Math.cos(turn) * globe.rx * far, cy + Math.sin(turn) * globe.ry * far * 0.9];
    return disc(x, y, r * 2.6, { fill: defs.glow(FLAME, 0.8 * lit) }) + disc(x, y, r, { fill: FLAME, opacity: lit });
  });
  const head = frame(cx, cy, globe.rx, globe.ry);
  const art =
    disc(cx, cy, rx * 2.1, { fill: defs.glow(FLAME, 0.75 * lit) }) +
    sparks +
    tassel +
    handle +
    hands +
    path(data, { fill: skin, stroke: line }) +
    group(path(ribs, { stroke: shade(coat.base, -0.1), width: 4, opacity: 0.5 }) + drawTexture(subject, globe), {
      clip: defs.clip(data),
    }) +
    cap(-0.98) +
    cap(0.98) +
    drawFace(subject, {
      x: cx,
      y: yIn(globe, 0.04),
      r: globe.rx,
      face: coat.base,
      eyeSize: 0.2,
      apart: 0.38,
      mouthY: 0.32,
    }) +
    drawHeadwear(subject, head) +
    drawBadge(subject, cx, yIn(globe, 0.8));
  return { art, head, top: yIn(globe, -1.5), shadow: 0 };
};
