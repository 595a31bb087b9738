// Draws rabbits and hares: the sitting body with long ears and a puff of a tail.
import type { BodyPlan } from "../../subject/subject.ts";
import type { MammalShape } from "../../subject/mammal.ts";
import { sitting, type Extras } from "../base/sitting.ts";

export function rabbit(shape: Partial<MammalShape> & Pick<MammalShape, "patterns">, extras: Extras = {}): BodyPlan {
  return sitting(
    { ears: "long", muzzle: "rabbit", tail: "puff", headWidth: 0.88, headHeight: 0.92, bodyWidth: 0.92, ...shape },
    extras,
  );
}
