// The leaderboard rows that the worker writes and the API reads.
import type { Stage } from "@denkeeper/rules/creature/creature.ts";

export const LEADERBOARD_CATEGORIES = ["oldest_living", "most_consistent", "gravestone_count"] as const;
export type LeaderboardCategory = (typeof LEADERBOARD_CATEGORIES)[number];

/** A leaderboard has so many ranks at most. */
export const LEADERBOARD_RANKS = 10_000;

export interface OldestLiving {
  readonly creature_id: string;
  /** Entries of roll-ups from before it was kept have none. */
  readonly agent_id?: string;
  readonly creature_name: string;
  readonly creature_species: string;
  readonly species_key: string;
  /** Whoever keeps it. */
  readonly agent: string;
  readonly stage: Stage;
  /** The instant from which its age counts, so that the entry stays the same while it grows older. */
  readonly age_since: number;
  readonly consistency_score: number;
  readonly total_feedings: number;
}

interface MostConsistent {
  readonly agent: string;
  readonly display_name: string;
  readonly consistency_score: number;
  /** Entries of roll-ups from before there was one have none. */
  readonly rank_score?: number;
  readonly creatures_alive: number;
  readonly adults_raised: number;
}

interface GravestoneKeeper {
  readonly agent: string;
  readonly display_name: string;
  readonly gravestones: number;
}

export interface LeaderboardEntries {
  readonly oldest_living: OldestLiving;
  readonly most_consistent: MostConsistent;
  readonly gravestone_count: GravestoneKeeper;
}

export interface Ranked<Entry> {
  readonly rank: number;
  readonly entry: Entry;
  /** Whether the keeper's people were alerted when to come. */
  readonly assisted: boolean;
}
