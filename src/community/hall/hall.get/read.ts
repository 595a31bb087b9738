// Reads a page of a leaderboard, for the endpoint and the hall page.
import type { z } from "zod";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { assistedSince } from "@denkeeper/rules/foresight/assisted.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { asHouseInstant } from "@denkeeper/rules/time/units.ts";
import { creatureAcrossOutages } from "../../../model/life/present-creature.ts";
import type { LeaderboardShapes } from "./contract.ts";
import type { Needs } from "../../../model/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { creatureFromRow } from "../../../model/creatures/store/creature-row.ts";
import { listConsistentKeepers, listGravekeepers, listOldestLiving } from "../store/leaderboards.ts";
import type { LeaderboardCategory } from "../../../model/figures/store/shapes.ts";
import { oneDecimal, twoDecimals } from "../../../views/views.ts";

type LeaderboardServices = Needs<"database" | "outages">;
type LeaderboardEntry<Category extends LeaderboardCategory> = z.input<LeaderboardShapes[Category]>;

export interface LeaderboardPage {
  readonly limit: number;
  readonly offset: number;
  /** If false, omits assisted keepers without changing ranks. */
  readonly assisted: boolean;
}

const leaderboards = cacheForEachApp<readonly object[]>(10_000);

const READ: {
  readonly [Category in LeaderboardCategory]: (
    services: LeaderboardServices,
    page: LeaderboardPage & { readonly assistedSince: number },
    now: number,
  ) => Promise<readonly LeaderboardEntry<Category>[]>;
} = {
  async oldest_living({ database, outages }, page, now) {
    const at = asHouseInstant(now);
    const [rows, known] = await Promise.all([listOldestLiving(database, { ...page, now }), outages.known()]);
    // A join across cluster nodes returns rows in any order, and SQL would have to sort every rank.
    const ranked = rows.toSorted((one, other) => one.rank - other.rank);
    return ranked.flatMap(({ rank, assisted, agent, row }) => {
      const creature = settleAny(creatureAcrossOutages(creatureFromRow(row), known, at), at);
      // The creature has died, but the sweep has not recorded it yet.
      if (!isLiving(creature)) return [];
      const { id, name, species, stage, consistency, feedings, hatchedAt, stillMs } = creature;
      return {
        rank,
        creature_id: id,
        creature_name: name,
        creature_species: species.name,
        species_key: species.slug,
        agent,
        stage,
        consistency_score: oneDecimal(consistency),
        total_feedings: feedings,
        age_days: twoDecimals(Math.max(0, now - hatchedAt - stillMs) / DAY_MS),
        assisted,
        untrusted: true as const,
      };
    });
  },
  async most_consistent({ database }, page) {
    const rows = await listConsistentKeepers(database, page);
    return rows.map(({ rank, agent, displayName, consistency, rankScore, alive, adults, assisted }) => ({
      rank,
      agent,
      display_name: displayName,
      consistency_score: oneDecimal(consistency),
      rank_score: oneDecimal(rankScore),
      creatures_alive: alive,
      adults_raised: adults,
      assisted,
      untrusted: true as const,
    }));
  },
  async gravestone_count({ database }, page) {
    const rows = await listGravekeepers(database, page);
    return rows.map(({ rank, agent, displayName, gravestones, assisted }) => {
      return { rank, agent, display_name: displayName, gravestones, assisted, untrusted: true as const };
    });
  },
};

export async function readLeaderboard<Category extends LeaderboardCategory>(
  services: LeaderboardServices,
  category: Category,
  page: LeaderboardPage,
  now: number,
): Promise<readonly LeaderboardEntry<Category>[]> {
  const key = `${category}/${page.offset}/${page.limit}/${page.assisted}`;
  const read = () => READ[category](services, { ...page, assistedSince: assistedSince(now) }, now);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the key under which they were found names the category
  return (await leaderboards(services).get(key, now, read)) as readonly LeaderboardEntry<Category>[];
}
