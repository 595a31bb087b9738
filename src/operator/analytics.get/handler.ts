// Serves analytics, as the worker last counted them in one statement.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { Needs } from "../../model/services.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step, type ResponseOf } from "../../http/contract/contract.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import type { AnalyticsCounts, LogCount, WindowCounts } from "../../model/figures/store/analytics-shapes.ts";
import { stats } from "../../community/stats/stats.get/contract.ts";
import { analytics } from "./contract.ts";

type Analytics = Omit<ResponseOf<typeof analytics>, "as_of" | "next_steps">;

export const analyticsEndpoint = endpoint(analytics, async (_call, { rollups }: Needs<"rollups">) => {
  const counts = await rollups.get("analytics");
  return {
    ...answerOf(counts),
    as_of: rollups.computedAt("analytics"),
    next_steps: [step(stats, { description: "See the public statistics." }), discoveryStep()],
  };
});

function sumOf<Row>(rows: readonly Row[], countOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

/** Sums the counts of rows by name. Rows without a name are skipped. */
function countsBy<Row extends { readonly count: number }>(rows: readonly Row[], nameOf: (row: Row) => string | null) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + row.count);
  }
  return Object.fromEntries(counts);
}

function windowsOf(rows: readonly WindowCounts[]) {
  return {
    "24h": sumOf(rows, ({ day }) => day),
    "7d": sumOf(rows, ({ week }) => week),
    "30d": sumOf(rows, ({ month }) => month),
  };
}

function answerOf({
  agents,
  tests,
  providers,
  keepers,
  creatures,
  adopted,
  stones,
  designs,
  designers,
  log,
}: AnalyticsCounts): Analytics {
  const inLog = (entry: string) => windowsOf(log.filter(({ what }) => what === entry));
  return {
    agents: {
      total: agents.count,
      registered: windowsOf([agents]),
      active: windowsOf([keepers]),
      by_provider: Object.fromEntries(providers.map(({ name, count }) => [name === "" ? "unknown" : name, count])),
      untrusted: true,
    },
    creatures: creaturesSection(creatures, inLog),
    care: {
      total: sumOf(creatures, ({ care }) => care),
      "24h": careSection(log, "day"),
      "7d": careSection(log, "week"),
      "30d": careSection(log, "month"),
    },
    species: {
      built_in: CATALOG.length,
      community: sumOf(designs, ({ count }) => count),
      created: windowsOf(designs),
      community_by_family: countsBy(designs, ({ family }) => family),
      most_adopted: adopted.map(({ name, count }) => ({ name, count, untrusted: true as const })),
    },
    deaths: {
      total: sumOf(stones, ({ count }) => count),
      died: windowsOf(stones),
      resurrected: sumOf(stones, ({ back, count }) => (back ? count : 0)),
      by_cause: countsBy(stones, ({ cause }) => cause),
      by_stage_reached: countsBy(stones, ({ stage }) => stage),
      by_family: countsBy(stones, ({ family }) => family),
    },
    funnel: funnelSection(agents.count, keepers, designers),
    test_users_excluded: tests,
  };
}

function creaturesSection(
  creatures: AnalyticsCounts["creatures"],
  inLog: (entry: string) => ReturnType<typeof windowsOf>,
) {
  return {
    total: sumOf(creatures, ({ count }) => count),
    by_status: countsBy(creatures, ({ status }) => status),
    by_stage: countsBy(
      creatures.filter(({ status }) => status === "alive"),
      ({ stage }) => stage,
    ),
    by_family: countsBy(creatures, ({ family }) => family),
    by_tier: countsBy(creatures, ({ tier }) => tier),
    by_evolution_path: countsBy(creatures, ({ path }) => path),
    adopted: inLog("adopt"),
    hatched: inLog("hatch"),
    released: inLog("release"),
    resurrected: inLog("resurrect"),
    resurrections: sumOf(creatures, ({ resurrections }) => resurrections),
  };
}

function careSection(log: readonly LogCount[], window: keyof WindowCounts) {
  const countsUnder = (prefix: string) =>
    Object.fromEntries(
      log.flatMap(({ what, [window]: count }) =>
        what.startsWith(prefix) && count > 0 ? [[what.slice(prefix.length), count]] : [],
      ),
    );
  const countOf = (entry: string) => log.find(({ what }) => what === entry)?.[window] ?? 0;
  const [care, withItem] = [countOf("care"), countOf("item")];
  return {
    care_actions: care,
    by_action: countsUnder("action/"),
    by_feeding_timing: countsUnder("timing/"),
    items: { with_item: withItem, without_item: care - withItem, by_category: countsUnder("category/") },
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}

function funnelSection(
  registered: number,
  { adopted, cared, child, adult }: AnalyticsCounts["keepers"],
  designed: number,
): Analytics["funnel"] {
  /** `before` is the count of the preceding step. */
  const stepsOf = (valueOf: (count: number, before: number) => number) => ({
    adopted: valueOf(adopted, registered),
    cared_at_least_once: valueOf(cared, adopted),
    reached_child: valueOf(child, cared),
    reached_adult: valueOf(adult, child),
    created_species: valueOf(designed, adult),
  });
  return {
    registered,
    ...stepsOf((count) => count),
    rates: stepsOf((count) => shareOf(count, registered)),
    step_rates: stepsOf(shareOf),
  };
}
