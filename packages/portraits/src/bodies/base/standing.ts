// Draws the mammal on four feet: the body in profile, the face toward the viewer.
import { shade } from "../../kit/colour.ts";
import { frame, pen, xIn, yIn, type Frame } from "../../kit/frame.ts";
import { d, group, grow, path, rotate } from "../../kit/svg.ts";
import { drawFlank } from "../../parts/flank-markings.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawTail } from "../../parts/tails.ts";
import { drawToy } from "../../parts/toy.ts";
import type { Mammal, MammalShape, TailStyle } from "../../subject/mammal.ts";
import { GROUND, MIDDLE, byStage, type Figure } from "../../subject/subject.ts";
import { bandage, drawHead, drawRuff, sockFill, type Extras } from "./sitting.ts";

/** Returns the body's frame: x from the chest (-1) to the rump (1), y from the back (0) to the belly (1). */
function barrelOf({ subject, shape }: Mammal): Frame {
  const size = byStage(subject.stage, [0.7, 0.78, 0.9, 1]);
  const legs = byStage(subject.stage, [40, 52, 84, 88]) * (shape.height ?? 1) ** 3;
  const thick =
    byStage(subject.stage, [90, 90, 92, 120]) *
    (0.6 + 0.4 * (shape.bodyWidth ?? 1)) *
    (0.92 + subject.build.width * 0.16);
  return frame(MIDDLE + 16 * size, GROUND - legs - thick * 0.86, 118 * size * (shape.length ?? 1), thick);
}

/** Returns the body's outline in profile. `tuck` narrows the waist, `arch` raises the back. */
function barrelPath(barrel: Frame, { tuck = 0.04, arch = 0 }: MammalShape): string {
  const P = pen(barrel);
  return (
    `M${P(-0.98, 0.3)}C${P(-0.98, -0.1)} ${P(-0.6, -0.04)} ${P(-0.3, 0.02)}Q${P(0.2, 0.1 - arch * 2)} ${P(0.6, 0)}` +
    `C${P(1, -0.08)} ${P(1.1, 0.3)} ${P(1.02, 0.66)}Q${P(0.9, 1)} ${P(0.52, 0.9 - tuck)}` +
    `Q${P(0.1, 0.9 - tuck * 1.4 - arch)} ${P(-0.4, 1 + tuck * 0.6)}C${P(-0.84, 1.1 + tuck * 0.4)} ${P(-1.02, 0.8)} ${P(-0.98, 0.3)}Z`
  );
}

interface Leg {
  readonly at: number;
  readonly far: boolean;
  readonly kind: "Arm" | "Leg";
}

const LEGS: readonly Leg[] = [
  { at: -0.36, far: true, kind: "Arm" },
  { at: 0.52, far: true, kind: "Leg" },
  { at: 0.82, far: false, kind: "Leg" },
  { at: -0.68, far: false, kind: "Arm" },
];

