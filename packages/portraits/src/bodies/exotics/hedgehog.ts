// Draws the hedgehog: a cushion of spines with a small worried face.
import { outline, shade } from "../../kit/colour.ts";
import { bothSides, ovalIn, pen, xIn, yIn } from "../../kit/frame.ts";
import { d, group, path, place, times } from "../../kit/svg.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { Mammal } from "../../subject/mammal.ts";
import { sitting } from "../base/sitting.ts";

function spines({ subject, head, torso }: Mammal): string {
  const { coat } = subject;
  const dice = subject.lifeDice.named("spines");
  return times(7, (row) => {
    const inward = row / 7;
    const rx = Math.max(head.rx * 1.02, torso.rx * 1.12) * (1.24 - inward * 0.38);
    const top = yIn(head, -1.26 + inward * 0.42);
    const bottom = yIn(torso, 1) - 2;
    const [cy, ry] = [(top + bottom) / 2, (bottom - top) / 2];
    const count = 25 - row;
    const point = (at: number, far: number): string => {
      const turn = Math.PI * (0.8 + (1.4 * at) / count);
      return d`${head.cx + Math.cos(turn) * rx * far} ${cy + Math.sin(turn) * ry * far}`;
    };
    let data = "";
    for (let i = 0; i <= count; i++) {
      const at = i + (row % 2) * 0.25;
      data += `${i === 0 ? "M" : "L"}${point(at, 1)}`;
      if (i < count) data += `L${point(at + 0.5, dice.between(1.11, 1.17))}`;
    }
    return path(`${data}Z`, {
      fill: row % 2 === 1 ? shade(coat.mark, 0.2, 0.7) : coat.mark,
      stroke: outline(coat.mark),
      width: 3.5,
    });
  });
}

function brow({ subject, head }: Mammal): string {
  const P = pen(head);
  const data =
    `M${P(-1.02, -0.1)}L${P(-0.86, -0.42)}L${P(-0.7, -0.32)}L${P(-0.5, -0.6)}` +
    `L${P(-0.3, -0.42)}L${P(0, -0.62)}L${P(0.3, -0.42)}L${P(0.5, -0.6)}L${P(0.7, -0.32)}` +
    `L${P(0.86, -0.42)}L${P(1.02, -0.1)}C${P(1, -0.7)} ${P(0.5, -1.04)} ${P(0, -1.04)}` +
    `C${P(-0.5, -1.04)} ${P(-1, -0.7)} ${P(-1.02, -0.1)}Z`;
  const tips =
    `M${P(-0.5, -0.62)}L${P(-0.44, -0.86)}M${P(0.5, -0.62)}L${P(0.44, -0.86)}` +
    `M${P(0, -0.64)}L${P(0, -0.92)}M${P(-0.24, -0.6)}L${P(-0.2, -0.84)}M${P(0.24, -0.6)}` +
    `L${P(0.2, -0.84)}`;
  return (
    path(data, { fill: subject.coat.mark, stroke: outline(subject.coat.mark), width: 4.5 }) +
    path(tips, { stroke: shade(subject.coat.mark, 0.3, 0.6), width: 5 })
  );
}

function ears({ subject, head, line }: Mammal): string {
  const ear = { fill: shade(subject.coat.base, -0.08), stroke: line };
  return bothSides(
    head,
    (side) =>
      ovalIn(side, [0.86, -0.52, 0.22, 0.24], ear) +
      ovalIn(side, [0.86, -0.5, 0.13, 0.14], { fill: subject.coat.skin }),
  );
}

/** Draws a dry leaf caught on the back. */
function caughtLeaf({ head }: Mammal): string {
  const turn = place([xIn(head, 0.9), yIn(head, -1.04)], 36);
  return group(
    path("M0 14C16 8 20-14 0-30C-20-14-16 8 0 14ZM0 20V-18", {
      fill: [0.68, 0.14, 55],
      stroke: [0.45, 0.1, 45],
      width: 3.5,
    }),
    { turn },
  );
}

export const hedgehog: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "snout",
    tail: "none",
    hands: true,
    headWidth: 0.95,
    headHeight: 0.88,
    bodyWidth: 1.08,
    pupil: "bead",
    eyeSize: 0.86,
    always: ["bib"],
    patterns: [[], ["freckles"], ["bandit"], ["paleFace"], ["darkSocks"]],
  },
  { behind: (mammal) => spines(mammal) + caughtLeaf(mammal), underFace: (mammal) => brow(mammal) + ears(mammal) },
);
