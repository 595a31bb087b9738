// Whether a creature is resting. Every action on a creature checks this first (BOARD-3).
import type { Living, Pause } from "../creature/creature.ts";
import type { Instant } from "../time/units.ts";

/** The boarding, or the suspension of its keeper (SUSPEND-1), that it is in at `clock`, or null. */
export function restingAt(creature: Living, clock: Instant): Pause | null {
  const last = creature.pauses.at(-1);
  if (last === undefined || last.kind === "amnesty" || last.ended === true || clock >= last.until) return null;
  return last;
}
