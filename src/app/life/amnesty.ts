// The one way from a stored creature to one that may be judged: moved across the times in which the service was away
// (boarding and suspension are in the stored state already). Nothing is written for it; what is written next takes it
// along, with a row in the log for each pause, so that the log alone tells the life.
import { randomUUIDv7 } from "node:crypto";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { pausesSince, underAmnesty } from "@denkeeper/rules/life/pause.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { CreatureAsStored, PresentCreature, StoredCreature } from "../../store/creatures/creature-row.ts";

/** `outages` are those that count for its house (AMNESTY-6), merged. */
export function presentCreature(stored: CreatureAsStored, outages: readonly Span[], clock: number): Creature {
  return underAmnesty(stored as Creature, outages, clock);
}

/** The same with all that is stored, ready to be changed. */
export function present(
  stored: StoredCreature,
  outages: readonly Span[],
  realNow: number,
  recordedAt = realNow,
): PresentCreature {
  const creature = presentCreature(stored.creature, outages, realNow);
  if (creature === stored.creature) return stored as PresentCreature;
  const unwritten = pausesSince(stored.creature as Creature, creature).map(({ from, until }, index) => ({
    kind: "amnesty" as const,
    entryId: randomUUIDv7(),
    recordedAt,
    at: from,
    until,
    // Moved along by the first pause, it is known to the next.
    uncheckedSince: index === 0 ? stored.creature.lastCheckedAt : null,
  }));
  return { ...stored, creature, unwritten };
}
