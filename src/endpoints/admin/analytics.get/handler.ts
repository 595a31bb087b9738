// Analytics: a handful of grouped counts, broken down here in every way that is asked for.
import type { Needs } from "../../../http/request/services.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import { step } from "../../../http/contract/contract.ts";
import { towardsDiscovery } from "../../../http/respond/common-steps.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import type {
  CareGroup,
  EventCounts,
  FunnelCounts,
  Group,
  WindowStarts,
  Windowed,
} from "../../../store/operations/analytics.ts";
import {
  findActiveCounts,
  findAgentCounts,
  findCareTotal,
  findFunnel,
  findSpeciesCounts,
  listCareGroups,
  listCreatureGroups,
  listDeathGroups,
  listEventCounts,
  listMostAdopted,
  listProviders,
  listSpeciesFamilies,
  listTopItems,
} from "../../../store/operations/analytics.ts";
import type { Db } from "../../../store/db/db.ts";
import { stats } from "../../stats.get/contract.ts";
import { analytics } from "./contract.ts";

type Analytics = Omit<ResponseOf<typeof analytics>, "next_steps">;

const NONE: Windowed = { day: 0, week: 0, month: 0 };
const cache = cacheForEachApp<Analytics>(10_000);

export const analyticsEndpoint = endpoint(analytics, async (call, parts: Needs<"database">) => ({
  ...(await cache(parts).get("all", call.now, () => countAll(parts.database, call.now))),
  next_steps: [step(stats, { description: "See the public statistics." }), towardsDiscovery()],
}));

/** One section after the other: a look at the figures must not take all connections. */
async function countAll(db: Db, now: number): Promise<Analytics> {
  const starts = { day: now - DAY_MS, week: now - 7 * DAY_MS, month: now - 30 * DAY_MS };
  const agents = (await findAgentCounts(db, starts)) ?? { ...NONE, total: 0, test: 0 };
  return {
    agents: {
      total: agents.total,
      registered: windowsOf(agents),
      active: windowsOf((await findActiveCounts(db, starts)) ?? NONE),
      by_provider: named(await listProviders(db), "unknown"),
    },
    creatures: await creaturesSection(db, starts),
    care: await careSection(db, starts),
    species: await speciesSection(db, starts),
    deaths: await deathsSection(db, starts),
    funnel: funnelSection(agents.total, await findFunnel(db)),
    test_users_excluded: agents.test,
  };
}

function windowsOf({ day, week, month }: Windowed) {
  return { "24h": day, "7d": week, "30d": month };
}

function named(groups: readonly Group[], nameless: string): Record<string, number> {
  return summed(
    groups,
    ({ key }) => key ?? nameless,
    ({ count }) => count,
  );
}

/** Adds up `value` by `key`; a null key is left out. */
function summed<Item>(
  items: readonly Item[],
  key: (item: Item) => string | null,
  value: (item: Item) => number,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) {
    const name = key(item);
    const added = value(item);
    if (name !== null && added > 0) sums.set(name, (sums.get(name) ?? 0) + added);
  }
  return Object.fromEntries(sums);
}

function total<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

async function creaturesSection(db: Db, starts: WindowStarts): Promise<Analytics["creatures"]> {
  const groups = await listCreatureGroups(db);
  const events = await listEventCounts(db, starts);
  const count = (group: { readonly count: number }) => group.count;
  const eventsOf = (kind: string): EventCounts | Windowed => events.find((event) => event.kind === kind) ?? NONE;
  const alive = groups.filter(({ status }) => status === "alive");
  return {
    total: total(groups, count),
    by_status: summed(groups, ({ status }) => status, count),
    by_stage: summed(alive, ({ stage }) => stage, count),
    by_family: summed(groups, ({ family }) => family, count),
    by_tier: summed(groups, ({ tier }) => tier, count),
    by_evolution_path: summed(groups, ({ path }) => path, count),
    adopted: windowsOf(eventsOf("adopt")),
    hatched: windowsOf(eventsOf("hatch")),
    released: windowsOf(eventsOf("release")),
    resurrected: windowsOf(eventsOf("resurrect")),
    resurrections: total(groups, ({ resurrections }) => resurrections),
  };
}

async function careSection(db: Db, starts: WindowStarts): Promise<Analytics["care"]> {
  const groups = await listCareGroups(db, starts);
  const inWindow = (count: (group: CareGroup) => number) => ({
    care_actions: total(groups, count),
    by_action: summed(groups, ({ action }) => action, count),
    by_feeding_timing: summed(groups, ({ timing }) => timing, count),
    items: {
      with_item: total(groups, (group) => (group.hasItem ? count(group) : 0)),
      without_item: total(groups, (group) => (group.hasItem ? 0 : count(group))),
      by_category: summed(groups, ({ category }) => category, count),
    },
  });
  return {
    total: await findCareTotal(db),
    "24h": inWindow(({ day }) => day),
    "7d": inWindow(({ week }) => week),
    "30d": inWindow(({ month }) => month),
    top_items_30d: ranked(await listTopItems(db, starts.month)),
  };
}

function ranked(groups: readonly Group[]) {
  return groups.map(({ key, count }) => ({ name: key ?? "unknown", count, untrusted: true as const }));
}

async function speciesSection(db: Db, starts: WindowStarts): Promise<Analytics["species"]> {
  const counts = (await findSpeciesCounts(db, starts)) ?? { ...NONE, total: 0 };
  return {
    built_in: CATALOG.length,
    community: counts.total,
    created: windowsOf(counts),
    community_by_family: named(await listSpeciesFamilies(db), "unknown"),
    most_adopted: ranked(await listMostAdopted(db)),
  };
}

async function deathsSection(db: Db, starts: WindowStarts): Promise<Analytics["deaths"]> {
  const groups = await listDeathGroups(db, starts);
  const died = (group: { readonly total: number }) => group.total;
  return {
    total: total(groups, died),
    died: windowsOf({
      day: total(groups, ({ day }) => day),
      week: total(groups, ({ week }) => week),
      month: total(groups, ({ month }) => month),
    }),
    resurrected: total(groups, ({ resurrected }) => resurrected),
    by_cause: summed(groups, ({ cause }) => cause, died),
    by_stage_reached: summed(groups, ({ stage }) => stage, died),
    by_family: summed(groups, ({ family }) => family, died),
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}

function funnelSection(registered: number, found: FunnelCounts | undefined): Analytics["funnel"] {
  const { adopted = 0, cared = 0, child = 0, adult = 0, designed = 0 } = found ?? {};
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
