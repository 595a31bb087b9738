// Analytics: what is counted, broken down by every dimension. Read when somebody asks, and kept for some seconds.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { Needs } from "../../http/request/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { step, type ResponseOf } from "../../http/contract/contract.ts";
import { towardsDiscovery } from "../../http/respond/common-steps.ts";
import { listLogCounts, type LogCount } from "../../community/rollups/store/log-counts.ts";
import { listFirst, listHappenings, listTallies, type Tally } from "../../community/rollups/store/tallies.ts";
import { stats } from "../../community/stats/stats.get/contract.ts";
import { analytics } from "./contract.ts";

type Analytics = Omit<ResponseOf<typeof analytics>, "next_steps">;
type Windowed = Pick<LogCount, "day" | "week" | "month">;

const found = cacheForEachApp<Analytics>(10_000);
const PROVIDERS_NAMED = 50;
const SPECIES_NAMED = 20;

export const analyticsEndpoint = endpoint(analytics, async ({ now }, services: Needs<"database">) => ({
  ...(await found(services).get("", now, () => readAnalytics(services, now))),
  next_steps: [step(stats, { description: "See the public statistics." }), towardsDiscovery()],
}));

async function readAnalytics({ database }: Needs<"database">, now: number): Promise<Analytics> {
  const since = (days: number) => now - days * DAY_MS;
  const hours = { day: hourOf(since(1)), week: hourOf(since(7)), month: hourOf(since(30)) };
  const log = await listLogCounts(database, { day: since(1), week: hours.week, month: hours.month });
  const happened = await listHappenings(database, hours);
  const tallies = await listTallies(database, { builtIn: [] });
  const most = { what: "adopted", limit: SPECIES_NAMED };
  const providers = await listFirst(database, { what: "provider", limit: PROVIDERS_NAMED });
  return answerOf({ tallies, happened, log, providers, adopted: await listFirst(database, most) });
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}

interface Counted {
  readonly tallies: readonly Tally[];
  readonly happened: Awaited<ReturnType<typeof listHappenings>>;
  readonly log: readonly LogCount[];
  readonly providers: Awaited<ReturnType<typeof listFirst>>;
  readonly adopted: Awaited<ReturnType<typeof listFirst>>;
}

/** Ordinary accounts, also those that are leaving or have left. */
const isCounted = ({ key }: { readonly key: string }) => key.startsWith("a") || key.startsWith("l");

type Fits = (parts: readonly string[]) => boolean;

/** Sums of the counts of what there is, of those accounts that are counted. The first part of a key is the flag. */
function sumsOf(tallies: readonly Tally[]) {
  const ordinary = tallies.filter(isCounted).map(({ what, key, count }) => ({ what, parts: key.split("/"), count }));
  const those = (wanted: string, fits: Fits) => ordinary.filter(({ what, parts }) => what === wanted && fits(parts));
  return {
    sum: (what: string, fits: Fits = () => true) => those(what, fits).reduce((total, { count }) => total + count, 0),
    /** By one of the parts of the keys. Those that have none are left out. */
    by: (what: string, part: number, fits: Fits = () => true): Readonly<Record<string, number>> => {
      const counts = new Map<string, number>();
      for (const { parts, count } of those(what, fits)) {
        const name = parts[part];
        if (name) counts.set(name, (counts.get(name) ?? 0) + count);
      }
      return Object.fromEntries(counts);
    },
  };
}

function windows(rows: readonly Windowed[]) {
  return {
    "24h": rows.reduce((total, { day }) => total + day, 0),
    "7d": rows.reduce((total, { week }) => total + week, 0),
    "30d": rows.reduce((total, { month }) => total + month, 0),
  };
}

function answerOf(counted: Counted): Analytics {
  const { tallies, happened, log, providers, adopted } = counted;
  const { sum, by } = sumsOf(tallies);
  const happening = (wanted: string) => windows(happened.filter((one) => one.what === wanted && isCounted(one)));
  const reached = (stage: string) => sum("reached", ([, name]) => name === stage);
  const registered = sum("agent");
  return {
    agents: {
      total: registered,
      registered: happening("registered"),
      active: windows(log.filter(({ what }) => what === "active")),
      by_provider: Object.fromEntries(providers.map(({ name, count }) => [name === "" ? "unknown" : name, count])),
      untrusted: true,
    },
    creatures: creaturesSection(counted),
    care: {
      total: sum("care"),
      "24h": careSection(log, "day"),
      "7d": careSection(log, "week"),
      "30d": careSection(log, "month"),
    },
    species: {
      built_in: CATALOG.length,
      community: sum("design"),
      created: happening("designed"),
      community_by_family: by("design", 1),
      most_adopted: adopted.map(({ name, count }) => ({ name, count, untrusted: true as const })),
    },
    deaths: {
      total: sum("stone"),
      died: happening("died"),
      resurrected: sum("stone", ([, , back]) => back === "back"),
      by_cause: by("stone", 3),
      by_stage_reached: by("stone", 4),
      by_family: by("stone", 5),
    },
    funnel: funnelSection(registered, {
      adopted: reached("adopted"),
      cared: reached("cared"),
      child: reached("child"),
      adult: reached("adult"),
      designed: reached("designed"),
    }),
    test_users_excluded: tallies
      .filter(({ what, key }) => what === "agent" && !isCounted({ key }))
      .reduce((total, { count }) => total + count, 0),
  };
}

function creaturesSection({ tallies, log }: Counted): Analytics["creatures"] {
  const { sum, by } = sumsOf(tallies);
  const inLog = (wanted: string) => windows(log.filter(({ what }) => what === wanted));
  return {
    total: sum("creature"),
    by_status: by("creature", 1),
    by_stage: by("creature", 2, ([, status]) => status === "alive"),
    by_family: by("creature", 3),
    by_tier: by("creature", 4),
    by_evolution_path: by("creature", 5),
    adopted: inLog("adopt"),
    hatched: inLog("hatch"),
    released: inLog("release"),
    resurrected: inLog("resurrect"),
    resurrections: sum("resurrections"),
  };
}

function careSection(log: readonly LogCount[], window: keyof Windowed) {
  const by = (prefix: string) =>
    Object.fromEntries(
      log.flatMap(({ what, [window]: count }) =>
        what.startsWith(prefix) && count > 0 ? [[what.slice(prefix.length), count]] : [],
      ),
    );
  const of = (wanted: string) => log.find(({ what }) => what === wanted)?.[window] ?? 0;
  return {
    care_actions: of("care"),
    by_action: by("action/"),
    by_feeding_timing: by("timing/"),
    items: { with_item: of("item"), without_item: of("care") - of("item"), by_category: by("category/") },
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}

function funnelSection(
  registered: number,
  {
    adopted,
    cared,
    child,
    adult,
    designed,
  }: Readonly<Record<"adopted" | "cared" | "child" | "adult" | "designed", number>>,
): Analytics["funnel"] {
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
