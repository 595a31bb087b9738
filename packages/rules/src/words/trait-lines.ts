// A few sentences for each trait a creature can have.
import type { TaggedLines } from "./speaker.ts";
import { TRAIT_LINES } from "./lines/traits.ts";

const BY_TRAIT: ReadonlyMap<string, TaggedLines> = new Map(Object.entries(TRAIT_LINES));

/** The sentences for a trait; none for a word that is not ours, which is never quoted. */
export function traitLines(trait: string): TaggedLines | undefined {
  return BY_TRAIT.get(trait);
}
