// Serves GET /api/house/hall: one page of a leaderboard.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { iso } from "../../../platform/clock.ts";
import { step, type NextStep } from "../../../http/contract/contract.ts";
import { depthFault, offsetOf } from "../../../http/contract/paging.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { LEADERBOARD_CATEGORIES, type LeaderboardCategory } from "../../../model/figures/store/shapes.ts";
import { graveyard } from "../../graves/graveyard.get/contract.ts";
import { hall } from "./contract.ts";
import { readLeaderboard } from "./read.ts";

export const hallEndpoint = endpoint(hall, async (call, services: Needs<"database" | "outages" | "rollups">) => {
  const { query, now } = call;
  const category = LEADERBOARD_CATEGORIES.find((known) => known === query.category);
  if (category === undefined) {
    throw call.fail("unknown_category", {
      faults: [{ field: "category", message: `must be one of ${LEADERBOARD_CATEGORIES.join(", ")}` }],
      nextSteps: otherLeaderboards(undefined),
    });
  }
  const fault = depthFault(query, hall);
  if (fault !== undefined) throw call.fail("page_too_deep", fault);
  const page = { limit: query.per_page, offset: offsetOf(query), assisted: query.assisted === "true" };
  const [leaderboard, totals] = await Promise.all([
    readLeaderboard(services, category, page, now),
    services.rollups.get("totals"),
  ]);
  return {
    category,
    leaderboard: [...leaderboard],
    computed_at: category === "oldest_living" ? iso(now) : services.rollups.computedAt(category),
    house_stats: {
      creatures_alive: totals.creatures_alive,
      creatures_dead: totals.creatures_dead,
      total_agents: totals.agents,
      ...services.rollups.computedAtIfOld("totals"),
    },
    next_steps: [
      ...otherLeaderboards(category),
      step(graveyard, { action: "visit_graveyard", description: "See all gravestones." }),
      registrationStep("Register to adopt your own creature. Any free username will do."),
    ],
  };
});

const DESCRIPTIONS: Readonly<Record<LeaderboardCategory, string>> = {
  oldest_living: "See who has lived longest.",
  most_consistent: "See whose care is the most reliable.",
  gravestone_count: "See who has the most gravestones.",
};

function otherLeaderboards(shown: LeaderboardCategory | undefined): NextStep[] {
  return LEADERBOARD_CATEGORIES.filter((category) => category !== shown).map((category) =>
    step(hall, { action: `hall_${category}`, description: DESCRIPTIONS[category], query: { category } }),
  );
}
