// Computes a keeper's scores: consistency (CONS), responsiveness (RESP), and variety (VARIETY).
import { CARE_ACTIONS, type CareAction } from "./creature.ts";
import type { SpeciesNature } from "../species/species.ts";

const RESPONSIVENESS_WEIGHT = 0.1;
export const RECENT_ACTIONS = 20;

/** CONS-1: the longer the window, the fewer feedings a life has, so each feeding counts more. */
export function consistencyWeight(species: SpeciesNature): number {
  return Math.max(0.1, species.feedingWindowHours / 80);
}

function toward(current: number, score: number, weight: number): number {
  return current + weight * (score - current);
}

export function afterOnTime(consistency: number, species: SpeciesNature): number {
  return toward(consistency, 100, consistencyWeight(species));
}

export function afterLate(consistency: number, species: SpeciesNature): number {
  return toward(consistency, Math.min(50, consistency), consistencyWeight(species));
}

export function afterMisses(consistency: number, species: SpeciesNature, misses: number): number {
  let score = consistency;
  for (let miss = 0; miss < misses; miss++) score = toward(score, 0, consistencyWeight(species));
  return score;
}

/** RESP-2: `lateness` is in windows, and negative for food before the check-in. */
export function afterAnswering(responsiveness: number, lateness: number): number {
  return toward(responsiveness, Math.max(0, 100 * (1 - Math.max(0, lateness))), RESPONSIVENESS_WEIGHT);
}

/** VARIETY-1: how evenly the last 20 actions are spread over the seven actions, from 0 to 100. */
export function variety(recentActions: readonly CareAction[]): number {
  let entropy = 0;
  for (const action of CARE_ACTIONS) {
    const share = recentActions.filter((recent) => recent === action).length / recentActions.length;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return (100 * entropy) / Math.log(CARE_ACTIONS.length);
}

/** The number of scored windows at which consistency counts half in the ranking of keepers. */
const PROVEN_BY_HALF = 5;

/** CONS-5: weights consistency by the number of scored windows, so that an untested keeper does not lead. */
export function rankScore(consistency: number, scored: number): number {
  return (consistency * scored) / (scored + PROVEN_BY_HALF);
}
