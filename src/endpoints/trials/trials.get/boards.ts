// The boards of a season (TRIAL-12 to 14): entries with all their runs finished are ranked, the others stand apart.
import { leastDayShare } from "@denkeeper/trials/score.ts";
import { daysBetweenFailures, mean, passHat, ranksByWelch, shareInterval } from "@denkeeper/trials/statistics.ts";
import { runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { iso } from "../../../platform/clock.ts";
import type { RunOwner, SeasonRun, StoredResult } from "../../../store/trials/trial-boards.ts";
import { entryView } from "../entry-view.ts";
import type { TrialsAnswer } from "../../../contracts/trials/trials.get.ts";

type Board = TrialsAnswer["boards"][number];

interface Entry {
  readonly owner: RunOwner;
  /** In the order of their numbers. */
  readonly runs: readonly SeasonRun[];
  readonly finished: readonly Finished[];
}

interface Finished extends SeasonRun {
  readonly result: StoredResult;
}

/** `owners` are those who are public: nobody else appears. Entries of another season than `current` say of which. */
export function boardsOf(runs: readonly SeasonRun[], owners: readonly RunOwner[], current?: string): Board[] {
  return SCENARIOS.filter((scenario) => scenario.ranked).map((scenario) => {
    const own = runs.filter((run) => run.scenario === scenario.name);
    const board = boardOf(scenario, entriesOf(own, owners));
    const { season = current } = own[0] ?? {};
    if (season !== undefined && season !== current) for (const entry of board.entries) Object.assign(entry, { season });
    return board;
  });
}

function entriesOf(runs: readonly SeasonRun[], owners: readonly RunOwner[]): readonly Entry[] {
  const own = Map.groupBy(runs, ({ ownerId }) => ownerId);
  return owners.flatMap((owner): Entry[] => {
    const started = (own.get(owner.id) ?? []).toSorted((a, b) => a.number - b.number);
    const finished = started.flatMap((run) =>
      run.state === "ended" && run.result !== null ? [{ ...run, result: run.result }] : [],
    );
    return started.length === 0 ? [] : [{ owner, runs: started, finished }];
  });
}

/** What the entry claims of all its runs. */
function contextOf({ runs }: Entry): "fresh" | "one" {
  return runs.every(({ context }) => context === "fresh") ? "fresh" : "one";
}

function boardOf(scenario: Scenario, entries: readonly Entry[]): Board {
  const isComplete = ({ finished }: Entry) => finished.length === runsOf(scenario);
  const complete = entries.filter(isComplete);
  return {
    scenario: scenario.name,
    // Who claims another way of playing is compared with nobody but its like.
    entries: [...Map.groupBy(complete, contextOf).values()].flatMap((alike) => rankedOf(scenario, alike)),
    unfinished: entries
      .filter((entry) => !isComplete(entry))
      .map(({ owner, runs, finished }) =>
        Object.assign(entryView(owner), { started: runs.length, finished: finished.length }),
      ),
  };
}

/** What a run is ranked by. */
function shareOf({ result: { right_share: right, on_time_share: onTime } }: Finished): number {
  return right ?? onTime;
}

function rankedOf(scenario: Scenario, entries: readonly Entry[]): Board["entries"] {
  const places = ranksByWelch(entries.map(({ finished }) => finished.map(shareOf)));
  const rows = entries.map((entry, index) => {
    const { owner, runs, finished } = entry;
    const began = { first_started_at: iso(Math.min(...runs.map(({ startedAt }) => startedAt))) };
    const hashes = finished.flatMap(({ transcript }) => transcript ?? []);
    const claims = { context: contextOf(entry), ...(hashes.length === 0 ? {} : { transcripts: hashes }) };
    const row = { rank: places[index] ?? 1, ...entryView(owner), ...claims, ...began };
    return { share: mean(finished.map(shareOf)), row: Object.assign(row, figuresOf(scenario, finished)) };
  });
  return rows
    .toSorted((a, b) => a.row.rank - b.row.rank || b.share - a.share || (a.row.agent < b.row.agent ? -1 : 1))
    .map(({ row }) => row);
}

function figuresOf(scenario: Scenario, finished: readonly Finished[]) {
  const results = finished.map(({ result }) => result);
  const days = scenario.days - scenario.learningDays;
  const onTime = results.map(({ on_time_share: share }) => share);
  const { low, high } = shareInterval(onTime, days);
  const between = daysBetweenFailures(
    results.map(({ day_shares: shares }) => shares),
    leastDayShare(scenario),
  );
  const sum = (of: (result: StoredResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const passed = results.filter((result) => result.passed).length;
  return {
    on_time_share: mean(onTime),
    on_time_low: low,
    on_time_high: high,
    ...(scenario.letters === undefined ? {} : rightOf(finished, days)),
    ...visitsOf(results),
    days_between_failures: between.days,
    days_between_failures_low: between.low,
    days_between_failures_high: between.high,
    failures: sum(({ failures }) => failures),
    runs: results.length,
    passed,
    pass_1: passHat(results.length, passed, 1),
    pass_5: passHat(results.length, passed, 5),
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

/** What letters are graded by. */
function rightOf(finished: readonly Finished[], days: number) {
  const shares = finished.map(shareOf);
  const { low, high } = shareInterval(shares, days);
  return { right_share: mean(shares), right_low: low, right_high: high, right_by_kind: byKindOf(finished) };
}

/** How far visits lasted, where all runs tell it. */
function visitsOf(results: readonly StoredResult[]) {
  const lasted = results.flatMap(({ share_while_visits_lasted: share }) => share ?? []);
  if (lasted.length < results.length) return {};
  return { share_while_visits_lasted: mean(lasted), visits_used: mean(results.map(({ visits }) => visits)) };
}

/** Right servings of all runs by the kind of order that decided. */
function byKindOf(finished: readonly Finished[]): Record<string, number> {
  const kinds = Map.groupBy(
    finished.flatMap(({ result }) => Object.entries(result.by_kind ?? {})),
    ([kind]) => kind,
  );
  return Object.fromEntries(
    [...kinds]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, all]) => {
        const sum = (part: 0 | 1) => all.reduce((total, [, counts]) => total + counts[part], 0);
        return [kind, sum(0) / sum(1)];
      }),
  );
}
