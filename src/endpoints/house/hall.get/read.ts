// A page of a leaderboard, for the endpoint and the hall's page.
import type { z } from "zod";
import { assistedSince } from "@denkeeper/rules/foresight/assisted.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Needs } from "../../../http/request/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type { LeaderboardCategory, LeaderboardEntries, Ranked } from "../../../store/rollups/leaderboard-shapes.ts";
import { listLeaderboard, type LeaderboardPage } from "../../../store/rollups/leaderboards.ts";
import { twoDecimals } from "../../shared/views.ts";
import type { LeaderboardShapes } from "../../../contracts/house/hall.get.ts";

const leaderboards = cacheForEachApp<readonly Ranked<object>[]>(2_000);

type Shown<Category extends LeaderboardCategory> = z.input<LeaderboardShapes[Category]>;

/** How each leaderboard shows a rank of the roll-up. */
const SHOWN: {
  readonly [Category in LeaderboardCategory]: (
    ranked: Ranked<LeaderboardEntries[Category]>,
    now: number,
  ) => Shown<Category>;
} = {
  oldest_living: ({ rank, assisted, entry }, now) => ({
    rank,
    creature_id: entry.creature_id,
    creature_name: entry.creature_name,
    creature_species: entry.creature_species,
    species_key: entry.species_key,
    agent: entry.agent,
    stage: entry.stage,
    consistency_score: entry.consistency_score,
    total_feedings: entry.total_feedings,
    age_days: twoDecimals(Math.max(0, now - entry.age_since) / DAY_MS),
    assisted,
    untrusted: true,
  }),
  most_consistent: ({ rank, entry, assisted }) => ({ rank, ...entry, assisted, untrusted: true }),
  gravestone_count: ({ rank, entry, assisted }) => ({ rank, ...entry, assisted, untrusted: true }),
};

export async function readLeaderboard<Category extends LeaderboardCategory>(
  services: Needs<"database">,
  category: Category,
  page: LeaderboardPage,
  now: number,
): Promise<Shown<Category>[]> {
  const key = `${category}/${page.offset}/${page.limit}/${page.assisted}`;
  const found = await leaderboards(services).get(key, now, () =>
    listLeaderboard(services.database, category, page, assistedSince(now)),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the key under which they were found names the category
  const ranks = found as readonly Ranked<LeaderboardEntries[Category]>[];
  return ranks.map((ranked) => SHOWN[category](ranked, now));
}
