// Moves a stored creature across the service's outages. The rules may judge a creature only after that; boarding and suspension
// are already part of the stored state. Nothing is saved here. The next change saves the moved clocks with one log row per pause,
// so that the life can be replayed.
import { asHouseInstant, type Instant, type RealInstant } from "@denkeeper/rules/time/units.ts";
import { isLiving, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { pausesSince, moveAcrossOutages } from "@denkeeper/rules/life/pause.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { PresentCreature } from "../creatures/store/creature-change.ts";
import type { StoredCreature } from "../creatures/store/creature-row.ts";

/** Returns the creature, without its record, moved across merged outages that count for its house (AMNESTY-6). */
export function creatureAcrossOutages<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  houseNow: Instant,
): Some;
export function creatureAcrossOutages(stored: StoredCreature, outages: readonly Span[], houseNow: Instant): Creature {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the next line moves the creature across outages
  const creature = stored.creature as Creature;
  return isLiving(creature) ? moveAcrossOutages(creature, outages, houseNow) : creature;
}

/** Tests whether no outage moved the creature. The stored one is then a `PresentCreature`. */
function isUnmoved(stored: StoredCreature, creature: Creature): stored is PresentCreature {
  return stored.creature === creature;
}

/** Moves the creature with its stored record, so that it can be changed. */
function presentCreature<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  houseNow: Instant,
  recordedAt: RealInstant,
): PresentCreature<Some>;
function presentCreature(
  stored: StoredCreature,
  outages: readonly Span[],
  houseNow: Instant,
  recordedAt: RealInstant,
): PresentCreature {
  const creature = creatureAcrossOutages(stored, outages, houseNow);
  if (isUnmoved(stored, creature)) return stored;
  const unwritten = pausesSince(stored.creature, creature).map(({ from, until }, index) => ({
    kind: "amnesty" as const,
    recordedAt,
    at: from,
    until,
    // Only the first row needs the last check. A replay moves it across the later pauses.
    uncheckedSince: index === 0 ? stored.creature.lastCheckedAt : null,
  }));
  return { ...stored, creature, unwritten };
}

/** Returns the present creature of a house whose clock was never moved. */
export function presentInRealTime<Some extends Creature>(
  stored: StoredCreature<Some>,
  outages: readonly Span[],
  realNow: RealInstant,
  recordedAt = realNow,
): PresentCreature<Some> {
  return presentCreature(stored, outages, asHouseInstant(realNow), recordedAt);
}
