// What a keeper gets to see: some species hide their stats until they trust, one never shows more than half (SEEN rules).
// Only this module makes stats that may be shown; answers, words and forecasts take no others.
import type { Stat, Stats } from "./creature.ts";
import { STATS } from "./creature.ts";
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
export interface Shown {
  readonly [SHOWN]: true;
}

/** A stat as it may be shown: null while it is hidden. */
export type ShownStat = (number & Shown) | null;
export type ShownStats = Readonly<Record<Stat, ShownStat>>;

export interface Visibility {
  readonly stats: ShownStats;
  /** Stats that are not shown as they are: hidden (null) or capped. */
  readonly hidden: readonly Stat[];
}

/** The one cast: a number that has been through here may be shown. */
function asShown(value: number): number & Shown {
  return value as number & Shown;
}

/** One value as it may be shown while trust stands at `trust`: also for changes, history and predictions. */
export function visibleStat(mechanic: Mechanic | null, stat: Stat, value: number, trust: number): ShownStat {
  if (isCurledUp(mechanic, trust)) return null;
  if (mechanic === "hedgehog" && trust < HEDGEHOG_SHOWS_ALL) {
    return stat === "hunger" && trust >= HEDGEHOG_SHOWS_HUNGER ? asShown(value) : null;
  }
  return asShown(mechanic === "void" ? Math.min(VOID_CAP, value) : value);
}

/** To whole numbers, tenths or hundredths. */
export function roundShown(stat: ShownStat, parts: 1 | 10 | 100): ShownStat {
  return stat === null ? null : asShown(Math.round(stat * parts) / parts);
}

export function visibleStats(mechanic: Mechanic | null, stats: Stats): Visibility {
  const see = (stat: Stat) => visibleStat(mechanic, stat, stats[stat], stats.trust);
  const visible: ShownStats = {
    hunger: see("hunger"),
    happiness: see("happiness"),
    health: see("health"),
    trust: see("trust"),
    discipline: see("discipline"),
  };
  return { stats: visible, hidden: STATS.filter((stat) => visible[stat] !== stats[stat]) };
}
