// The only way from a stored creature to one that may be judged: moves it across recorded outages (boarding and
// suspension are already in the stored state). Nothing is written; the next change saves the moved clocks with a log
// row per pause, which keeps the log replayable.
import { asHouseInstant, type Instant, type RealInstant } from "@denkeeper/rules/time/units.ts";
import { isLiving, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { pausesSince, moveAcrossOutages } from "@denkeeper/rules/life/pause.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { PresentCreature } from "../creatures/store/creature-change.ts";
import type { StoredCreature } from "../creatures/store/creature-row.ts";

/** `outages` are those that count for its house (AMNESTY-6), merged. It stays what it is: only clocks of the living move. */
export function creatureAcrossOutages<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  clock: Instant,
): Some;
export function creatureAcrossOutages(stored: StoredCreature, outages: readonly Span[], clock: Instant): Creature {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the next line makes it present
  const creature = stored.creature as Creature;
  return isLiving(creature) ? moveAcrossOutages(creature, outages, clock) : creature;
}

/** Whether nothing had to be moved: then what is stored is what is present. */
function isUnmoved(stored: StoredCreature, creature: Creature): stored is PresentCreature {
  return stored.creature === creature;
}

/** The same with all that is stored, ready to be changed; `clock` is the time of its house. */
function presentCreature<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  clock: Instant,
  recordedAt: RealInstant,
): PresentCreature<Some>;
function presentCreature(
  stored: StoredCreature,
  outages: readonly Span[],
  clock: Instant,
  recordedAt: RealInstant,
): PresentCreature {
  const creature = creatureAcrossOutages(stored, outages, clock);
  if (isUnmoved(stored, creature)) return stored;
  const unwritten = pausesSince(stored.creature, creature).map(({ from, until }, index) => ({
    kind: "amnesty" as const,
    recordedAt,
    at: from,
    until,
    // Moved along by the first pause, it is known to the next.
    uncheckedSince: index === 0 ? stored.creature.lastCheckedAt : null,
  }));
  return { ...stored, creature, unwritten };
}

/** The same for a house that lives in real time. */
export function presentInRealTime<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  realNow: RealInstant,
  recordedAt = realNow,
): PresentCreature<Some> {
  return presentCreature(stored, outages, asHouseInstant(realNow), recordedAt);
}
