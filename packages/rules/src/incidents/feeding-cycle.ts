// Computes when food was due between two feedings of a log, which has no states, from the first feeding and the pauses (FEED-2).
import type { CareAction, Pause } from "../creature/creature.ts";
import { ENDS_AT, MISSED_AT, OPENS_AT, positionOf, windowMs } from "../life/feeding.ts";
import type { SpeciesNature } from "../species/species.ts";
import { afterWaking, nextWakingInstant, sleepStretches, sleeperOf, type Sleeper } from "../time/sleep.ts";
import { instantAfter, mergeSpans, overlapMs, type Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

/** The fields of a creature that determine its feeding clock. */
export interface FeedingSubject {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly species: SpeciesNature;
  readonly pauses: readonly Pause[];
}

export interface FeedingCycle {
  readonly creature: FeedingSubject;
  /** The instant of the feeding, hatching, or resurrection that started the cycle. */
  readonly startedAt: Instant;
  /** Whether an early feeding started the cycle. */
  readonly startedEarly: boolean;
  /** `open`: the cycle was still running at that instant. */
  readonly end: {
    readonly kind: "fed" | "died" | "released" | "open";
    readonly at: Instant;
    /** The harmful care that killed the creature. */
    readonly harmBy?: CareAction;
  };
}

export interface FeedingWindow {
  /** Half a window after the start. Food is due from then on, but refused during sleep. */
  readonly halfAt: Instant;
  /** The first instant at which food is on time and accepted. */
  readonly opensAt: Instant;
  readonly endsAt: Instant;
  /** The instant at which the first window counts as missed. */
  readonly missedAt: Instant;
}

/** Returns the window of the feeding that ends a cycle, in calendar instants. */
export function windowOf({ creature, startedAt }: Pick<FeedingCycle, "creature" | "startedAt">): FeedingWindow {
  const { sleeper, pauses, halfAt, atPosition } = clockOf({ creature, startedAt });
  return {
    halfAt,
    opensAt: firstAccepted(sleeper, pauses, halfAt),
    endsAt: atPosition(ENDS_AT),
    missedAt: atPosition(MISSED_AT),
  };
}

/** FEED-6: the instants at which windows were missed before the cycle ended. */
export function missedWindowsOf(cycle: FeedingCycle): readonly Instant[] {
  const missed = Math.floor(positionAtEnd(cycle) - OPENS_AT);
  if (missed < 1) return [];
  const { atPosition } = clockOf(cycle);
  return Array.from({ length: missed }, (_, index) => atPosition(MISSED_AT + index));
}

/** Returns a cycle's feeding clock on the calendar. `atPosition` accepts positions of half a window or more. */
function clockOf({ creature, startedAt }: Pick<FeedingCycle, "creature" | "startedAt">) {
  const pauses = mergeSpans(creature.pauses);
  const sleeper = sleeperOf(creature);
  const window = windowMs(creature.species);
  const halfAt = instantAfter(pauses, startedAt, OPENS_AT * window);
  const atPosition = (position: number): Instant =>
    afterWakingBeside(sleeper, pauses, halfAt, (position - OPENS_AT) * window);
  return { sleeper, pauses, halfAt, atPosition };
}

/** FEED-1: the feeding clock's position at the end of the cycle. */
export function positionAtEnd({ creature, startedAt, end }: FeedingCycle): number {
  const pauses = mergeSpans(creature.pauses);
  const window = windowMs(creature.species);
  const half = instantAfter(pauses, startedAt, OPENS_AT * window);
  if (end.at <= half) return positionOf(creature.species, end.at - startedAt - overlapMs(pauses, startedAt, end.at));
  return OPENS_AT + positionOf(creature.species, wakingMsBeside(sleeperOf(creature), pauses, half, end.at));
}

/** Returns the first instant at or after `from` that is outside of sleep and pauses. */
function firstAccepted(sleeper: Sleeper, pauses: readonly Span[], from: Instant): Instant {
  let at = nextWakingInstant(sleeper, from);
  for (const pause of pauses) if (pause.from <= at && at < pause.until) at = nextWakingInstant(sleeper, pause.until);
  return at;
}

/** Returns the instant at which `wakingMs` of waking time, without pauses, have passed since `from`. */
function afterWakingBeside(sleeper: Sleeper, pauses: readonly Span[], from: Instant, wakingMs: Millis): Instant {
  let at = from;
  let left = wakingMs;
  for (const pause of pauses) {
    if (pause.until <= at) continue;
    const end = afterWaking(sleeper, at, left);
    if (end <= pause.from) return end;
    if (pause.from > at) left -= wakingMsBeside(sleeper, [], at, pause.from);
    at = pause.until;
  }
  return afterWaking(sleeper, at, left);
}

function wakingMsBeside(sleeper: Sleeper, pauses: readonly Span[], from: Instant, until: Instant): Millis {
  if (until <= from) return 0;
  const awake = sleepStretches(sleeper, from, until).filter(({ asleep }) => !asleep);
  return awake.reduce((sum, stretch) => {
    return sum + (stretch.until - stretch.from) - overlapMs(pauses, stretch.from, stretch.until);
  }, 0);
}
