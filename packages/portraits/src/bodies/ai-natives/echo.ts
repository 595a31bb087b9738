// Draws the echo: a bat-eared creature made of concentric outlines that fade outward.
import { blend, outline, shade } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn } from "../../kit/frame.ts";
import { blob } from "../../kit/shapes.ts";
import { d, disc, group, grow, oval, path, sides, times, tube } from "../../kit/svg.ts";
import { drawFace } from "../../parts/face.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { byStage, type BodyPlan } from "../../subject/subject.ts";
import { orb } from "../base/floating.ts";

export const echo: BodyPlan = (subject) => {
  const { coat, stage, defs } = subject;
  const middle = orb(subject, byStage(stage, [0.86, 1, 0.86, 0.8]));
  const { cx, cy, rx: r } = middle;
  const line = outline(coat.base);
  const large = byStage(stage, [0.8, 1, 1.3, 1.45]) * (0.9 + subject.build.ears * 0.2);
  const ear = (side: -1 | 1): string => {
    const P = pen(frame(cx, cy, r * side, r));
    return (
      `M${P(0.2, -0.78)}` +
      `C${P(0.5, -1.2 - 0.4 * large)} ${P(0.8 + 0.3 * large, -1.25 - 0.5 * large)}` +
      ` ${P(1.05 + 0.25 * large, -1.1 - 0.4 * large)}` +
      `C${P(1.2 + 0.15 * large, -0.7)} ${P(1.1, -0.3)} ${P(0.92, -0.1)}Z`
    );
  };
  const slim = byStage(stage, [0.95, 1.1, 1.2, 1.3]);
  const body = blob([cx, cy + r * (slim - 1), r * 0.94, r * slim], 0.56, 0.62, 14);
  const silhouette = ear(-1) + ear(1) + body;
  const rings = byStage(stage, [2, 4, 5, 6]);
  const outlines = times(rings, (i) => {
    const step = rings - i;
    const size = 1 + step * 0.15;
    return group(
      path(silhouette, {
        ...(step === rings ? { fill: coat.mark, fillOpacity: 0.12 } : {}),
        stroke: blend(coat.base, subject.accent, (step / rings) * 0.4),
        width: 5 / size,
      }),
      { turn: grow(cx, cy, size), opacity: 0.86 - step * 0.1 },
    );
  });
  const kind = Math.floor(subject.build.pattern * 5);
  const chest = yIn(middle, 0.86);
  const print =
    kind === 0
      ? [0.26, 0.18, 0.1].map((part) => disc(cx, chest, r * part, { stroke: coat.mark, width: 5 })).join("")
      : times(kind + 2, (i) =>
          path(
            d`M${cx - r * 0.36} ${chest - r * 0.24 + i * r * 0.13}` +
              d`q${r * 0.36} ${kind % 2 === 0 ? 16 : -16} ${r * 0.72} 0`,
            { stroke: coat.mark, width: kind > 2 ? 3.5 : 5.5, opacity: 0.85 },
          ),
        );
  const inner = sides((side) =>
    group(path(ear(side), { fill: coat.skin }), { turn: grow(cx + side * r * 0.8, cy - r * 0.84, 0.6) }),
  );
  const tailData =
    d`M${cx + r * 0.6} ${cy + r * 1.1}q${r * 0.8} 0 ${r * 0.8} ${-r * 0.5}` +
    d`q0 ${-r * 0.32} ${-r * 0.28} ${-r * 0.28}`;
  const limbs =
    stage === "baby"
      ? ""
      : tube(tailData, 14, shade(coat.base, -0.03), line) +
        sides((side) =>
          oval([cx + side * r * 0.4, cy + r * (slim * 2 - 1) - 2, r * 0.25, r * 0.14], {
            fill: coat.base,
            stroke: line,
          }),
        );
  const cupped =
    stage === "baby"
      ? ""
      : tube(
          d`M${cx + r * 0.8} ${cy + r * 0.5}Q${cx + r * 1.34} ${cy + r * 0.3} ${cx + r * 1.2} ${cy - r * 0.34}`,
          r * 0.15,
          shade(coat.base, 0.02),
          line,
        ) + oval([cx + r * 1.17, cy - r * 0.42, r * 0.13, r * 0.17], { fill: coat.base, stroke: line, width: 5 });
  const head = frame(cx, cy - r * 0.1, r, r * 0.9);
  const face = drawFace(subject, {
    x: cx,
    y: cy - r * 0.1,
    r,
    face: coat.base,
    eyeSize: 0.25,
    apart: 0.42,
    mouthY: 0.3,
    mouth: 0.2,
    rest: "double",
  });
  const late = group(face, { turn: `translate(${Math.round(r * 0.07)} ${Math.round(-r * 0.05)})`, opacity: 0.3 });
  const scar =
    subject.path === "rescue"
      ? path(d`M${xIn(head, 0.5)} ${yIn(head, -0.7)}l16 20m-18 -6l12 -8`, { stroke: [0.6, 0.12, 15], width: 5 })
      : "";
  const art =
    outlines +
    sides((side) => path(ear(side), { fill: defs.shading(coat.base, 0.07, -0.1), stroke: line })) +
    inner +
    limbs +
    path(body, { fill: defs.shading(coat.base, 0.07, -0.1), stroke: line }) +
    oval([cx, chest, r * 0.56, r * 0.46], { fill: coat.belly }) +
    print +
    late +
    face +
    cupped +
    scar +
    drawHeadwear(subject, frame(cx, cy, r, r)) +
    drawBadge(subject, cx, yIn(middle, 1.3));
  return { art, head, shadow: 0 };
};
