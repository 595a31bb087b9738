// A creature's five colors.
import type { Colour } from "../kit/colour.ts";

export interface Coat {
  readonly base: Colour;
  readonly belly: Colour;
  readonly mark: Colour;
  readonly skin: Colour;
  readonly eye: Colour;
}
