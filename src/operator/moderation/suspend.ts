// Pauses a suspended keeper's creature (SUSPEND-1), when the suspension begins or when the creature is resurrected during it.
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { suspend } from "@denkeeper/rules/care/boarding.ts";
import type { CreatureChange, PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { houseTime, nextEventAt } from "../../model/life/time-changes.ts";

/** Returns undefined for an egg, and for a released or dead creature, even if its death is not recorded yet. */
export function suspensionChange(
  stored: PresentCreature,
  keeper: { readonly clockOffsetMs: number },
  at: number,
): CreatureChange | undefined {
  const rested = isLiving(stored.creature) ? suspend(stored.creature, houseTime(keeper, at)) : null;
  if (rested === null) return undefined;
  const { creature, pause } = rested;
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: nextEventAt(creature, keeper.clockOffsetMs) },
    log: [
      {
        kind: "suspend",
        recordedAt: at,
        at: pause.from,
        until: pause.until,
        uncheckedSince: stored.creature.lastCheckedAt,
      },
    ],
  };
}
