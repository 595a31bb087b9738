// A tall moth with charts on its folded wings, three calm eyes of which one is shut, and a clock that runs ahead.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { fluff } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, rotate, sides, times } from "../../kit/svg.ts";
import { drawEyes } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { limb } from "../../parts/joint.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

function wing(subject: Subject, side: -1 | 1, top: number, reach: number): string {
  const { coat, defs, build } = subject;
  const at = (x: number, y: number): string => d`${MIDDLE + side * x * reach} ${top + y * (GROUND - top)}`;
  const data =
    `M${at(0.1, 0)}C${at(0.7, -0.14)} ${at(1.16, 0.2)} ${at(1.2, 0.7)}` +
    `Q${at(1.16, 0.98)} ${at(0.84, 1)}Q${at(0.5, 0.98)} ${at(0.1, 0.86)}Z`;
  const ink = { stroke: coat.mark, width: 3, opacity: 0.8 };
  const kind = Math.floor(build.pattern * 4);
  const grid =
    `M${at(0.2, 0.3)}L${at(1.3, 0.34)}M${at(0.2, 0.5)}L${at(1.3, 0.56)}M${at(0.2, 0.7)}` +
    `L${at(1.3, 0.78)}M${at(0.46, 0)}L${at(0.42, 1)}M${at(0.78, 0)}L${at(0.74, 1.1)}`;
  const curve =
    kind % 2 === 0
      ? `M${at(0.16, 0.76)}Q${at(0.4, 0.4)} ${at(0.6, 0.6)}T${at(1.2, 0.3)}`
      : `M${at(0.16, 0.8)}L${at(0.36, 0.56)}L${at(0.52, 0.68)}L${at(0.74, 0.36)}L${at(0.94, 0.5)}L${at(1.2, 0.24)}`;
  const [spotX, spotY] = [MIDDLE + side * reach * 0.82, top + (GROUND - top) * 0.4];
  const rings = kind < 2 ? [26, 17, 8] : [22, 10];
  const spot = rings
    .map((r, i) => disc(spotX, spotY, r, i % 2 === 0 ? { fill: coat.mark } : { fill: coat.skin }))
    .join("");
  const art =
    path(data, { fill: defs.shading(coat.base, 0.03, -0.08), stroke: outline(coat.base) }) +
    group(path(grid, ink) + path(curve, { stroke: coat.skin, width: 5 }) + spot, { clip: defs.clip(data) }) +
    path(data, { stroke: outline(coat.base) });
  return limb(subject, "Wing", side, MIDDLE + side * reach * 0.16, top + 10, art);
}

function clock(subject: Subject, x: number, y: number, r: number): string {
  const brass: Colour = [0.72, 0.12, 80];
  const hands = d`M${x} ${y}L${x} ${y - r * 0.6}M${x} ${y}L${x + r * 0.42} ${y + r * (subject.build.toy - 0.4)}`;
  return (
    path(d`M${x - r * 1.5} ${y - r * 1.7}Q${x} ${y - r * 0.4} ${x + r * 1.5} ${y - r * 1.7}`, {
      stroke: brass,
      width: 5,
    }) +
    disc(x, y, r, { fill: "#fffaf0", stroke: shade(brass, -0.3), width: 9 }) +
    disc(x, y, r, { stroke: brass, width: 4.5 }) +
    times(4, (i) => path(d`M0 ${-r * 0.7}V${-r * 0.85}`, { stroke: "#5a4630", width: 3, turn: place(x, y, i * 90) })) +
    path(hands, { stroke: "#3a2c1e", width: 4 })
  );
}

function antennae(subject: Subject, head: Frame): string {
  const { coat } = subject;
  const dark = outline(coat.base);
  return sides((side) => {
    let combs = "";
    for (let i = 1; i < 8; i++) combs += d`M${i * 7} ${-i * 9}l-3 -15M${i * 7} ${-i * 9}l14 -2`;
    const art =
      path("M0 0Q20-40 58-72", { stroke: dark, width: 10 }) +
      path(combs, { stroke: dark, width: 5 }) +
      path("M0 0Q20-40 58-72", { stroke: shade(coat.base, -0.06), width: 5 });
    return group(art, {
      turn: place(
        xIn(head, side * 0.3),
        yIn(head, -0.84),
        side * 6,
        side * byStage(subject.stage, [0.8, 0.9, 1, 1.15]),
        byStage(subject.stage, [0.8, 0.9, 1, 1.15]),
      ),
    });
  });
}

