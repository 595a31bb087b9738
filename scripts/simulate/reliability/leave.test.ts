// Tests that declaring runs without making them gains a keeper no better record or rank, and no older creature.
import { expect, test } from "vitest";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { NO_ITEM, applyCare } from "@denkeeper/rules/care/care.ts";
import { onLeave } from "@denkeeper/rules/care/boarding.ts";
import { ageMsAt, isLiving, type Dead, type Living } from "@denkeeper/rules/creature/creature.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { standingOf } from "@denkeeper/rules/reliability/standing.ts";
import { trackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import type { LoggedEntry, LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { TASK_ITEM } from "../balance/keepers.ts";

const START = Date.UTC(2026, 0, 5);
const DAYS = 60;
const END = START + DAYS * DAY_MS;
const HOUSES = 12;
const MOST_CARES = 8;

interface LeavePlayer {
  readonly name: string;
  /** Hours until the next call. */
  readonly gap: (draw: number) => number;
  /** Hours until the declared run, given the hours until the next call. Null declares no run. */
  readonly declares: (gap: number, draw: number) => number | null;
  readonly twin: (gap: number) => number | null;
}

const atRandom = (mean: number) => (draw: number) => 0.5 - mean * Math.log(1 - draw);

const LEAVE_GAMERS: readonly LeavePlayer[] = [
  { name: "declares, leaves, declares again", gap: () => 12, declares: () => 90, twin: (gap) => gap },
  { name: "declares again and comes at random", gap: atRandom(9), declares: () => 90, twin: (gap) => gap },
  { name: "one meal in 72 h", gap: () => 72, declares: (gap) => gap, twin: (gap) => gap },
  { name: "one meal in 72 h of twelve visits", gap: () => 6, declares: () => 72 + 0.8 * 24, twin: (gap) => gap },
  {
    name: "another schedule at each visit",
    gap: atRandom(9),
    declares: (_, draw) => 1 + 89 * draw,
    twin: (gap) => gap,
  },
];

/** Plays 60 days with a tortoise that receives the advised care and is adopted again after each death. */
function shown({ name, gap, declares }: Omit<LeavePlayer, "twin">, house: number) {
  const species = findBuiltIn("tortoise");
  if (species === undefined) throw new Error("there is no tortoise");
  const seed = seedOf(`${name}/${house}`);
  const lives: (LoggedLife & { readonly entries: LoggedEntry[] })[] = [];
  let creature: Living | Dead | undefined;
  let drawn = 0;
  const log = (kind: string, at: number, more: Partial<LoggedEntry> = {}) => {
    const entries = lives.at(-1)?.entries;
    const version = (entries?.length ?? 0) + 1;
    entries?.push({ version, kind, at, recorded_at: at, until: null, action: null, timing: null, ...more });
  };
  for (let at = START; at < END;) {
    const now = creature === undefined ? undefined : creatureAt(creature, at);
    if (now?.kind === "dead") log("death", now.creature.death.at);
    if (now === undefined || now.kind === "dead") {
      const id = `${name}-${house}-${lives.length}`;
      creature = hatch(adopt({ id, name: "Pip", species, zone: "Etc/GMT+11", at }), at);
      lives.push({ creature: { id, zone: "Etc/GMT+11", species }, entries: [] });
      log("hatch", at);
    } else if (now.kind === "living") {
      ({ creature } = now);
      for (let cares = 0; cares < MOST_CARES && isLiving(creature); cares++) {
        const due = creatureAt(creature, at);
        if (due.kind !== "living" || due.resting !== null || due.advice === null || due.checkIn.at > at) break;
        const { action, needsTaskItem } = due.advice;
        const done = applyCare(due.creature, action, needsTaskItem ? TASK_ITEM : NO_ITEM, at);
        if (done.kind !== "done") break;
        ({ creature } = done);
        log("care", at, { action, timing: done.timing, sitter: null });
      }
    }
    const hours = gap(chance(seed, drawn++));
    const declared = declares(hours, chance(seed, drawn++));
    const resting =
      declared === null || creature === undefined || creature.death !== null
        ? null
        : onLeave(creature, at, at + declared * HOUR_MS);
    if (resting !== null) {
      creature = resting;
      log("leave", at, { until: resting.pauses.at(-1)?.until ?? at });
    }
    at += Math.round(hours * HOUR_MS);
  }
  const record = trackRecord(lives, { now: END, since: START, outages: [] });
  const { all_time: all } = record;
  const met = all.on_time + all.late + all.missed;
  const now = creature === undefined ? undefined : creatureAt(creature, END);
  const alive = now?.kind === "living" ? now.creature : undefined;
  return {
    share: 100 * (all.on_time_share ?? 0),
    /** The formula by which the hall ranks keepers. */
    rank: ((alive?.consistency ?? 0) * met) / (met + 5),
    ageDays: alive === undefined ? 0 : ageMsAt(alive, END) / DAY_MS,
    windows: record.last_30_days.expected,
    standing: standingOf(record, { trouble: null, calm: "well" }).standing,
  };
}

const mean = (of: (house: number) => number) =>
  Array.from({ length: HOUSES }, (_, house) => of(house)).reduce((sum, each) => sum + each, 0) / HOUSES;

test.each(LEAVE_GAMERS)("LEAVE-3: leave gives $name no advantage", (player) => {
  const { name, gap, declares } = player;
  const honest = { name, gap, declares: player.twin };
  for (const [of, tolerance] of [
    ["share", 4],
    ["rank", 4],
    ["ageDays", 0.5],
  ] as const) {
    const [gamer, twin] = [{ name, gap, declares }, honest].map((each) => mean((house) => shown(each, house)[of]));
    expect(gamer, of).toBeLessThanOrEqual((twin ?? 0) + tolerance);
  }
});

test("LEAVE-3: a keeper that feeds once in 72 hours stays new", () => {
  const { share, windows, standing } = shown({ name: "72", gap: () => 72, declares: (hours) => hours }, 0);
  expect([share, standing]).toEqual([100, "new"]);
  expect(windows).toBeLessThan(14);
});
