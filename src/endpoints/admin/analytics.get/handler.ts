// Analytics: what the worker counted, broken down by every dimension.
import type { Needs } from "../../../http/request/services.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step, type ResponseOf } from "../../../contracts/kit/contract.ts";
import { towardsDiscovery } from "../../../http/respond/common-steps.ts";
import type { CareFigures, DeathGroup, Figures, Group, Windowed } from "../../../store/rollups/figures-shapes.ts";
import { stats } from "../../../contracts/stats.get.ts";
import { analytics } from "../../../contracts/admin/analytics.get.ts";

type Analytics = Omit<ResponseOf<typeof analytics>, "next_steps">;

export const analyticsEndpoint = endpoint(analytics, async (_call, { rollups }: Needs<"rollups">) => ({
  ...answerOf(await rollups.get("figures")),
  next_steps: [step(stats, { description: "See the public statistics." }), towardsDiscovery()],
}));

function answerOf({ agents, creatures, events, care, species, deaths, funnel }: Figures): Analytics {
  return {
    agents: {
      total: agents.total,
      registered: windowsOf(agents.registered),
      active: windowsOf(agents.active),
      by_provider: Object.fromEntries(agents.providers.map(({ key, count }) => [key ?? "unknown", count])),
      untrusted: true,
    },
    creatures: {
      total: creatures.total,
      by_status: creatures.byStatus,
      by_stage: creatures.byStage,
      by_family: creatures.byFamily,
      by_tier: creatures.byTier,
      by_evolution_path: creatures.byPath,
      adopted: windowsOf(events.adopt),
      hatched: windowsOf(events.hatch),
      released: windowsOf(events.release),
      resurrected: windowsOf(events.resurrect),
      resurrections: creatures.resurrections,
    },
    care: {
      total: care.total,
      "24h": careSection(care.windows.day),
      "7d": careSection(care.windows.week),
      "30d": careSection(care.windows.month),
      top_items_30d: ranked(care.topItems),
      untrusted: true,
    },
    species: {
      built_in: CATALOG.length,
      community: species.total,
      created: windowsOf(species.created),
      community_by_family: species.byFamily,
      most_adopted: ranked(species.mostAdopted),
    },
    deaths: {
      total: deaths.groups.reduce((sum, { total }) => sum + total, 0),
      died: windowsOf(deaths.died),
      resurrected: deaths.resurrected,
      by_cause: summed(deaths.groups, ({ cause }) => cause),
      by_stage_reached: summed(deaths.groups, ({ stage }) => stage),
      by_family: deaths.byFamily,
    },
    funnel: funnelSection(agents.total, funnel),
    test_users_excluded: agents.test,
  };
}

function windowsOf({ day, week, month }: Windowed) {
  return { "24h": day, "7d": week, "30d": month };
}

function careSection({ total, byAction, byTiming, byCategory, withItem }: CareFigures) {
  return {
    care_actions: total,
    by_action: byAction,
    by_feeding_timing: byTiming,
    items: { with_item: withItem, without_item: total - withItem, by_category: byCategory },
  };
}

function ranked(groups: readonly Group[]) {
  return groups.map(({ key, count }) => ({ name: key ?? "unknown", count, untrusted: true as const }));
}

function summed(groups: readonly DeathGroup[], keyOf: (group: DeathGroup) => string): Record<string, number> {
  const byKey = Map.groupBy(groups, keyOf);
  return Object.fromEntries([...byKey].map(([key, same]) => [key, same.reduce((sum, { total }) => sum + total, 0)]));
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}

function funnelSection(registered: number, found: Figures["funnel"]): Analytics["funnel"] {
  const { adopted, cared, child, adult, designed } = found;
  return {
    registered,
    adopted,
    cared_at_least_once: cared,
    reached_child: child,
    reached_adult: adult,
    created_species: designed,
    rates: {
      adopted: shareOf(adopted, registered),
      cared_at_least_once: shareOf(cared, registered),
      reached_child: shareOf(child, registered),
      reached_adult: shareOf(adult, registered),
      created_species: shareOf(designed, registered),
    },
    step_rates: {
      adopted: shareOf(adopted, registered),
      cared_at_least_once: shareOf(cared, adopted),
      reached_child: shareOf(child, cared),
      reached_adult: shareOf(adult, child),
      created_species: shareOf(designed, adult),
    },
  };
}
