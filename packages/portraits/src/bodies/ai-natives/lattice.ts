// Draws the lattice: a sitting figure of crystal facets with glowing nodes and a cluster of four prism eyes.
import { blend, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { polygon, polyline } from "../../kit/shapes.ts";
import { d, disc, path, sides } from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { eyewear } from "../../parts/eyes.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { drawCheeks, drawMouth } from "../../parts/mouth.ts";
import { drawBadge } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, MIDDLE, byStage, type BodyPlan, type Subject } from "../../subject/subject.ts";

type LatticePoint = readonly [number, number];

/** The right half of the cage at full size, measured up from the ground (0). The left half is its mirror image. */
const NODES: readonly LatticePoint[] = [
  [0, 0],
  [58, 0],
  [104, 18],
  [140, 58],
  [78, 120],
  [40, 60],
  [0, 100],
  [46, 150],
  [0, 172],
  [54, 200],
  [88, 242],
  [44, 280],
  [78, 352],
  [22, 290],
  [0, 240],
  [34, 226],
];
const FACETS: readonly (readonly number[])[] = [
  [0, 1, 5],
  [1, 2, 5],
  [2, 3, 5],
  [3, 4, 5],
  [0, 5, 6],
  [4, 5, 7],
  [5, 6, 7],
  [6, 7, 8],
  [4, 7, 9],
  [7, 8, 15],
  [7, 9, 15],
  [9, 10, 15],
  [10, 11, 15],
  [10, 11, 12],
  [11, 12, 13],
  [11, 13, 15],
  [13, 14, 15],
  [8, 14, 15],
];

function prismEye(subject: Subject, x: number, y: number, r: number): string {
  const { coat } = subject;
  const mood = subject.mood;
  const dark = shade(coat.eye, -0.3);
  const width = 5;
  if (mood === "happy")
    return path(polyline([x - r, y + r * 0.5], [x, y - r * 0.7], [x + r, y + r * 0.5]), { stroke: dark, width });
  if (mood === "sleeping") return path(polyline([x - r, y], [x, y + r * 0.5], [x + r, y]), { stroke: dark, width });
  const shut = mood === "sick" ? 0.5 : mood === "critical" ? 0.3 : 1;
  const gem = path(polygon([x, y, r, r * 1.2 * shut], 4, Math.PI / 2), { fill: coat.eye, stroke: dark, width: 3.5 });
  return (
    gem +
    path(d`M${x - r * 0.3} ${y - r * 0.2 * shut}L${x} ${y - r * 0.8 * shut}L${x + r * 0.1} ${y}Z`, {
      fill: "#fff",
      opacity: 0.9,
    })
  );
}

export const lattice: BodyPlan = (subject) => {
  const { coat, defs, stage } = subject;
  const size = byStage(stage, [0.8, 0.78, 0.94, 1.1]);
  const wide = (0.96 + subject.build.width * 0.12) * size;
  const foot = stage === "baby" ? GROUND + 6 : GROUND - 4;
  const tall = size * byStage(stage, [0.78, 0.86, 1.04, 1]);
  const at = (index: number, side: number): LatticePoint => {
    const [x, y] = NODES[index] ?? [0, 0];
    const bigHead = index >= 9 ? byStage(stage, [1.5, 1.28, 1.1, 1.05]) : 1;
    return [MIDDLE + side * x * wide * bigHead, foot - y * tall];
  };
  const dice = subject.lifeDice.named("facets");
  const clear = Math.floor(dice.roll() * FACETS.length);
  const kind = Math.floor(subject.build.pattern * 5);
  const line: Colour = shade(coat.mark, -0.14);
  /** Higher facets are lighter, because the light comes from above. */
  const heightOf = (corners: readonly number[]): number =>
    corners.reduce((sum, corner) => sum + (NODES[corner]?.[1] ?? 0), 0) / (corners.length * 1800) - 0.09;
  const facets = FACETS.map((corners, index) => {
    const tone = dice.spread(0.16);
    return sides((side) => {
      const data = `${polyline(...corners.map((corner) => at(corner, side)))}Z`;
      const fresh = index === clear && side === 1;
      const tinted: Colour =
        kind === 0
          ? coat.base
          : kind === 1
            ? blend(coat.base, coat.skin, index % 3 === 0 ? 0.8 : 0)
            : kind === 2
              ? blend(coat.base, coat.mark, index / 24)
              : kind === 3
                ? blend(coat.base, coat.skin, index > 8 ? 0.7 : 0.1)
                : blend(coat.base, coat.belly, index % 2 === 0 ? 0.8 : 0);
      return path(data, {
        fill: fresh ? "#ffffff" : shade(tinted, tone + heightOf(corners) + side * 0.03),
        stroke: shade(coat.belly, 0.02),
        width: 3.5,
      });
    });
  }).join("");
  const edge = FACETS.map((corners) =>
    sides((side) => path(`${polyline(...corners.map((corner) => at(corner, side)))}Z`, { stroke: line, width: 13 })),
  ).join("");
  const nodes = NODES.map((_, index) =>
    sides((side) => {
      const [x, y] = at(index, side);
      const bright = (index * 7 + Math.floor(subject.build.toy * 5)) % 4 === 0;
      return (
        (bright ? disc(x, y, 18, { fill: defs.glow("#ffffff", 0.9) }) : "") +
        disc(x, y, bright ? 7 : 4.5, { fill: "#fff", stroke: line, width: 2.5 })
      );
    }),
  ).join("");
  const [, faceY] = at(14, 0);
  const w = (at(10, 1)[0] - MIDDLE) * 0.9;
  const eyes = [
    [-0.46, 0.02, 0.28],
    [-0.17, -0.42, 0.13],
    [0.17, -0.42, 0.13],
    [0.46, 0.02, 0.28],
  ]
    .map(([x = 0, y = 0, r = 0.2]) => blinking(subject, (as) => prismEye(as, MIDDLE + x * w, faceY + y * w, r * w)))
    .join("");
  const glow = disc(MIDDLE, faceY + 60, 200 * size, { fill: defs.glow(coat.belly, 0.55) });
  const face =
    drawCheeks(subject, [MIDDLE, faceY + w * 0.34], w * 0.7, w * 0.13) +
    drawMouth(subject, { x: MIDDLE, y: faceY + w * 0.36, w: w * 0.24, rest: "smile" }) +
    eyes +
    eyewear(subject, { x: MIDDLE, y: faceY, apart: w * 0.46, size: w * 0.26, face: coat.base });
  const head = frame(MIDDLE, faceY, w, w * 0.75);
  const tailData = polyline(
    at(2, 1),
    [MIDDLE + 168 * wide, foot - 40 * tall],
    [MIDDLE + 176 * wide, foot - 110 * tall],
    [MIDDLE + 148 * wide, foot - 150 * tall],
  );
  const tail =
    stage === "baby"
      ? ""
      : path(tailData, { stroke: line, width: 15 }) + path(tailData, { stroke: coat.base, width: 7 });
  const crack =
    subject.path === "rescue"
      ? path(polyline(at(4, -1), [at(5, -1)[0] - 10, at(5, -1)[1] - 10], at(6, -1)), {
          stroke: [0.87, 0.15, 88],
          width: 7,
        })
      : "";
  const art =
    glow +
    tail +
    edge +
    facets +
    nodes +
    crack +
    face +
    drawHeadwear(subject, head) +
    drawBadge(subject, MIDDLE, at(8, 0)[1] + 10) +
    (stage === "child" ? drawToy(subject) : "");
  return { art, head, shadow: 120 * wide };
};
