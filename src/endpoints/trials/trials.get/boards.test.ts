// Boards from stored runs: who is ranked with whom, by what, and what is shown of it.
import { expect, test } from "vitest";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { runsOf } from "@denkeeper/trials/scenario.ts";
import type { RunContext, RunOwner, SeasonRun, StoredResult } from "../../../store/trials/trial-boards.ts";
import { boardsOf } from "./boards.ts";

function resultOf(share: number, more: Partial<StoredResult> = {}): StoredResult {
  return {
    on_time_share: share,
    passed: share === 1,
    deaths: 0,
    failures: 0,
    failed_days: 0,
    first_failed_day: null,
    scored_days: 30,
    missed_windows: 0,
    feedings: { early: 0, late: 0, missed_window: 0, on_time: 0 },
    visits: 120,
    visits_per_day: 4,
    calls: 600,
    calls_per_creature_day: 6,
    day_shares: [1, 0.6, 1],
    life_shares: [],
    lives: [],
    ...more,
  };
}

const owner = (username: string): RunOwner => ({
  id: `id-of-${username}`,
  username,
  displayName: username,
  modelProvider: null,
  modelName: null,
});

interface Wanted {
  readonly shares: readonly number[];
  readonly context?: RunContext;
  readonly more?: Partial<StoredResult>;
}

function runsOfEntry(scenario: string, username: string, { shares, context, more }: Wanted): readonly SeasonRun[] {
  return shares.map((share, index) => ({
    runId: `${username}-${index + 1}`,
    ownerId: `id-of-${username}`,
    season: "2027-1",
    scenario,
    number: index + 1,
    state: "ended",
    startedAt: 1_800_000_000_000 + 60_000 * (shares.length - index),
    context: context ?? null,
    transcript: context === "fresh" ? "ab".repeat(32) : null,
    result: resultOf(share, more),
  }));
}

function boardIn(scenario: string, entries: Readonly<Record<string, Wanted>>) {
  const runs = Object.entries(entries).flatMap(([username, wanted]) => runsOfEntry(scenario, username, wanted));
  const boards = boardsOf(runs, Object.keys(entries).map(owner));
  const board = boards.find((each) => each.scenario === scenario);
  if (board === undefined) throw new Error(`no board of ${scenario}`);
  return board;
}

const STRONG = [0.96, 0.91, 0.98, 0.93, 0.97];
const ALIKE = [0.93, 0.95, 0.9, 0.96, 0.92];
const WEAK = [0.7, 0.85, 0.8, 0.75, 0.78];

test("TRIAL-14: ranks follow from a test over runs, and equals are in the order of their means", () => {
  const { entries } = boardIn("guided-1", {
    weak: { shares: WEAK },
    alike: { shares: ALIKE },
    strong: { shares: STRONG },
  });
  expect(entries.map(({ agent, rank }) => [agent, rank])).toEqual([
    ["strong", 1],
    ["alike", 1],
    ["weak", 3],
  ]);
});

test("TRIAL-14: who claims fresh wakings in all runs is ranked apart, and the first run's start is shown", () => {
  const { entries } = boardIn("guided-1", {
    strong: { shares: STRONG },
    weak: { shares: WEAK, context: "fresh" },
    one: { shares: WEAK, context: "one" },
  });
  expect(entries.map(({ agent, rank, context }) => [agent, rank, context])).toEqual([
    ["strong", 1, "one"],
    ["one", 2, "one"],
    ["weak", 1, "fresh"],
  ]);
  expect(new Set(entries.map((entry) => entry.first_started_at))).toEqual(new Set(["2027-01-15T08:01:00.000Z"]));
  expect(entries[2]?.transcripts).toEqual(WEAK.map(() => "ab".repeat(32)));
  expect(entries[0]).not.toHaveProperty("transcripts");
  const mixed = [
    ...runsOfEntry("guided-1", "mixed", { shares: STRONG.slice(1), context: "fresh" }),
    { ...runsOfEntry("guided-1", "mixed", { shares: [0.9] })[0], number: 5 } as SeasonRun,
  ];
  expect(boardsOf(mixed, [owner("mixed")])[0]?.entries[0]?.context).toBe("one");
});

test("a board of an earlier season says which", () => {
  const runs = runsOfEntry("guided-1", "ada", { shares: STRONG });
  const seasonOf = (current: string) =>
    boardsOf(runs, [owner("ada")], current).find(({ scenario }) => scenario === "guided-1")?.entries[0]?.season;
  expect([seasonOf("2027-1"), seasonOf("2027-2")]).toEqual([undefined, "2027-1"]);
});

test("where visits are limited, the board says how it went while they lasted", () => {
  const more = { visits: 239, share_while_visits_lasted: 0.9 };
  const { entries } = boardIn("blind-1", { able: { shares: STRONG, more }, old: { shares: WEAK } });
  expect(entries[0]).toMatchObject({ share_while_visits_lasted: 0.9, visits_used: 239 });
  expect(entries[1]).not.toHaveProperty("visits_used");
});

test.runIf(scenarioNamed("relay-1"))("RELAY-4: a board of letters ranks by right servings, over all 18 runs", () => {
  const runs = runsOf(scenarioNamed("relay-1") ?? {});
  const entry = (right: number, count = runs): Wanted => ({
    shares: Array.from({ length: count }, () => 1),
    more: { right_share: right, by_kind: { set: [3, 4], ask: [1, 1] }, day_shares: [1, 0.7, 1] },
  });
  const { entries, unfinished } = boardIn("relay-1", { low: entry(0.4), high: entry(0.9), open: entry(0.5, 5) });
  expect(entries.map(({ agent, rank, right_share }) => [agent, rank, right_share?.toFixed(3)])).toEqual([
    ["high", 1, "0.900"],
    ["low", 2, "0.400"],
  ]);
  expect(entries[0]).toMatchObject({ right_by_kind: { ask: 1, set: 0.75 }, days_between_failures: 2 });
  expect(unfinished).toMatchObject([{ agent: "open", finished: 5 }]);
});
