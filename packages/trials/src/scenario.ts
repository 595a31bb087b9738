// What a scenario is: a description that never changes (TRIAL-8). Another number, species or score is a new name. What differs
// between runs comes from the seed (draw.ts).
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import type { Hours } from "@denkeeper/rules/time/units.ts";

/** Who may live in one place of the house. */
export type Place =
  /** One of these, with the numbers written here: a change to the catalog changes no scenario. */
  (
    | { readonly species: readonly SpeciesNature[] }
    /** A creature of no known species, with a feeding window within these hours (TRIAL-9). */
    | { readonly foundlingWindow: readonly [least: Hours, most: Hours] }
  ) & { readonly arrivesOnDay?: number };

/** TRIAL-10. */
export interface Faults {
  /** Chances of a call: refused before it took effect, told to wait, done but its answer lost. */
  readonly busy: number;
  readonly throttled: number;
  readonly lost: number;
  readonly outages: number;
  readonly outageHours: readonly [least: Hours, most: Hours];
  /** The chance that an answer to care quotes a stranger who is wrong. */
  readonly lies: number;
}

/** TRIAL-10: hours in which nobody gets in although time counts, and what is written about them. */
export interface Closures {
  readonly count: number;
  readonly hours: readonly [least: Hours, most: Hours];
  /** How long before them a letter says so. */
  readonly noticeHours: Hours;
  /** How many letters of strangers name hours in which the house is open. */
  readonly falseNotices: number;
  /** The chance that an answer holds a stranger's advice, too. */
  readonly hearsay: number;
}

/** RELAY-1: how many things there are, how many letters a day. */
export interface LetterKnobs {
  readonly shelf: number;
  readonly perDay: readonly [least: number, most: number];
  /** Chances: that a letter orders anything, and that a stranger writes on a day. */
  readonly orders: number;
  readonly strangers: number;
  /** How many characters the keeper's notebook holds. */
  readonly notebook: number;
  /** The digest of the book of practice runs. */
  readonly practiceBook: string;
}

export interface Scenario {
  readonly name: string;
  readonly days: number;
  /** Days at the start that are not scored, where something has to be found out first. */
  readonly learningDays: number;
  readonly places: readonly Place[];
  /** Whether species, and everything that reveals when to come, are hidden (TRIAL-9). */
  readonly blind: boolean;
  /** How often the keeper may come in all, the start included. */
  readonly visits: number;
  readonly faults: Faults | null;
  /** Whether it has boards. */
  readonly ranked: boolean;
  /** Its boards stay as they are: nobody enters any more. */
  readonly frozen?: true;
  /** Where servings are ordered by letters, and graded instead of the hours on time. */
  readonly letters?: LetterKnobs;
  /** How many ranked runs an entry has, where it is not 5. */
  readonly runs?: number;
  /** From which part of its feeding window on a meal counts, where that is later than on time (TRIAL-11). */
  readonly countsFrom?: number;
  /** How many meals a day the house needs, within 5%: foundlings are drawn again until it does. */
  readonly mealsPerDay?: number;
  /** For how long after its arrival a creature does not count yet. */
  readonly graceHours?: Hours;
  readonly closures?: Closures;
  /** Whether the result says how it went while visits lasted. */
  readonly tellsVisits?: true;
}

/** Whether a season takes entries of it. */
export function isRankedNow({ ranked, frozen }: Pick<Scenario, "ranked" | "frozen">): boolean {
  return ranked && frozen === undefined;
}

/** TRIAL-7: how many ranked runs an entry has in a season. */
export function runsOf({ runs = 5 }: Pick<Scenario, "runs">): number {
  return runs;
}

const CALLS_PER_VISIT = 40;

/** How many calls a run may make in all. From then on only the clock answers. */
export function mostCalls({ visits }: Pick<Scenario, "visits">): number {
  return CALLS_PER_VISIT * visits;
}
