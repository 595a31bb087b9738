// The Kaplan-Meier estimate of survival. Creatures that are still alive, or were released, count for as long as they were
// seen; after that nothing is assumed about them.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { KnownLife } from "../../store/rollups/lives.ts";

/** From this age on, this share lives. */
interface CurveStep {
  readonly hours: number;
  readonly share: number;
  /** 95% confidence interval of the share. */
  readonly low: number;
  readonly high: number;
  /** How many were seen alive at this age, just before the deaths. */
  readonly atRisk: number;
}

export interface SurvivalCurve {
  readonly lives: number;
  readonly deaths: number;
  /** One for each age at which some died, the youngest first. */
  readonly steps: readonly CurveStep[];
  /** The age at which a few were still seen: beyond it, a single death would move the curve a lot. */
  readonly knownHours: number;
}

/** Fewer lives say nothing about their species. */
const FEWEST_LIVES = 5;

const Z = 1.959964;

/** The interval on the scale of log(-log), which stays within 0 and 1. `sum` is Greenwood's. */
function intervalOf(share: number, sum: number): { readonly low: number; readonly high: number } {
  if (share <= 0 || share >= 1) return { low: share, high: share };
  const spread = (Z * Math.sqrt(sum)) / Math.abs(Math.log(share));
  return { low: share ** Math.exp(spread), high: share ** Math.exp(-spread) };
}

export function survivalCurve(lives: readonly KnownLife[], now: number): SurvivalCurve {
  const seen = lives
    .map(({ hatchedAt, endedAt, died }) => ({ hours: Math.max(0, (endedAt ?? now) - hatchedAt) / HOUR_MS, died }))
    .toSorted((one, other) => one.hours - other.hours);
  const steps: CurveStep[] = [];
  let [share, sum] = [1, 0];
  for (let index = 0; index < seen.length;) {
    const hours = seen[index]?.hours ?? 0;
    const atRisk = seen.length - index;
    let dead = 0;
    for (; index < seen.length && seen[index]?.hours === hours; index++) if (seen[index]?.died === true) dead++;
    if (dead === 0) continue;
    share *= 1 - dead / atRisk;
    sum += dead < atRisk ? dead / (atRisk * (atRisk - dead)) : 0;
    steps.push({ hours, share, ...intervalOf(share, sum), atRisk });
  }
  const deaths = seen.filter(({ died }) => died).length;
  return {
    lives: seen.length,
    deaths,
    steps,
    knownHours: seen.at(-FEWEST_LIVES)?.hours ?? 0,
  };
}

/** The share that lives at an age; undefined beyond what is known. */
export function shareAt({ steps, knownHours }: SurvivalCurve, hours: number): number | undefined {
  return hours > knownHours ? undefined : (steps.findLast((step) => step.hours <= hours)?.share ?? 1);
}

/** The age that half of them reach; undefined if that is not known. */
export function medianHours({ steps, knownHours }: SurvivalCurve): number | undefined {
  return steps.find(({ share, hours }) => share <= 0.5 && hours <= knownHours)?.hours;
}
