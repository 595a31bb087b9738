// Determines the tier that an agent has unlocked, and the species that an adoption draws from it (TIER rules, ADOPT-3).
import type { Creature } from "./creature.ts";
import { DAY_MS } from "../time/durations.ts";
import { pick } from "../time/hash.ts";
import { BUILT_IN_TIERS, type BuiltInSpecies, type BuiltInTier, type Family } from "../species/species.ts";
import type { Millis } from "../time/units.ts";

/** One creature's past. A death counts as a loss even if undone by resurrection, and so does a release in distress (TIER-2). */
export interface CreatureHistory {
  readonly becameChild: boolean;
  readonly becameAdult: boolean;
  readonly wasLost: boolean;
}

/** `creature` is settled at the instant of the adoption. */
export function creatureHistoryOf(creature: Creature): CreatureHistory {
  return {
    becameChild: creature.stageInstants.child !== null,
    becameAdult: creature.stageInstants.adult !== null,
    wasLost: creature.death !== null || creature.resurrections > 0 || creature.releasedInDistress,
  };
}

const UNCOMMON_ADULTS = 1;
const RARE_ADULTS = 3;
const RARE_LOSS_SHARE = 1 / 4;
const EXTREME_CHILDREN = 5;
const EXTREME_DAYS = 30;

/** Returns the highest unlocked tier. Each tier requires the tiers below it. */
export function unlockedTier(histories: readonly CreatureHistory[], registeredForMs: Millis): BuiltInTier {
  const adults = histories.filter((history) => history.becameAdult).length;
  const children = histories.filter((history) => history.becameChild);
  const lostChildren = children.filter((history) => history.wasLost).length;
  if (adults < UNCOMMON_ADULTS) return "common";
  if (adults < RARE_ADULTS || lostChildren > RARE_LOSS_SHARE * children.length) return "uncommon";
  const flawless = !histories.some((history) => history.wasLost);
  const seasoned = children.length >= EXTREME_CHILDREN && registeredForMs >= EXTREME_DAYS * DAY_MS;
  return flawless && seasoned ? "extreme" : "rare";
}

function tiersUpTo(tier: BuiltInTier): readonly BuiltInTier[] {
  return BUILT_IN_TIERS.slice(0, BUILT_IN_TIERS.indexOf(tier) + 1);
}

/** TIER-3: the tiers that this adoption unlocks for the first time. Common is never announced. */
export function newlyUnlocked(tier: BuiltInTier, announced: readonly string[]): readonly BuiltInTier[] {
  return tiersUpTo(tier).filter((unlocked) => unlocked !== "common" && !announced.includes(unlocked));
}

/** ADOPT-3: draws a species of the tier, or of the next lower tier that has the family. */
export function drawSpecies(
  catalog: readonly BuiltInSpecies[],
  tier: BuiltInTier,
  family: Family | null,
  seed: number,
): BuiltInSpecies | null {
  for (const candidateTier of tiersUpTo(tier).toReversed()) {
    const [first, ...others] = catalog.filter(
      (species) => species.tier === candidateTier && (family === null || species.family === family),
    );
    if (first !== undefined) return pick([first, ...others], seed);
  }
  return null;
}
