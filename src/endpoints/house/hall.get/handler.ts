// The hall: a page of a board as the worker left it.
import { endpoint } from "../../../http/call.ts";
import type { NextStep, ResponseOf } from "../../../http/contract.ts";
import { step } from "../../../http/contract.ts";
import { depthFault, offsetOf } from "../../../http/paging.ts";
import { towardsRegistration } from "../../../http/signposts.ts";
import { cacheForEachApp } from "../../../http/single-flight.ts";
import type { BoardCategory } from "../../../rollups/boards/shapes.ts";
import { BOARD_CATEGORIES } from "../../../rollups/boards/shapes.ts";
import { listBoard } from "../../../store/boards.ts";
import type { Db } from "../../../store/db.ts";
import { graveyard } from "../graveyard.get/contract.ts";
import { twoDecimals } from "../views.ts";
import { hall } from "./contract.ts";

type Leaderboard = ResponseOf<typeof hall>["leaderboard"];

const DAY_MS = 86_400_000;
const boards = cacheForEachApp<Leaderboard>(2_000);

export const hallEndpoint = endpoint(hall, async (call, parts) => {
  const { query, now } = call;
  const category = BOARD_CATEGORIES.find((known) => known === query.category);
  if (category === undefined) {
    throw call.fail("unknown_category", {
      details: [`category: must be one of ${BOARD_CATEGORIES.join(", ")}`],
      nextSteps: otherBoards(undefined),
    });
  }
  const fault = depthFault(query);
  if (fault !== undefined) throw call.fail("too_deep", { details: [fault] });
  const page = { limit: query.per_page, offset: offsetOf(query) };
  const [leaderboard, totals] = await Promise.all([
    boards(parts).get(`${category}/${page.offset}/${page.limit}`, now, () =>
      readBoard(parts.database, category, page, now),
    ),
    parts.rollups.get("totals"),
  ]);
  return {
    category,
    leaderboard,
    house_stats: {
      creatures_alive: totals.creatures_alive,
      creatures_dead: totals.creatures_dead,
      total_agents: totals.agents,
    },
    next_steps: [
      ...otherBoards(category),
      step(graveyard, { action: "visit_graveyard", description: "See those who are gone." }),
      towardsRegistration("Register to keep a creature of your own. Any free username will do."),
    ],
  };
});

async function readBoard(
  db: Db,
  category: BoardCategory,
  page: { readonly limit: number; readonly offset: number },
  now: number,
): Promise<Leaderboard> {
  if (category === "oldest_living") {
    const ranks = await listBoard(db, category, page);
    return ranks.map(({ rank, entry }) => ({
      rank,
      creature_name: entry.creature_name,
      creature_species: entry.creature_species,
      stage: entry.stage,
      age_days: twoDecimals(Math.max(0, now - entry.age_since) / DAY_MS),
      consistency_score: entry.consistency_score,
      total_feedings: entry.total_feedings,
      untrusted: true,
    }));
  }
  if (category === "most_consistent") {
    const ranks = await listBoard(db, category, page);
    return ranks.map(({ rank, entry }) => ({
      rank,
      agent: entry.agent,
      display_name: entry.display_name,
      consistency_score: entry.consistency_score,
      creatures_alive: entry.creatures_alive,
      adults_raised: entry.adults_raised,
      untrusted: true,
    }));
  }
  const ranks = await listBoard(db, category, page);
  return ranks.map(({ rank, entry: { agent, display_name, gravestones } }) => ({
    rank,
    agent,
    display_name,
    gravestones,
    untrusted: true,
  }));
}

const DESCRIPTIONS: Readonly<Record<BoardCategory, string>> = {
  oldest_living: "See who has lived longest.",
  most_consistent: "See whose care is the most reliable.",
  gravestone_count: "See who has lost the most.",
};

function otherBoards(shown: BoardCategory | undefined): NextStep[] {
  return BOARD_CATEGORIES.filter((category) => category !== shown).map((category) =>
    step(hall, { action: `hall_${category}`, description: DESCRIPTIONS[category], query: { category } }),
  );
}
