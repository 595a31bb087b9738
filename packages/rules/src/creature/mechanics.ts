// Defines the special mechanics of some species (MECH rules), and the factors of all trust speeds (TRUST rules).
import type { CareAction, Stat } from "./creature.ts";
import type { Mechanic, SpeciesNature, TrustSpeed } from "../species/species.ts";

/** TRUST-1: the factor on every trust gain. */
const TRUST_GAIN: Readonly<Record<TrustSpeed, number>> = { instant: 2, fast: 1.5, medium: 1, slow: 0.5 };
/** TRUST-2: the trust lost per waking hour of neglect, from two windows on. */
const NEGLECT_TRUST_PER_HOUR: Readonly<Record<TrustSpeed, number>> = {
  instant: 0.15,
  fast: 0.2,
  medium: 0.3,
  slow: 0.45,
};

/** MECH-9: below this trust, a pangolin remains curled up. */
export const PANGOLIN_TRUST = 40;
const NIGHT_ENDS_HOUR = 6;

export function trustGainFactor(species: SpeciesNature): number {
  return TRUST_GAIN[species.trustSpeed];
}

/** MECH-7: a robot loses twice the trust to late feedings, missed_window feedings, and neglect. */
export function trustLossFactor(species: SpeciesNature): number {
  return species.mechanic === "robot" ? 2 : 1;
}

export function neglectTrustPerHour(species: SpeciesNature): number {
  return NEGLECT_TRUST_PER_HOUR[species.trustSpeed] * trustLossFactor(species);
}

/** The circumstances of care that affect a species' factors. */
export interface CareCircumstance {
  readonly action: CareAction;
  readonly localHour: number;
  readonly playedThisCycle: boolean;
  readonly withTaskItem: boolean;
}

/** Returns the factor by which a mechanic scales a gain. Damage is not scaled (CARE-7). */
export function gainFactor(mechanic: Mechanic | null, circumstance: CareCircumstance, stat: Stat): number {
  const { action, localHour, playedThisCycle, withTaskItem } = circumstance;
  switch (mechanic) {
    case "persian":
      if (action === "clean") return stat === "health" ? 3 : 1;
      return action === "feed" || action === "play" ? 0.5 : 1;
    case "bengal":
      return action === "feed" && !playedThisCycle ? 0.5 : 1;
    case "border_collie":
      return action === "play" && !withTaskItem ? 0 : 1;
    case "chonk":
      return action === "feed" ? 3 : 0.5;
    case "night":
      return localHour < NIGHT_ENDS_HOUR ? 2 : 0.5;
    case "jackrabbit":
    case "robot":
    case "hedgehog":
    case "pangolin":
    case "void":
    case null:
      return 1;
  }
}

/** MECH-9: a curled-up creature accepts only reflect. */
export function isCurledUp(mechanic: Mechanic | null, trust: number): boolean {
  return mechanic === "pangolin" && trust < PANGOLIN_TRUST;
}

export function refusesFoodBeforePlay(mechanic: Mechanic | null): boolean {
  return mechanic === "jackrabbit";
}

/** MECH-2, MECH-3: bengal and jackrabbit need play before each meal. */
export function wantsPlayFirst(mechanic: Mechanic | null): boolean {
  return mechanic === "bengal" || mechanic === "jackrabbit";
}

export function playsOnlyTasks(mechanic: Mechanic | null): boolean {
  return mechanic === "border_collie";
}

const TASK_WORDS = /\b(puzzle|training|agility|herding|scent work|task|obedience|trick)s?\b/i;

/** MECH-4: recognizes task items by their words. */
export function isTaskItem(item: string): boolean {
  return TASK_WORDS.test(item);
}
