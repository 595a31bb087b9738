// Selects the species' stance. Babies always sit, because they sit in their shells.
import { measure, type MammalShape } from "../../subject/mammal.ts";
import type { BodyPlan } from "../../subject/subject.ts";
import { loaf } from "./loaf.ts";
import { assemble, type Extras } from "./sitting.ts";
import { standing } from "./standing.ts";

const STANCES = { sits: assemble, stands: standing, loafs: loaf } as const;

export function inStance(shape: MammalShape, extras: Extras = {}): BodyPlan {
  return (subject) => {
    const stance = subject.stage === "baby" ? "sits" : (shape.stance ?? "sits");
    return STANCES[stance](measure(subject, shape), extras);
  };
}
