// What the worker rolls up from log and creatures and the API reads: small values under fixed names, at most a minute
// old, or five for the census and survival.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { NO_FIGURES, type Figures } from "./figures-shapes.ts";
import { NOBODY_LISTED, type LivingCounts } from "./living-shapes.ts";

/** What happened in the house in the last 24 hours. */
export interface Activity {
  readonly creatures_born: number;
  readonly creatures_died: number;
  readonly care_actions: number;
  readonly feedings: number;
  readonly reflections: number;
  readonly active_agents: number;
}

/** How many there are, accounts under a test clock left out. */
export interface Totals {
  readonly creatures_alive: number;
  readonly eggs_unhatched: number;
  readonly gravestones: number;
  readonly creatures_dead: number;
  readonly agents: number;
}

/** One recent action of somebody, for those who do the same with the same family. */
export interface OtherAction {
  readonly agent: string;
  readonly creature: string;
  readonly species: string;
  readonly action: CareAction;
  readonly at: number;
  /** Only reflections are shown to others. */
  readonly notes: string | null;
  /** Who did it, when it was not the keeper. */
  readonly sitter?: string;
}

export type OthersKey = `${CareAction}:${Family}`;

/** The last public actions for each action and family, newest first. */
export type Others = Readonly<Partial<Record<OthersKey, readonly OtherAction[]>>>;

/** How often each built-in species was adopted. Designed species have their count in their own row. */
type Adoptions = Readonly<Record<string, number>>;

/** What the last audit of the ledger found. */
export interface AuditState {
  readonly at: number;
  readonly accounts: number;
  readonly wrong: number;
}

/** One day of the house, in UTC. */
export interface CensusDay {
  readonly day: number;
  readonly born: number;
  readonly died: number;
  /** How many were alive at its end, or now. */
  readonly alive: number;
  /** Keepers whose first egg hatched on this day, and how many of them came back a day later. Known after two days. */
  readonly newcomers: number;
  readonly back: number;
}

/** What happened in the house day by day. */
export interface Census {
  readonly at: number | null;
  readonly days: readonly CensusDay[];
  /** Deaths of the last 30 days by cause. */
  readonly causes: Readonly<Record<string, number>>;
}

/** How long the built-in species live, from the last lives of each. */
export interface SpeciesSurvival {
  readonly lives: number;
  readonly deaths: number;
  /** Per thousand still alive, every twelve hours from hatching on, as far as a few were seen. */
  readonly curve: readonly number[];
}

export interface Survival {
  readonly at: number | null;
  readonly species: Readonly<Record<string, SpeciesSurvival>>;
}

export interface Rollups {
  readonly activity: Activity;
  readonly totals: Totals;
  readonly others: Others;
  readonly adoptions: Adoptions;
  readonly living: LivingCounts;
  readonly audit: AuditState | null;
  readonly census: Census;
  readonly survival: Survival;
  readonly figures: Figures;
}

export type RollupName = keyof Rollups;

/** What is said before the worker has said anything. */
export const NOTHING_YET: Rollups = {
  activity: { creatures_born: 0, creatures_died: 0, care_actions: 0, feedings: 0, reflections: 0, active_agents: 0 },
  totals: { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0, creatures_dead: 0, agents: 0 },
  others: {},
  adoptions: {},
  living: NOBODY_LISTED,
  audit: null,
  census: { at: null, days: [], causes: {} },
  survival: { at: null, species: {} },
  figures: NO_FIGURES,
};
