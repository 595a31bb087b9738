// A long body arched in a hop: head and shoulders in front, the back a bow, the hind end and brush behind.
import { outline, shade } from "../../kit/colour.ts";
import { yIn } from "../../kit/frame.ts";
import { d, group, oval, path, place, tube } from "../../kit/svg.ts";
import { drawNeckwear } from "../../parts/neckwear.ts";
import { drawToy } from "../../parts/toy.ts";
import { GROUND, byStage } from "../../subject/subject.ts";
import type { BodyPlan, Subject } from "../../subject/subject.ts";
import { measure } from "../../subject/mammal.ts";
import type { Mammal, MammalShape } from "../../subject/mammal.ts";
import { assemble, drawHead } from "../base/sitting.ts";
import type { Extras } from "../base/sitting.ts";

function hoppingBody(subject: Subject, headX: number, headY: number, size: number): string {
  const { coat } = subject;
  const dark = outline(coat.base);
  const back =
    d`M${headX + 4} ${headY + 40}` +
    d`C${headX + 10} ${headY + 96} ${headX + 44 * size}` +
    d` ${GROUND - 86 * size} ${headX + 78 * size} ${GROUND - 150 * size}` +
    d`C${headX + 116 * size} ${GROUND - 216 * size} ${headX + 232 * size}` +
    d` ${GROUND - 190 * size} ${headX + 214 * size} ${GROUND - 44}`;
  const brush =
    d`M${headX + 214 * size} ${GROUND - 70 * size}` +
    d`C${headX + 270 * size} ${GROUND - 60 * size} ${headX + 282 * size}` +
    d` ${GROUND - 150 * size} ${headX + 246 * size} ${GROUND - 190 * size}` +
    d`C${headX + 236 * size} ${GROUND - 150 * size} ${headX + 226 * size}` +
    d` ${GROUND - 120 * size} ${headX + 200 * size} ${GROUND - 104 * size}Z`;
  const foot = (x: number, high: number): string =>
    tube(d`M${x} ${GROUND - high}Q${x - 4} ${GROUND - 20} ${x - 6} ${GROUND - 8}`, 26 * size, coat.mark, dark) +
    oval(x - 14 * size, GROUND - 4, 24 * size, 13 * size, { fill: coat.mark, stroke: dark });
  const hair = shade(coat.base, -0.12);
  const tufts =
    d`M${headX + 92 * size} ${GROUND - 188 * size}q10 16 4 30` +
    d`M${headX + 138 * size} ${GROUND - 214 * size}q10 16 4 30` +
    d`M${headX + 186 * size} ${GROUND - 206 * size}q6 16 -2 30`;
  return (
    path(brush, { fill: coat.mark, stroke: dark }) +
    foot(headX + 190 * size, 50) +
    tube(back, 80 * size, coat.base, dark) +
    path(
      d`M${headX + 2} ${headY + 66}` +
        d`C${headX + 10} ${headY + 110} ${headX + 40} ${GROUND - 66 * size}` +
        d` ${headX + 78 * size} ${GROUND - 116 * size}`,
      { stroke: coat.belly, width: 24 * size, opacity: 0.8 },
    ) +
    path(tufts, { stroke: hair, width: 4.5, opacity: 0.7 }) +
    foot(headX + 222 * size, 50) +
    foot(headX - 12 * size, 62) +
    foot(headX + 34 * size, 62)
  );
}

/** The key nobody has found since. */
const stolenKey: NonNullable<Extras["overHead"]> = ({ head, subject }) => {
  if (subject.mood !== "content" && subject.mood !== "curious") return "";
  const brass = { stroke: [0.62, 0.12, 80] as const, width: 6 };
  return group(path("M-34 0H30M22 0v12M10 0v10M-34 0a12 12 0 1 0-1 0", brass), {
    turn: place(head.cx + 6, yIn(head, 0.86), -6),
  });
};

export function longBody(shape: Partial<MammalShape> & Pick<MammalShape, "patterns">): BodyPlan {
  const whole: MammalShape = {
    ears: "small",
    muzzle: "small",
    tail: "none",
    pupil: "bead",
    headWidth: 0.82,
    headHeight: 0.76,
    jowls: 12,
    eyeSize: 0.8,
    ...shape,
  };
  return (subject) => {
    const measured = measure(subject, whole);
    if (subject.stage === "baby") return assemble(measured);
    const size = byStage(subject.stage, [0.7, 0.8, 0.98, 1.08]);
    const [headX, headY] = [256 - 92 * size, GROUND - byStage(subject.stage, [0, 158, 178, 192])];
    const head = { ...measured.head, cx: headX, cy: headY };
    const mammal: Mammal = { ...measured, head };
    const art =
      hoppingBody(subject, headX, headY, size) +
      drawNeckwear(subject, { x: headX + 2, y: yIn(head, 0.96), w: head.rx * 0.56 }) +
      drawHead(mammal, { overHead: stolenKey }) +
      (subject.stage === "child" ? group(drawToy(subject), { turn: place(-24, 0) }) : "");
    return { art, head, shadow: 170 * size };
  };
}
