// Whether a creature rests: everything that a keeper may do with it asks this first (BOARD-3).
import type { Creature, Pause } from "../creature/creature.ts";
import { isLiving } from "./settle.ts";

/** The boarding, or the suspension of its keeper (SUSPEND-1), that it is in at `clock`, or null. */
export function restingAt(creature: Creature, clock: number): Pause | null {
  const last = creature.pauses.at(-1);
  if (
    last === undefined ||
    last.kind === "amnesty" ||
    last.ended === true ||
    clock >= last.until ||
    !isLiving(creature)
  )
    return null;
  return last;
}
