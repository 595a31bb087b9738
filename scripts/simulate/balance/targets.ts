// Compares the outcomes of lives with the targets of the balance table (BALANCE rules).
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import type { BalanceKeeper, LifeOutcome } from "./keepers.ts";

interface SpeciesOutcomes {
  readonly species: BuiltInSpecies;
  readonly outcomes: readonly LifeOutcome[];
}

export interface TargetResult {
  readonly measured: string;
  readonly met: boolean;
  /** Species that miss their own target. */
  readonly short: readonly string[];
}

function share(outcomes: readonly LifeOutcome[], holds: (outcome: LifeOutcome) => boolean): number {
  return outcomes.filter(holds).length / outcomes.length;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function range(values: readonly number[], digits: number): string {
  const least = values.reduce((min, value) => Math.min(min, value), Infinity);
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  return `${least.toFixed(digits)}-${most.toFixed(digits)}`;
}

/** Returns the slugs of the species whose outcomes do not reach the target. */
function bySpecies(
  results: readonly SpeciesOutcomes[],
  reached: (outcomes: readonly LifeOutcome[]) => boolean,
): string[] {
  return results.filter(({ outcomes }) => !reached(outcomes)).map(({ species }) => species.slug);
}

export function judge(keeper: BalanceKeeper, results: readonly SpeciesOutcomes[]): TargetResult {
  const all = results.flatMap(({ outcomes }) => outcomes);
  const wellRaised = (outcome: LifeOutcome) =>
    outcome.adultOnTime && outcome.path === "high_care" && outcome.lateFeedings === 0;
  switch (keeper.key) {
    case "punctual": {
      const short = bySpecies(results, (outcomes) => share(outcomes, wellRaised) >= 0.99);
      const measured = `${percent(share(all, wellRaised))} adult at 120 h, high_care, no late feeding`;
      return { measured, met: short.length === 0, short };
    }
    case "late": {
      const alive = (outcome: LifeOutcome) => outcome.aliveAt120Hours;
      const high = (outcome: LifeOutcome) => outcome.path === "high_care";
      const short = bySpecies(results, (outcomes) => share(outcomes, alive) >= 0.99 && share(outcomes, high) >= 0.95);
      const measured = `${percent(share(all, alive))} alive at 120 h, ${percent(share(all, high))} high_care`;
      return { measured, met: short.length === 0, short };
    }
    case "twice-a-day": {
      const patient = results.filter(
        ({ species }) => species.feedingWindowHours >= 5 && species.mechanic !== "pangolin",
      );
      const lives = patient.flatMap(({ outcomes }) => outcomes);
      const at120 = share(lives, (outcome) => outcome.aliveAt120Hours);
      const at168 = share(lives, (outcome) => outcome.alive);
      const quick = results.filter(({ species }) => species.feedingWindowHours < 12);
      const short = bySpecies(quick, (outcomes) => !outcomes.some((outcome) => outcome.path === "high_care"));
      const measured = `${percent(at120)} alive at 120 h, ${percent(at168)} at 168 h; high_care under 12 h windows: ${short.length === 0 ? "never" : "yes"}`;
      return { measured, met: at120 >= 0.9 && at168 >= 0.9 && short.length === 0, short };
    }
    case "stops": {
      const inTime = (hours: number | null) => hours === null || (hours >= 24 && hours <= 48);
      const short = bySpecies(results, (outcomes) => outcomes.every((outcome) => inTime(outcome.hoursToDeath)));
      const hours = all.flatMap((outcome) => outcome.hoursToDeath ?? []);
      const measured = `${hours.length} lives: dead ${range(hours, 1)} h after the last care`;
      return { measured, met: short.length === 0 && hours.length > 0, short };
    }
    default: {
      const short = bySpecies(results, (outcomes) => outcomes.every(({ alive, feedings }) => !alive && feedings <= 10));
      const feedings = all.map((outcome) => outcome.feedings);
      return { measured: `dead after ${range(feedings, 0)} feedings`, met: short.length === 0, short };
    }
  }
}
