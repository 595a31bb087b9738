// The colours of a creature.
import type { Colour } from "../kit/colour.ts";

/** The five colours of a creature. */
export interface Coat {
  readonly base: Colour;
  readonly belly: Colour;
  readonly mark: Colour;
  readonly skin: Colour;
  readonly eye: Colour;
}
