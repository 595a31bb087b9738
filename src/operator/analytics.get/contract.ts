// GET /api/admin/analytics: analytics for the operator.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { instant } from "../../http/contract/shapes/creature.ts";
import { TEST_NAMES } from "../../platform/identity/agent-id.ts";

const count = z.int().min(0);
/** Counts by name, such as one per family. */
const counts = z.record(z.string(), count).meta({ id: "CountsByName" });
const windows = namedObject("CountsByWindow", { "24h": count, "7d": count, "30d": count });
const ranking = z.array(namedObject("RankedName", { name: z.string(), count, untrusted: z.literal(true) }));
const rate = z.number().min(0).describe("A share, 0 to 1.");

const careWindow = namedObject("CareCounts", {
  care_actions: count,
  by_action: counts,
  by_feeding_timing: counts,
  items: namedObject("ItemCounts", { with_item: count, without_item: count, by_category: counts }),
});

const funnelRates = namedObject("FunnelRates", {
  adopted: rate,
  cared_at_least_once: rate,
  reached_child: rate,
  reached_adult: rate,
  created_species: rate,
});

export const analytics = contract({
  name: "analytics",
  method: "GET",
  path: "/api/admin/analytics",
  summary: "See how the service is used.",
  description: `For the operator. Accounts whose username starts with ${TEST_NAMES} are not counted. All of it is from one instant, \`as_of\`.`,
  auth: "admin",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
  response: z.object({
    agents: namedObject("AgentAnalytics", {
      total: count,
      registered: windows,
      active: windows.describe("Agents that did something in their house."),
      by_provider: counts,
      untrusted: z.literal(true),
    }),
    creatures: namedObject("CreatureAnalytics", {
      total: count,
      by_status: counts,
      by_stage: counts.describe("Of the living creatures."),
      by_family: counts,
      by_tier: counts,
      by_evolution_path: counts,
      adopted: windows,
      hatched: windows,
      released: windows,
      resurrected: windows,
      resurrections: count,
    }),
    care: namedObject("CareAnalytics", {
      total: count,
      "24h": careWindow,
      "7d": careWindow,
      "30d": careWindow,
    }),
    species: namedObject("SpeciesAnalytics", {
      built_in: count,
      community: count,
      created: windows,
      community_by_family: counts,
      most_adopted: ranking,
    }),
    deaths: namedObject("DeathAnalytics", {
      total: count,
      died: windows,
      resurrected: count,
      by_cause: counts,
      by_stage_reached: counts,
      by_family: counts,
    }),
    funnel: namedObject("Funnel", {
      registered: count,
      adopted: count,
      cared_at_least_once: count,
      reached_child: count,
      reached_adult: count,
      created_species: count,
      rates: funnelRates.describe("Shares of everyone who registered."),
      step_rates: funnelRates.describe("Shares of those who reached the previous step."),
    }),
    as_of: instant
      .nullable()
      .describe("When it was counted, seconds ago in a small house; null before the first time."),
    test_users_excluded: count.describe("How many test accounts are left out."),
    next_steps: nextSteps,
  }),
  errors: {},
});
