// The look of a species.
import type { Colour } from "../kit/colour.ts";
import type { AgeSign, BodyPlan, Coat } from "../subject/subject.ts";
import type { Material } from "../subject/materials.ts";
import type { Accessory, Scene } from "../subject/words.ts";

export interface SpeciesLook {
  readonly body: BodyPlan;
  /** At least five coats; a creature has one of them for life. */
  readonly coats: readonly [Coat, Coat, Coat, Coat, Coat, ...Coat[]];
  readonly scenes: readonly [Scene, ...Scene[]];
  /** An adult's size relative to a cat. */
  readonly size?: number;
  /** The sign of age, if it is not gray hair in the usual place. */
  readonly ages?: AgeSign;
  /** The egg's color, if it does not depend on the creature's coat. */
  readonly shell?: Colour;
  /** Set only for designed species. */
  readonly material?: Material;
  readonly wears?: ReadonlySet<Accessory>;
}

const ROSE: Colour = [0.78, 0.1, 15];
const GREEN: Colour = [0.72, 0.15, 130];

export function coat(base: Colour, belly: Colour, mark: Colour, eye: Colour = GREEN, skin: Colour = ROSE): Coat {
  return { base, belly, mark, skin, eye };
}
