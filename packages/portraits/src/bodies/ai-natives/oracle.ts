// Draws the oracle: a furry moth with charts on its open wings, a clock on its chest, and a third eye on its brow.
import { outline, shade, type Colour } from "../../kit/colour.ts";
import { pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { fluff } from "../../kit/shapes.ts";
import { d, disc, group, oval, path, place, rotate, sides, times } from "../../kit/svg.ts";
import { drawEyesIn } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, headByStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

function wing(subject: Subject, side: -1 | 1, top: number, reach: number): string {
  const { coat, defs, build } = subject;
  const at = (x: number, y: number): string => d`${MIDDLE + side * x * reach} ${top + y * (GROUND - top)}`;
  const fore = `M${at(0.14, 0.16)}C${at(0.4, -0.3)} ${at(1.2, -0.42)} ${at(1.46, -0.16)}C${at(1.56, 0.24)} ${at(1.02, 0.56)} ${at(0.2, 0.46)}Z`;
  const hind = `M${at(0.16, 0.36)}C${at(0.8, 0.36)} ${at(1.22, 0.52)} ${at(1.14, 0.78)}C${at(1, 1.02)} ${at(0.44, 0.96)} ${at(0.12, 0.62)}Z`;
  const ink = { stroke: coat.mark, width: 3, opacity: 0.8 };
  const kind = Math.floor(build.pattern * 4);
  const grid =
    `M${at(0.2, 0.06)}L${at(1.6, 0)}M${at(0.2, 0.26)}L${at(1.6, 0.24)}M${at(0.2, 0.66)}L${at(1.3, 0.76)}` +
    `M${at(0.56, -0.4)}L${at(0.46, 1)}M${at(0.96, -0.4)}L${at(0.8, 1.1)}`;
  const curve =
    kind % 2 === 0
      ? `M${at(0.16, 0.4)}Q${at(0.5, -0.1)} ${at(0.7, 0.2)}T${at(1.5, -0.1)}`
      : `M${at(0.16, 0.4)}L${at(0.4, 0.1)}L${at(0.6, 0.26)}L${at(0.86, -0.1)}L${at(1.1, 0.1)}L${at(1.5, -0.2)}`;
  const [spotX, spotY] = [MIDDLE + side * reach * 1.12, top + (GROUND - top) * 0.06];
  const rings = kind < 2 ? [26, 17, 8] : [22, 10];
  const spot = rings
    .map((r, i) => disc(spotX, spotY, r, i % 2 === 0 ? { fill: coat.mark } : { fill: coat.skin }))
    .join("");
  const line = { stroke: outline(coat.base) };
  return (
    path(hind, { fill: defs.shading(shade(coat.base, -0.05), 0.03, -0.08), ...line }) +
    path(fore, { fill: defs.shading(coat.base, 0.03, -0.08), ...line }) +
    group(path(grid, ink) + path(curve, { stroke: coat.skin, width: 5 }) + spot, { clip: defs.clip(fore + hind) }) +
    path(fore, line)
  );
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
    times(4, (i) =>
      path(d`M0 ${-r * 0.7}V${-r * 0.85}`, { stroke: "#5a4630", width: 3, turn: place([x, y], i * 90) }),
    ) +
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
      path("M0 0Q20-40 58-72", { stroke: dark, width: 13 }) +
      path(combs, { stroke: dark, width: 7 }) +
      path("M0 0Q20-40 58-72", { stroke: coat.skin, width: 7 });
    return group(art, {
      turn: place(
        [xIn(head, side * 0.3), yIn(head, -0.84)],
        side * 6,
        side * byStage(subject.stage, [0.8, 0.9, 1, 1.15]),
        byStage(subject.stage, [0.8, 0.9, 1, 1.15]),
      ),
    });
  });
}

/** Draws the eye on the brow, which is open only in a curious mood. */
function thirdEye(subject: Subject, head: Frame): string {
  const [x, y, r] = [head.cx, yIn(head, -0.5), head.rx * 0.17];
  if (subject.mood !== "curious")
    return path(
      d`M${x - r} ${y}Q${x} ${y + r * 0.9} ${x + r} ${y}M${x - r * 0.5} ${y + r * 0.5}l-3 6` +
        d`M${x + r * 0.5} ${y + r * 0.5}l3 6M${x} ${y + r * 0.6}v7`,
      { stroke: "#3a2f4a", width: 4 },
    );
  return (
    oval([x, y, r, r * 0.8], { fill: "#231a33" }) +
    disc(x, y, r * 0.66, { fill: subject.coat.eye }) +
    disc(x, y, r * 0.32, { fill: "#17101f" }) +
    disc(x - r * 0.3, y - r * 0.3, r * 0.2, { fill: "#fff" })
  );
}

export const oracle: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const line = outline(coat.base);
  const head = headByStage(subject, [268, 226, 172, 150], [88, 76, 68, 72], [80, 70, 62, 66]);
  const top = yIn(head, 0.7);
  const reach = byStage(stage, [80, 92, 112, 136]) * (0.94 + subject.build.width * 0.12);
  const glow = oval([MIDDLE, head.cy + 40, 190, 220], { fill: defs.glow(coat.belly, 0.5) });
  const body =
    d`M${MIDDLE - 44} ${top}` +
    d`C${MIDDLE - 76} ${top + 90} ${MIDDLE - 52} ${GROUND - 20} ${MIDDLE} ${GROUND}` +
    d`C${MIDDLE + 52} ${GROUND - 20} ${MIDDLE + 76} ${top + 90} ${MIDDLE + 44} ${top}Z`;
  const stripes = times(4, (i) =>
    path(d`M${MIDDLE - 70} ${top + 84 + i * 34}q70 18 140 0`, { stroke: coat.skin, width: 9, opacity: 0.7 }),
  );
  const ruff = path(
    fluff([MIDDLE, top + 22, byStage(stage, [70, 66, 62, 72]), 38], 14, 0.2, subject.lifeDice.named("ruff")),
    { fill: coat.belly, stroke: line, width: 5 },
  );
  const P = pen(head);
  const headData = fluff([head.cx, head.cy, head.rx, head.ry], 22, 0.1, subject.lifeDice.named("fur"));
  const face =
    antennae(subject, head) +
    path(headData, { fill: defs.shading(coat.belly, 0.02, -0.06), stroke: line }) +
    drawCheeks(subject, [head.cx, yIn(head, 0.46)], head.rx * 0.66, head.rx * 0.14) +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.5), w: head.rx * 0.22, rest: "smile" }) +
    drawEyesIn(subject, head, { y: 0.1, apart: 0.46, size: 0.28, face: coat.belly }) +
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
    wing(subject, -1, top, reach) +
    wing(subject, 1, top, reach) +
    path(body, { fill: defs.shading(coat.belly, 0, -0.1), stroke: line }) +
    group(stripes, { clip: defs.clip(body) }) +
    ruff +
    (stage === "baby" ? "" : clock(subject, MIDDLE, top + 58, byStage(stage, [0, 18, 21, 25]))) +
    drawBadge(subject, MIDDLE, top + 118) +
    group(face, { turn: rotate(subject.tilt, MIDDLE, yIn(head, 1)) }) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: reach };
};
