// The boards of a season (TRIAL-12 to 14): entries with all their runs finished are ranked, the others stand apart.
import { daysBetweenFailures, mean, passHat, ranks, shareInterval } from "@denkeeper/trials/statistics.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { RUNS_A_SEASON } from "../../../app/trials/start.ts";
import type { RunOwner, SeasonRun, StoredResult } from "../../../store/trials/trial-boards.ts";
import { entryView } from "../entry-view.ts";
import type { TrialsAnswer } from "../../../contracts/trials/trials.get.ts";

type Board = TrialsAnswer["boards"][number];

interface Entry {
  readonly owner: RunOwner;
  readonly started: number;
  readonly finished: readonly Finished[];
}

interface Finished {
  readonly runId: string;
  readonly number: number;
  readonly result: StoredResult;
}

/** `owners` are those who are public: nobody else appears. */
export function boardsOf(runs: readonly SeasonRun[], owners: readonly RunOwner[]): Board[] {
  const ranked = SCENARIOS.filter((scenario) => scenario.ranked);
  const byScenario = new Map(ranked.map(({ name }) => [name, entriesOf(name, runs, owners)]));
  const guided = sharesOf(byScenario.get("guided-1") ?? []);
  return ranked.map(({ name }) => boardOf(name, byScenario.get(name) ?? [], name === "hard-1" ? guided : new Map()));
}

function entriesOf(scenario: string, runs: readonly SeasonRun[], owners: readonly RunOwner[]): readonly Entry[] {
  const own = Map.groupBy(
    runs.filter((run) => run.scenario === scenario),
    ({ ownerId }) => ownerId,
  );
  return owners.flatMap((owner): Entry[] => {
    const started = (own.get(owner.id) ?? []).toSorted((a, b) => a.number - b.number);
    const finished = started.flatMap(({ runId, number, state, result }) =>
      state === "ended" && result !== null ? [{ runId, number, result }] : [],
    );
    return started.length === 0 ? [] : [{ owner, started: started.length, finished }];
  });
}

function isComplete({ finished }: Entry): boolean {
  return finished.length === RUNS_A_SEASON;
}

/** The mean share of each entry with all its runs finished. */
function sharesOf(entries: readonly Entry[]): ReadonlyMap<string, number> {
  return new Map(
    entries
      .filter(isComplete)
      .map(({ owner, finished }) => [owner.id, mean(finished.map(({ result }) => result.on_time_share))]),
  );
}

function boardOf(scenario: string, entries: readonly Entry[], guided: ReadonlyMap<string, number>): Board {
  const complete = entries.filter(isComplete).map(({ owner, finished }) => ({ owner, figures: figuresOf(finished) }));
  const places = ranks(complete.map(({ figures }) => ({ low: figures.on_time_low, high: figures.on_time_high })));
  const rows = complete.map(({ owner, figures }, index) => {
    const guidedShare = guided.get(owner.id) ?? 0;
    const robustness = guidedShare === 0 ? null : figures.on_time_share / guidedShare;
    return Object.assign({ rank: places[index] ?? 1 }, entryView(owner), figures, { robustness });
  });
  return {
    scenario,
    entries: rows.toSorted(
      (a, b) => a.rank - b.rank || b.on_time_share - a.on_time_share || (a.agent < b.agent ? -1 : 1),
    ),
    unfinished: entries
      .filter((entry) => !isComplete(entry))
      .map(({ owner, started, finished }) => Object.assign(entryView(owner), { started, finished: finished.length })),
  };
}

function figuresOf(finished: readonly Finished[]) {
  const results = finished.map(({ result }) => result);
  const shares = results.map(({ on_time_share: share }) => share);
  const interval = shareInterval(shares, results[0]?.scored_days ?? 1);
  const between = daysBetweenFailures(results.map(({ day_shares: days }) => days));
  const sum = (of: (result: StoredResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const passed = results.filter((result) => result.passed).length;
  return {
    on_time_share: mean(shares),
    on_time_low: interval.low,
    on_time_high: interval.high,
    days_between_failures: between.days,
    days_between_failures_low: between.low,
    days_between_failures_high: between.high,
    failures: sum(({ failures }) => failures),
    runs: results.length,
    passed,
    pass_1: passHat(results.length, passed, 1),
    pass_5: passHat(results.length, passed, RUNS_A_SEASON),
    deaths: sum(({ deaths }) => deaths),
    visits_per_day: sum(({ visits_per_day: visits }) => visits) / results.length,
    calls_per_creature_day: sum(({ calls_per_creature_day: calls }) => calls) / results.length,
    strips: finished.map(({ runId, number, result }) => ({
      run_id: runId,
      number,
      day_shares: [...result.day_shares],
    })),
  };
}
