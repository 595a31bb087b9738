// The figures that the worker computes and the API reads, under fixed names.
import { NO_ANALYTICS, type AnalyticsCounts } from "./analytics-shapes.ts";
import { NONE_LISTED, type LivingCounts } from "./living-shapes.ts";

export const LEADERBOARD_CATEGORIES = ["oldest_living", "most_consistent", "gravestone_count"] as const;
export type LeaderboardCategory = (typeof LEADERBOARD_CATEGORIES)[number];
/** Leaderboards that the worker computes. Each has up to 10,000 entries, read in pages. */
export type KeeperBoard = Exclude<LeaderboardCategory, "oldest_living">;

export const LEADERBOARD_RANKS = 10_000;

/** Counts of the last 24 hours. */
export interface Activity {
  readonly creatures_born: number;
  readonly creatures_died: number;
  readonly care_actions: number;
  readonly feedings: number;
  readonly reflections: number;
  readonly active_agents: number;
}

/** Totals over the agents that `uncountedAgent` does not match. */
export interface HouseTotals {
  readonly creatures_alive: number;
  readonly eggs_unhatched: number;
  readonly gravestones: number;
  readonly creatures_dead: number;
  readonly agents: number;
}

/** Adoptions by built-in species. Designed species are counted in their own rows. */
type Adoptions = Readonly<Record<string, number>>;

/** The result of the last audit of the ledger. */
interface AuditState {
  readonly at: number;
  readonly accounts: number;
  readonly wrong: number;
}

export interface Rollups {
  readonly activity: Activity;
  readonly totals: HouseTotals;
  readonly adoptions: Adoptions;
  readonly living: LivingCounts;
  readonly analytics: AnalyticsCounts;
  readonly audit: AuditState | null;
}

export type RollupName = keyof Rollups;

/** Values that are used before the worker's first result. */
export const NOTHING_YET: Rollups = {
  activity: { creatures_born: 0, creatures_died: 0, care_actions: 0, feedings: 0, reflections: 0, active_agents: 0 },
  totals: { creatures_alive: 0, eggs_unhatched: 0, gravestones: 0, creatures_dead: 0, agents: 0 },
  adoptions: {},
  living: NONE_LISTED,
  analytics: NO_ANALYTICS,
  audit: null,
};
