// A page of a leaderboard, for the endpoint and the hall's page.
import type { z } from "zod";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Needs } from "../../../http/request/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type { LeaderboardCategory, LeaderboardEntries, Ranked } from "../../../store/rollups/leaderboard-shapes.ts";
import { listLeaderboard } from "../../../store/rollups/leaderboards.ts";
import { twoDecimals } from "../../shared/views.ts";
import type { LeaderboardShapes } from "./contract.ts";

const leaderboards = cacheForEachApp<readonly Ranked<object>[]>(2_000);

type Shown<Category extends LeaderboardCategory> = z.input<LeaderboardShapes[Category]>;

/** How each leaderboard shows a rank of the roll-up. */
const SHOWN: {
  readonly [Category in LeaderboardCategory]: (
    ranked: Ranked<LeaderboardEntries[Category]>,
    now: number,
  ) => Shown<Category>;
} = {
  oldest_living: ({ rank, entry: { age_since, ...entry } }, now) => ({
    rank,
    ...entry,
    age_days: twoDecimals(Math.max(0, now - age_since) / DAY_MS),
    untrusted: true,
  }),
  most_consistent: ({ rank, entry }) => ({ rank, ...entry, untrusted: true }),
  gravestone_count: ({ rank, entry }) => ({ rank, ...entry, untrusted: true }),
};

export async function readLeaderboard<Category extends LeaderboardCategory>(
  services: Needs<"database">,
  category: Category,
  page: { readonly limit: number; readonly offset: number },
  now: number,
): Promise<Shown<Category>[]> {
  const key = `${category}/${page.offset}/${page.limit}`;
  const found = await leaderboards(services).get(key, now, () => listLeaderboard(services.database, category, page));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the key under which they were found names the category
  const ranks = found as readonly Ranked<LeaderboardEntries[Category]>[];
  return ranks.map((ranked) => SHOWN[category](ranked, now));
}