function drawLeg(mammal: Mammal, barrel: Frame, { at, far, kind }: Leg): string {
  const { line, marks, subject, shape } = mammal;
  const w = barrel.rx * 0.19 * Math.min(1.1, shape.bodyWidth ?? 1);
  const [x, belly] = [xIn(barrel, at), yIn(barrel, 0.9)];
  const hip = kind === "Leg" ? 1.5 : 1.05;
  // The outline runs down the back of the leg, around the paw, and up the front. The top stays open where the leg joins the body.
  const data =
    d`M${x + w * hip} ${belly}Q${x + w * 0.8} ${belly + 24} ${x + w * 0.86} ${GROUND - 14}` +
    d`Q${x + w} ${GROUND + 9} ${x - w * 0.2} ${GROUND + 9}T${x - w * 0.9} ${GROUND - 16}` +
    d`Q${x - w * 0.84} ${belly + 24} ${x - w * hip} ${belly}`;
  const sock =
    d`M${x - w * 0.88} ${GROUND - 32}Q${x} ${GROUND - 40} ${x + w * 0.84} ${GROUND - 32}L${x + w * 0.86} ${GROUND - 14}` +
    d`Q${x + w} ${GROUND + 9} ${x - w * 0.2} ${GROUND + 9}T${x - w * 0.9} ${GROUND - 16}Z`;
  const top = yIn(barrel, kind === "Leg" ? 0.34 : 0.5);
  const fill = shade(subject.coat.base, far ? -0.1 : -0.05);
  const joined = far
    ? ""
    : path(d`M${x + w * hip} ${belly + 2}Q${x + w * hip} ${top} ${x} ${top}T${x - w * hip} ${belly + 2}Z`, { fill }) +
      path(d`M${x - w * 0.3} ${top + 4}Q${x - w * hip} ${top + 6} ${x - w * hip} ${belly}`, {
        stroke: line,
        width: 4.5,
        opacity: 0.55,
      });
  let art = path(data, { fill, stroke: line, width: 5 }) + joined;
  if (marks.has("socks") || marks.has("darkSocks") || marks.has("points"))
    art += path(sock, { fill: sockFill(mammal), stroke: line, width: 4 });
  art += path(d`M${x - w * 0.56} ${GROUND + 5}v-9M${x} ${GROUND + 6}v-9`, { stroke: line, width: 4 });
  if (subject.path === "rescue" && !far && kind === "Arm") art += bandage(x, GROUND - 60, w * 0.9);
  return art;
}

/** Degrees by which low-hanging tails of the sitting body are raised on a standing one. */
const LIFTED: Readonly<Partial<Record<TailStyle, number>>> = {
  brush: -52,
  otter: -30,
  whip: -34,
  dog: -6,
  feathered: -24,
};

export function standing(mammal: Mammal, extras: Extras): Figure {
  const { subject, shape, line } = mammal;
  const barrel = barrelOf(mammal);
  const tall = (GROUND - barrel.cy) * 0.5;
  const [rise, ahead] = [byStage(subject.stage, [0, 34, 52, 44]), shape.neck ?? 0];
  const head = { ...mammal.head, cx: xIn(barrel, -0.66) - ahead * 0.3, cy: barrel.cy - rise - ahead };
  const chest = frame(head.cx, yIn(head, 0.5), mammal.head.rx * 0.84, tall);
  const [tailX, tailY] = [xIn(barrel, 0.92), yIn(barrel, 0.3)];
  const tailRoot = frame(tailX - 62, tailY - 74, 100, 100);
  const posed: Mammal = { ...mammal, head, torso: chest };
  const data = barrelPath(barrel, shape);
  const neck = d`M${head.cx - head.rx * 0.5} ${head.cy}L${head.cx + head.rx * 0.62} ${head.cy}L${xIn(barrel, 0)} ${yIn(barrel, 0.3)}L${xIn(barrel, -0.9)} ${yIn(barrel, 0.6)}Z`;
  const collar = { x: head.cx, y: yIn(head, 0.94), w: head.rx * 0.6 };
  const [farArm, farLeg, nearLeg, nearArm] = LEGS.map((leg) => drawLeg(mammal, barrel, leg));
  const art =
    (extras.behind?.(posed) ?? "") +
    group(drawTail({ ...mammal, torso: tailRoot }), {
      turn: `${rotate(LIFTED[shape.tail] ?? 0, tailX, tailY)} ${grow(tailX, tailY, 0.86)}`,
    }) +
    (farArm ?? "") +
    (farLeg ?? "") +
    path(neck, { fill: mammal.bodyFill, stroke: line }) +
    path(data, { fill: mammal.bodyFill, stroke: line }) +
    path(neck, { fill: subject.coat.base }) +
    group(drawFlank(mammal, barrel), { clip: subject.defs.clip(data) }) +
    (nearLeg ?? "") +
    (nearArm ?? "") +
    (extras.overBody?.({ ...mammal, torso: barrel }) ?? "") +
    drawRuff(posed) +
    drawNeckwear(subject, collar) +
    drawHead(posed, extras) +
    (subject.stage === "child" ? group(drawToy(subject), { turn: "translate(-44 0)" }) : "");
  return { art, head, top: head.cy - head.ry * 2.1, shadow: barrel.rx * 1.3 };
}
