// Prices resurrections, limits them to a week, and resurrects creatures (BACK rules).
import { startClocks } from "./adoption.ts";
import type { Visible } from "../creature/visibility.ts";
import { ageMsAt, type Dead, type Living, type Stats } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { pick, seedOf } from "../time/hash.ts";
import { NO_RHYTHM } from "../creature/rhythm.ts";
import { instantAfter, type Span } from "../time/span.ts";
import { RESURRECTION_LAYERS } from "../creature/personality.ts";
import type { Hours, Instant } from "../time/units.ts";

/** BACK-1: the time after a death during which a creature may be resurrected. */
const WINDOW_MS = 7 * 24 * HOUR_MS;
const BASE_COST = 100;
const COST_GROWTH = 5;
const COST_AGE_MS = 168 * HOUR_MS;

/** BACK-2: the price rises with each earlier death, and with age beyond a week. */
export function resurrectionCost(previousDeaths: number, ageHours: Hours): number {
  const base = BASE_COST * COST_GROWTH ** previousDeaths;
  // Without rounding the age to milliseconds, a floating-point error could raise the price by a credit.
  return Math.max(base, Math.ceil((base * Math.round(ageHours * HOUR_MS)) / COST_AGE_MS));
}

/** BACK-3: the stats after a resurrection. */
export const RETURN_STATS: Stats = { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 };

export interface ResurrectionOffer {
  readonly possible: boolean;
  readonly cost: number;
  readonly closesAt: Instant;
}

/** Returns the last instant at which a creature that died at `diedAt` can be resurrected. Outages do not count (AMNESTY-5). */
export function returnClosesAt(diedAt: Instant, outages: readonly Span[]): Instant {
  return instantAfter(outages, diedAt, WINDOW_MS);
}

/** Returns the instant of the earliest death that can still be undone at `now`. */
export function returnableSince(now: Instant, outages: readonly Span[]): Instant {
  return outages.reduceRight(
    (since, { from, until }) => (until >= since ? since - Math.max(0, Math.min(until, now) - from) : since),
    now - WINDOW_MS,
  );
}

export function resurrectionOffer(dead: Visible<Dead>, now: Instant, outages: readonly Span[] = []): ResurrectionOffer {
  const closesAt = returnClosesAt(dead.death.at, outages);
  const cost = resurrectionCost(dead.resurrections, ageMsAt(dead, now) / HOUR_MS);
  return { possible: now <= closesAt, cost, closesAt };
}

/** Resurrects a creature without checking the deadline, which is the caller's task. */
export function resurrect(creature: Dead, clock: Instant): Living {
  const { death } = creature;
  const at = Math.max(clock, death.at);
  const layers = RESURRECTION_LAYERS.filter((layer) => !creature.personality.includes(layer));
  const [first = RESURRECTION_LAYERS[0], ...others] = layers;
  const layer = pick([first, ...others], seedOf(creature.id), death.at);
  return {
    ...creature,
    ...startClocks(at),
    death: null,
    stillMs: creature.stillMs + (at - death.at),
    resurrections: creature.resurrections + 1,
    stats: RETURN_STATS,
    rhythm: NO_RHYTHM,
    streak: 0,
    wasCritical: false,
    wasCriticalByClock: false,
    starvingSince: null,
    criticalSince: null,
    personality: [...creature.personality, layer],
  };
}
