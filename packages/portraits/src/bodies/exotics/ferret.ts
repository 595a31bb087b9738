// Draws the ferret: a long arched body on short legs, and a stolen key.
import { yIn } from "../../kit/frame.ts";
import { d, disc, group, path, place } from "../../kit/svg.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import type { MammalShape } from "../../subject/mammal.ts";
import type { Extras } from "../base/sitting.ts";
import { inStance } from "../base/stance.ts";

const stolenKey: NonNullable<Extras["overBody"]> = ({ torso, subject }) => {
  if (subject.stage === "baby") return "";
  const brass = [0.7, 0.13, 82] as const;
  const key = d`M-14 0H42M34 0v15M20 0v12`;
  const art =
    path(key, { stroke: [0.42, 0.09, 70], width: 13 }) +
    disc(-28, 0, 15, { stroke: [0.42, 0.09, 70], width: 13 }) +
    disc(-28, 0, 15, { stroke: brass, width: 6.5 }) +
    path(key, { stroke: brass, width: 6.5 });
  return group(art, { turn: place([torso.cx + 4, yIn(torso, 0) + (452 - yIn(torso, 0))], -8, 0.9) });
};

export function ferret(shape: Partial<MammalShape> & Pick<MammalShape, "patterns">): BodyPlan {
  const whole: MammalShape = {
    stance: "stands",
    arch: 0.4,
    length: 1.3,
    neck: 22,
    height: 0.8,
    bodyWidth: 0.7,
    ears: "small",
    muzzle: "small",
    tail: "otter",
    pupil: "bead",
    headWidth: 0.8,
    headHeight: 0.74,
    jowls: 12,
    eyeSize: 1,
    always: ["darkSocks"],
    ...shape,
  };
  return inStance(whole, { overBody: stolenKey });
}
