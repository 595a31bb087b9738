// What a keeper gets to see: some species hide their stats until they trust, one never shows more than half (SEEN rules).
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

export type VisibleStats = Readonly<Record<Stat, number | null>>;

export interface Visibility {
  readonly stats: VisibleStats;
  /** Stats that are not shown as they are: hidden (null) or capped. */
  readonly hidden: readonly Stat[];
}

/** One value as it may be shown while trust stands at `trust`: also for changes, history and predictions. */
export function visibleStat(mechanic: Mechanic | null, stat: Stat, value: number, trust: number): number | null {
  if (isCurledUp(mechanic, trust)) return null;
  if (mechanic === "hedgehog" && trust < HEDGEHOG_SHOWS_ALL) {
    return stat === "hunger" && trust >= HEDGEHOG_SHOWS_HUNGER ? value : null;
  }
  return mechanic === "void" ? Math.min(VOID_CAP, value) : value;
}

export function visibleStats(mechanic: Mechanic | null, stats: Stats): Visibility {
  const see = (stat: Stat) => visibleStat(mechanic, stat, stats[stat], stats.trust);
  const visible: VisibleStats = {
    hunger: see("hunger"),
    happiness: see("happiness"),
    health: see("health"),
    trust: see("trust"),
    discipline: see("discipline"),
  };
  return { stats: visible, hidden: STATS.filter((stat) => visible[stat] !== stats[stat]) };
}
