// Which stats a keeper may see: some species hide them until they trust, one never shows more than half (SEEN rules).
// Only this module creates shown stats; answers, words and forecasts accept nothing else.
import { STATS, type Creature, type Stat, type Stats } from "./creature.ts";
import { PANGOLIN_TRUST, isCurledUp } from "./mechanics.ts";
import type { Mechanic } from "../species/species.ts";

const HEDGEHOG_SHOWS_HUNGER = 50;
const HEDGEHOG_SHOWS_ALL = 90;
const VOID_CAP = 50;

/** Levels of a stat or of trust at which something is shown differently, for some species. */
export const SHOWN_DIFFERENTLY_AT: readonly number[] = [
  PANGOLIN_TRUST,
  HEDGEHOG_SHOWS_HUNGER,
  HEDGEHOG_SHOWS_ALL,
  VOID_CAP,
];

declare const SHOWN: unique symbol;

/** What may be shown, or told in words. The compiler alone knows of the mark. */
export interface VisibleBrand {
  readonly [SHOWN]: true;
}

/** A stat as it may be shown: null while it is hidden. */
export type VisibleStat = (number & VisibleBrand) | null;
export type VisibleStats = Readonly<Record<Stat, VisibleStat>>;

export interface Visibility {
  readonly stats: VisibleStats;
  /** Stats that are not shown as they are: hidden (null) or capped. */
  readonly hidden: readonly Stat[];
}

/** Called only with what the rules below let through. */
function asVisible(value: number): number & VisibleBrand {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: this is where a number becomes one that may be shown
  return value as number & VisibleBrand;
}

/** One value as it may be shown while trust stands at `trust`: also for changes, history and predictions. */
export function visibleStat(mechanic: Mechanic | null, stat: Stat, value: number, trust: number): VisibleStat {
  if (isCurledUp(mechanic, trust)) return null;
  if (mechanic === "hedgehog" && trust < HEDGEHOG_SHOWS_ALL) {
    return stat === "hunger" && trust >= HEDGEHOG_SHOWS_HUNGER ? asVisible(value) : null;
  }
  return asVisible(mechanic === "void" ? Math.min(VOID_CAP, value) : value);
}

/** Answers show stats in tenths. */
export const SHOWN_PARTS = 10;

/** To whole numbers, tenths or hundredths. */
export function roundStat(stat: VisibleStat, parts: 1 | 10 | 100): VisibleStat {
  return stat === null ? null : asVisible(Math.round(stat * parts) / parts);
}

/** Fields that are stats, or give them away. */
type HiddenField = "stats" | "wasCritical" | "wasCriticalByClock" | "starvingSince" | "criticalSince" | "milestones";

declare const REAL: unique symbol;

/** A creature as views and words take it: the same object, of which they cannot read what is hidden. */
export type Visible<Some extends Creature> = Some extends Creature
  ? Omit<Some, HiddenField> & { readonly [REAL]?: Some }
  : never;
export type VisibleCreature = Visible<Creature>;

/**
 * The creature of a view, for the rules, which judge it as it is. Lint keeps
 * this out of endpoints, pages and words.
 */
export function unveil<Some extends Creature>(creature: { readonly [REAL]?: Some }): Some {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: a view is the creature itself, under a narrower type
  return creature as Some;
}

function eachStat(see: (stat: Stat) => VisibleStat): VisibleStats {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the list has every stat, which the compiler cannot count
  return Object.fromEntries(STATS.map((stat) => [stat, see(stat)])) as VisibleStats;
}

export function visibilityOf(creature: VisibleCreature): Visibility {
  const { species, stats } = unveil<Creature>(creature);
  return visibleStats(species.mechanic, stats);
}

export function visibleStats(mechanic: Mechanic | null, stats: Stats): Visibility {
  const see = (stat: Stat) => visibleStat(mechanic, stat, stats[stat], stats.trust);
  const visible = eachStat(see);
  return { stats: visible, hidden: STATS.filter((stat) => visible[stat] !== stats[stat]) };
}

declare const LOGGED: unique symbol;

/** A stat as the log keeps it. A number at run time; to the compiler a symbol, which no answer and no template accepts. */
export type LoggedStat = symbol & { readonly [LOGGED]: true };

type BeforeOrAfter = "before" | "after";

/** The stats of an entry of the log, before and after care; null for other events. */
export type LoggedStats = Readonly<Record<`${Stat}_${BeforeOrAfter}`, LoggedStat | null>>;

const LOGGED_COLUMNS = STATS.map((stat) => [stat, `${stat}_before`, `${stat}_after`] as const);

/** The stats of care as its entry has them; nulls for an entry without care. */
export function loggedStatsOf(care?: { readonly before: Stats; readonly after: Stats }): LoggedStats {
  const entry: Record<string, number | null> = {};
  for (const [stat, before, after] of LOGGED_COLUMNS) {
    entry[before] = care?.before[stat] ?? null;
    entry[after] = care?.after[stat] ?? null;
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: takes away what can be done with a number
  return entry as unknown as LoggedStats;
}

/** The way back, for this module alone. */
function numberOf(stat: LoggedStat | null): number {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the way back, for this module alone
  return (stat as unknown as number | null) ?? 0;
}

/** What was shown before or after an entry of the log; null when it was no care. */
export function loggedStats(mechanic: Mechanic | null, entry: LoggedStats, when: BeforeOrAfter): VisibleStats | null {
  if (entry[`trust_${when}`] === null) return null;
  return eachStat((stat) => loggedStat(mechanic, stat, entry[`${stat}_${when}`], entry[`trust_${when}`]));
}

/** One value of the log as it may be shown at one trust. */
export function loggedStat(
  mechanic: Mechanic | null,
  stat: Stat,
  value: LoggedStat | null,
  trust: LoggedStat | null,
): VisibleStat {
  return visibleStat(mechanic, stat, numberOf(value), numberOf(trust));
}

/** The steps of trust that care has taken it over, as far as its trust is shown afterward. */
export function trustStepsIn(
  mechanic: Mechanic | null,
  { trust_before, trust_after }: LoggedStats,
  steps: readonly number[],
): readonly number[] {
  const shown = loggedStat(mechanic, "trust", trust_after, trust_after);
  return shown === null ? [] : steps.filter((step) => numberOf(trust_before) < step && shown >= step);
}
