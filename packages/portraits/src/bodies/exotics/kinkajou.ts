// Draws a kinkajou: a round head, large dark eyes, low ears, and a tail longer than the body, wound around a branch.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { ovalIn, pen, xIn, yIn } from "../../kit/frame.ts";
import { d, disc, group, path, place, times, tube } from "../../kit/svg.ts";
import { drawMouth } from "../../parts/mouth.ts";
import { isWorried, type BodyPlan } from "../../subject/subject.ts";
import type { Mammal, MammalShape } from "../../subject/mammal.ts";
import { sitting, type Extras } from "../base/sitting.ts";

const NOSE: Colour = [0.38, 0.05, 25];
const BARK: Colour = [0.5, 0.06, 55];
const LEAF: Colour = [0.66, 0.14, 140];

/** Draws a branch that enters from the picture's edge, with its broken end at the origin. */
function branch(): string {
  const leaf = (x: number, y: number, turn: number): string =>
    path("M0 0C16-8 22-28 8-46C-10-34-14-14 0 0Z", {
      fill: LEAF,
      stroke: outline(LEAF),
      width: 4,
      turn: place([x, y], turn),
    });
  return (
    leaf(96, -8, 24) +
    leaf(-2, -6, -34) +
    tube("M0 0Q60-10 130 2T300-6", 22, BARK, outline(BARK), 5) +
    path("M18-4q30-6 56-2M104 4q26 4 50 0", { stroke: shade(BARK, -0.12), width: 3.5 })
  );
}

/** Points on the branch where the tail is wound, by stage. */
const HOLDS = { child: [408, 256], teen: [398, 222], adult: [420, 214] } as const;

/** Draws the tail. A baby's tail curls; later, the tail rises and winds once around the branch. */
function tail({ subject, torso, line }: Mammal): string {
  const colour = shade(subject.coat.base, -0.03);
  const root = d`M${xIn(torso, 0.5)} ${yIn(torso, 1) - 24}`;
  if (subject.stage === "baby") {
    const data = `${root}C396 446 444 400 428 344C418 306 372 318 382 348C388 366 408 360 406 346`;
    return tube(data, 24, colour, line);
  }
  const [x, y] = HOLDS[subject.stage];
  const [outX, low] = [x + 16, yIn(torso, 1)];
  const rise =
    root +
    d`C${outX + 20} ${low + 10} ${outX + 36} ${y + 120} ${x + 6} ${y + 44}` +
    d`C${x - 8} ${y + 16} ${x - 14} ${y - 22} ${x + 12} ${y - 26}`;
  const over = d`M${x + 10} ${y - 26}C${x + 42} ${y - 28} ${x + 46} ${y + 6} ${x + 42} ${y + 40}`;
  const tip = d`M${x + 44} ${y + 22}Q${x + 44} ${y + 30} ${x + 42} ${y + 40}`;
  return (
    tube(rise, 28, colour, line) +
    group(branch(), { turn: place([x - 34, y]) }) +
    tube(over, 25, colour, line) +
    path(tip, { stroke: subject.coat.mark, width: 25 })
  );
}

/** Draws a short dark muzzle with a broad nose. */
function muzzle({ head, subject }: Mammal): string {
  const P = pen(head);
  const { coat } = subject;
  const bridge =
    `M${P(-0.1, -0.12)}Q${P(-0.12, 0.3)} ${P(-0.32, 0.48)}Q${P(-0.42, 0.86)} ${P(0, 0.88)}` +
    `Q${P(0.42, 0.86)} ${P(0.32, 0.48)}Q${P(0.12, 0.3)} ${P(0.1, -0.12)}Q${P(0, -0.22)} ${P(-0.1, -0.12)}Z`;
  const nose =
    `M${P(-0.15, 0.36)}Q${P(0, 0.27)} ${P(0.15, 0.36)}` +
    `Q${P(0.13, 0.52)} ${P(0, 0.54)}Q${P(-0.13, 0.52)} ${P(-0.15, 0.36)}Z`;
  const lick = subject.mood === "content" && !isWorried(subject);
  const tongue = `M${P(-0.07, 0.66)}Q${P(-0.1, 0.9)} ${P(0.02, 1.04)}Q${P(0.14, 1.02)} ${P(0.07, 0.66)}Z`;
  return (
    path(bridge, { fill: blend(coat.base, coat.mark, 0.5) }) +
    (lick ? path(tongue, { fill: "#ff8fa3", stroke: "#a83a5a", width: 3.5 }) : "") +
    drawMouth(subject, { x: head.cx, y: yIn(head, 0.54), w: 0.26 * head.rx, rest: "double" }) +
    path(nose, { fill: NOSE }) +
    ovalIn(head, [-0.05, 0.37, 0.05, 0.025], { fill: "#fff", opacity: 0.7 })
  );
}

/** Draws pollen between the brows, because kinkajous drink nectar. */
const pollen: NonNullable<Extras["overHead"]> = ({ head, subject }) => {
  const dice = subject.lifeDice.named("pollen");
  return times(10, () =>
    disc(xIn(head, dice.spread(0.36)), yIn(head, -0.46 + dice.spread(0.34)), dice.between(2, 4.5), {
      fill: [0.9, 0.17, 95],
    }),
  );
};

export function kinkajou(patterns: MammalShape["patterns"]): BodyPlan {
  const shape: MammalShape = {
    ears: "low",
    muzzle: "small",
    tail: "none",
    hands: true,
    headWidth: 1.02,
    headHeight: 1.04,
    jowls: 4,
    bodyWidth: 0.82,
    eyeSize: 1.36,
    eyeApart: 0.44,
    eyeY: -0.06,
    pupil: "bead",
    patterns,
  };
  return sitting(shape, { behind: tail, muzzle, overHead: pollen });
}
