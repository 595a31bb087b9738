// A stored creature under amnesty: moved across the times in which the service was away. Nothing is written for it; what
// is written next takes it along, with a row in the log for each pause, so that the log alone tells the life.
import { randomUUIDv7 } from "node:crypto";
import { pausesSince, underAmnesty } from "../domain/pause.ts";
import type { Span } from "../domain/span.ts";
import type { StoredCreature } from "../store/creature-row.ts";

export function amnestied(
  stored: StoredCreature,
  outages: readonly Span[],
  realNow: number,
  recordedAt = realNow,
): StoredCreature {
  const creature = underAmnesty(stored.creature, outages, realNow);
  if (creature === stored.creature) return stored;
  const unwritten = pausesSince(stored.creature, creature).map(({ from, until }, index) => ({
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
