// Computes the feeding clock in whole milliseconds, so that every server finds the same instants (FEED rules).
import type { Visible } from "../creature/visibility.ts";
import type { Dead, Living, Timing } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { chance, seedOf } from "../time/hash.ts";
import { afterWaking, nextWakingInstant, type SleepStretch, type Sleeper } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import type { SpeciesNature } from "../species/species.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

export const FEEDING_STATUSES = ["ok", "due_soon", "overdue", "critical"] as const;
export type FeedingStatus = (typeof FEEDING_STATUSES)[number];

export type FeedingWindowStatus = "before_window" | "in_window" | "past_window";

/** Positions of the feeding clock, in windows. */
export const OPENS_AT = 0.5;
export const ENDS_AT = 1;
export const MISSED_AT = 1.5;
export const TRUST_FALLS_FROM = 2;
/** FEED-3: an early feeding before this position has the smallest effect. */
const VERY_EARLY_BELOW = 0.25;

type Appetite = Pick<SpeciesNature, "feedingWindowHours">;

/** TIME-1: rounds to an even number of milliseconds, so that half a window is a whole number. */
export function windowMs(species: Appetite): Millis {
  return 2 * Math.round(species.feedingWindowHours * 1_800_000);
}

export function positionOf(species: Appetite, feedingMs: Millis): number {
  return feedingMs / windowMs(species);
}

/**
 * FEED-2: the instant at which the feeding clock reads `feedingMs`, without another feeding. A reading from before a pause is
 * approximate, because the moved clock meets other hours of sleep.
 */
export function instantOfFeedingMs(creature: Visible<Living | Dead>, sleeper: Sleeper, feedingMs: Millis): Instant {
  const halfWindow = windowMs(creature.species) * OPENS_AT;
  if (feedingMs <= halfWindow) return creature.lastFedAt + feedingMs;
  const stored = creature.feedingMs;
  if (stored >= halfWindow && feedingMs >= stored) return afterWaking(sleeper, creature.asOf, feedingMs - stored);
  return afterWaking(sleeper, creature.lastFedAt + halfWindow, feedingMs - halfWindow);
}

/** A stretch throughout which the feeding clock either runs or is stopped. */
export interface FeedingLeg {
  readonly from: Instant;
  readonly feedingMs: Millis;
  readonly runs: boolean;
}

/** FEED-2: moves the feeding clock from the stored state through stretches of sleep and waking. */
export function feedingLegs(
  creature: { readonly species: Appetite; readonly feedingMs: Millis },
  stretches: readonly SleepStretch[],
): readonly FeedingLeg[] {
  const halfWindow = windowMs(creature.species) * OPENS_AT;
  const legs: FeedingLeg[] = [];
  let { feedingMs } = creature;
  for (const { asleep, from, until } of stretches) {
    const runsFor = asleep ? Math.min(Math.max(0, halfWindow - feedingMs), until - from) : until - from;
    if (runsFor > 0) legs.push({ from, feedingMs, runs: true });
    feedingMs += runsFor;
    if (runsFor < until - from) legs.push({ from: from + runsFor, feedingMs, runs: false });
  }
  return legs;
}

export function feedingMsAt(legs: readonly FeedingLeg[], at: Instant): Millis {
  const leg = legs.findLast(({ from }) => from <= at);
  if (leg === undefined) return 0;
  return leg.runs ? leg.feedingMs + (at - leg.from) : leg.feedingMs;
}

/**
 * Returns the instants up to `end` at which the clock reaches a position, and every whole window after it. Instants before the
 * first leg are omitted.
 */
export function instantsFromPosition(
  species: Appetite,
  legs: readonly FeedingLeg[],
  end: number,
  position: number,
): readonly number[] {
  const window = windowMs(species);
  const instants: number[] = [];
  let goal = position * window;
  const reached = legs[0]?.feedingMs ?? 0;
  if (goal <= reached) goal += (Math.floor((reached - goal) / window) + 1) * window;
  for (const [index, { from, feedingMs, runs }] of legs.entries()) {
    if (!runs) continue;
    const reachedBy = feedingMs + ((legs[index + 1]?.from ?? end) - from);
    for (; goal <= reachedBy; goal += window) instants.push(from + (goal - feedingMs));
  }
  return instants;
}

export function feedingStatus(position: number): FeedingStatus {
  if (position < OPENS_AT) return "ok";
  if (position <= ENDS_AT) return "due_soon";
  return position < MISSED_AT ? "overdue" : "critical";
}

export function feedingTiming(position: number): Timing {
  if (position < OPENS_AT) return "early";
  if (position <= ENDS_AT) return "on_time";
  return position < MISSED_AT ? "late" : "missed_window";
}

export function feedingWindowStatus(position: number): FeedingWindowStatus {
  if (position < OPENS_AT) return "before_window";
  return position <= ENDS_AT ? "in_window" : "past_window";
}

/** Returns the hours that the feeding clock is past the end of the window, or 0 before it. */
export function hoursLate({ species, feedingMs }: Pick<Living, "species" | "feedingMs">): Hours {
  return Math.max(0, feedingMs - windowMs(species) * ENDS_AT) / HOUR_MS;
}

/** FEED-3: the factor on an early feeding's gains. */
export function earlinessFactor(position: number): number {
  if (position < VERY_EARLY_BELOW) return 0.2;
  return position < OPENS_AT ? 0.6 : 1;
}

export function isVeryEarly(position: number): boolean {
  return position < VERY_EARLY_BELOW;
}

/** FEED-5: returns `now` if the position is at least 0.5 and the creature is awake, otherwise the first such instant. */
export function nextFeedingWindow(creature: Living, sleeper: Sleeper, now: Instant): Instant {
  const opens = creature.lastFedAt + windowMs(creature.species) * OPENS_AT;
  return nextWakingInstant(sleeper, Math.max(now, opens));
}

/** RESP-1: the position at which the keeper should come, which varies between feedings so that calls do not come in bursts. */
export function recommendedPosition(creature: Living): number {
  return 0.55 + 0.1 * chance(seedOf(creature.id), toCalendar(creature.pauses, creature.lastFedAt));
}

export function recommendedInstant(creature: Living, sleeper: Sleeper): Instant {
  const feedingMs = Math.round(recommendedPosition(creature) * windowMs(creature.species));
  return instantOfFeedingMs(creature, sleeper, feedingMs);
}
