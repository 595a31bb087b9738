// Determines the stats that a keeper may see (SEEN rules). Only this module creates values of the visible types, and answers,
// words, and forecasts accept no others.
import { STATS, type Creature, type Stat, type Stats } from "./creature.ts";
import { PANGOLIN_TRUST, isCurledUp } from "./mechanics.ts";
import type { Mechanic } from "../species/species.ts";
import { recordOf } from "../time/record.ts";

const HEDGEHOG_SHOWS_HUNGER = 50;
const HEDGEHOG_SHOWS_ALL = 90;
const VOID_CAP = 50;

/** Levels of trust, or of any stat of a void, at which visibility changes. */
export const SHOWN_DIFFERENTLY_AT: readonly number[] = [
  PANGOLIN_TRUST,
  HEDGEHOG_SHOWS_HUNGER,
  HEDGEHOG_SHOWS_ALL,
  VOID_CAP,
];

declare const SHOWN: unique symbol;

/** Marks a value that a keeper may see. The mark exists only for the compiler. */
export interface VisibleBrand {
  readonly [SHOWN]: true;
}

/** Null if the stat is hidden. */
export type VisibleStat = (number & VisibleBrand) | null;
export type VisibleStats = Readonly<Record<Stat, VisibleStat>>;

export interface Visibility {
  readonly stats: VisibleStats;
  /** Stats that are hidden (null) or capped. */
  readonly hidden: readonly Stat[];
}

function asVisible(value: number): number & VisibleBrand {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: a number that passed the SEEN rules becomes visible
  return value as number & VisibleBrand;
}

/** Applies the SEEN rules to one value, given the creature's trust at that time. */
export function visibleStat(mechanic: Mechanic | null, stat: Stat, value: number, trust: number): VisibleStat {
  if (isCurledUp(mechanic, trust)) return null;
  if (mechanic === "hedgehog" && trust < HEDGEHOG_SHOWS_ALL) {
    return stat === "hunger" && trust >= HEDGEHOG_SHOWS_HUNGER ? asVisible(value) : null;
  }
  return asVisible(mechanic === "void" ? Math.min(VOID_CAP, value) : value);
}

/** Answers show stats in tenths. */
export const SHOWN_PARTS = 10;

export function roundStat(stat: VisibleStat, parts: 1 | 10 | 100): VisibleStat {
  return stat === null ? null : asVisible(Math.round(stat * parts) / parts);
}

/** Fields that contain stats or reveal them. */
type HiddenField = "stats" | "wasCritical" | "wasCriticalByClock" | "starvingSince" | "criticalSince" | "milestones";

declare const REAL: unique symbol;

/** The type of a creature for views and words, without all fields that may be hidden. The object itself still has them. */
export type Visible<Some extends Creature> = Some extends Creature
  ? Omit<Some, HiddenField> & { readonly [REAL]?: Some }
  : never;
export type VisibleCreature = Visible<Creature>;

/** Returns the complete creature. Lint forbids the import in `words` and in most of the service (.oxlintrc.json). */
export function unveil<Some extends Creature>(creature: { readonly [REAL]?: Some }): Some {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: `Visible` only narrows the type
  return creature as Some;
}

export function visibilityOf(creature: VisibleCreature): Visibility {
  const { species, stats } = unveil<Creature>(creature);
  return visibleStats(species.mechanic, stats);
}

export function visibleStats(mechanic: Mechanic | null, stats: Stats): Visibility {
  const visible = recordOf(STATS, (stat) => visibleStat(mechanic, stat, stats[stat], stats.trust));
  return { stats: visible, hidden: STATS.filter((stat) => visible[stat] !== stats[stat]) };
}

declare const LOGGED: unique symbol;

/** A stat in the log. The value is a number at run time but a symbol to the compiler, so no answer or template accepts it. */
export type LoggedStat = symbol & { readonly [LOGGED]: true };

type BeforeOrAfter = "before" | "after";

/** A log entry's stats before and after care, or null for other events. */
export type LoggedStats = Readonly<Record<`${Stat}_${BeforeOrAfter}`, LoggedStat | null>>;

const LOGGED_COLUMNS = STATS.map((stat) => [stat, `${stat}_before`, `${stat}_after`] as const);

/** Returns the stats for a log entry, all null without care. */
export function loggedStatsOf(care?: { readonly before: Stats; readonly after: Stats }): LoggedStats {
  const entry: Record<string, number | null> = {};
  for (const [stat, before, after] of LOGGED_COLUMNS) {
    entry[before] = care?.before[stat] ?? null;
    entry[after] = care?.after[stat] ?? null;
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: hides from the compiler that these are numbers
  return entry as unknown as LoggedStats;
}

function numberOf(stat: LoggedStat | null): number {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the inverse of `loggedStatsOf`, only for this module
  return (stat as unknown as number | null) ?? 0;
}

/** Returns the visible stats before or after a log entry, or null if the entry is not care. */
export function loggedStats(mechanic: Mechanic | null, entry: LoggedStats, when: BeforeOrAfter): VisibleStats | null {
  if (entry[`trust_${when}`] === null) return null;
  return recordOf(STATS, (stat) => loggedStat(mechanic, stat, entry[`${stat}_${when}`], entry[`trust_${when}`]));
}

export function loggedStat(
  mechanic: Mechanic | null,
  stat: Stat,
  value: LoggedStat | null,
  trust: LoggedStat | null,
): VisibleStat {
  return visibleStat(mechanic, stat, numberOf(value), numberOf(trust));
}

/** Returns those of `steps` that trust reached during care, or none if trust is hidden afterward. */
export function trustStepsIn(
  mechanic: Mechanic | null,
  { trust_before, trust_after }: LoggedStats,
  steps: readonly number[],
): readonly number[] {
  const trust = loggedStat(mechanic, "trust", trust_after, trust_after);
  return trust === null ? [] : steps.filter((step) => numberOf(trust_before) < step && trust >= step);
}