/** The eye on the brow: shut, unless it wants to know. */
function thirdEye(subject: Subject, head: Frame): string {
  const [x, y, r] = [head.cx, yIn(head, -0.5), head.rx * 0.17];
  if (subject.mood !== "curious")
    return path(
      d`M${x - r} ${y}Q${x} ${y + r * 0.9} ${x + r} ${y}M${x - r * 0.5} ${y + r * 0.5}l-3 6` +
        d`M${x + r * 0.5} ${y + r * 0.5}l3 6M${x} ${y + r * 0.6}v7`,
      { stroke: "#3a2f4a", width: 4 },
    );
  return (
    oval(x, y, r, r * 0.8, { fill: "#231a33" }) +
    disc(x, y, r * 0.66, { fill: subject.coat.eye }) +
    disc(x, y, r * 0.32, { fill: "#17101f" }) +
    disc(x - r * 0.3, y - r * 0.3, r * 0.2, { fill: "#fff" })
  );
}

export const oracle: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const head = frame(
    MIDDLE,
    byStage(stage, [268, 226, 172, 150]),
    byStage(stage, [88, 76, 68, 72]),
    byStage(stage, [80, 70, 62, 66]),
  );
  const top = yIn(head, 0.7);
  const reach = byStage(stage, [88, 100, 112, 142]) * (0.94 + subject.build.width * 0.12);
  const glow = oval(MIDDLE, head.cy + 40, 190, 220, { fill: defs.glow(coat.belly, 0.5) });
  const body =
    d`M${MIDDLE - 34} ${top}` +
    d`C${MIDDLE - 60} ${top + 90} ${MIDDLE - 40} ${GROUND - 20} ${MIDDLE} ${GROUND}` +
    d`C${MIDDLE + 40} ${GROUND - 20} ${MIDDLE + 60} ${top + 90} ${MIDDLE + 34} ${top}Z`;
  const stripes = times(4, (i) =>
    path(d`M${MIDDLE - 60} ${top + 84 + i * 34}q60 18 120 0`, { stroke: coat.skin, width: 9, opacity: 0.7 }),
  );
  const ruff = path(
    fluff(MIDDLE, top + 22, byStage(stage, [70, 66, 62, 72]), 38, 14, 0.2, subject.lifeDice.named("ruff")),
    { fill: coat.belly, stroke: line, width: 5 },
  );
  const P = pen(head);
  const headData =
    `M${P(-1, 0)}C${P(-1, -0.9)} ${P(-0.5, -1)} ${P(0, -1)}S${P(1, -0.9)} ${P(1, 0)}` +
    `C${P(0.96, 0.6)} ${P(0.5, 1)} ${P(0, 1)}S${P(-0.96, 0.6)} ${P(-1, 0)}Z`;
  const face =
    antennae(subject, head) +
    path(headData, { fill: defs.shading(coat.belly, 0.02, -0.06), stroke: line }) +
    drawCheeks(subject, head.cx, yIn(head, 0.46), head.rx * 0.66, head.rx * 0.14) +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.5), w: head.rx * 0.22, rest: "smile" }) +
    drawEyes(subject, {
      x: head.cx,
      y: yIn(head, 0.1),
      apart: head.rx * 0.46,
      size: head.rx * 0.25,
      face: coat.belly,
      heavy: 0.36,
    }) +
    thirdEye(subject, head) +
    (subject.path === "rescue"
      ? path(`M${P(0.5, -0.7)}l16 20m-18 -6l12 -8`, { stroke: [0.6, 0.12, 15], width: 5 })
      : "") +
    drawHeadwear(subject, head);
  const feet =
    stage === "baby"
      ? ""
      : sides((side) =>
          path(d`M${MIDDLE + side * 20} ${GROUND - 10}q${side * 4} 14 ${side * 18} 16`, { stroke: line, width: 8 }),
        );
  const art =
    glow +
    feet +
    path(body, { fill: defs.shading(coat.belly, 0, -0.1), stroke: line }) +
    group(stripes, { clip: defs.clip(body) }) +
    wing(subject, -1, top, reach) +
    wing(subject, 1, top, reach) +
    ruff +
    (stage === "baby" ? "" : clock(subject, MIDDLE, top + 58, byStage(stage, [0, 18, 21, 25]))) +
    drawBadge(subject, MIDDLE, top + 118) +
    group(face, { turn: rotate(subject.tilt, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: reach };
};
