// Computes a creature's hours of sleep from a hash, so that every server knows them in advance (SLEEP-1, SLEEP-2).
import { chance, seedOf } from "./hash.ts";
import { localHourAt, nextLocalHour } from "./zone.ts";
import type { Instant, Millis } from "./units.ts";

export const SLEEP_WINDOW_START_HOUR = 22;
export const SLEEP_WINDOW_END_HOUR = 6;
/** SLEEP-1: the probability that a creature sleeps in an hour of the night. */
const SLEEP_CHANCE = 1 / 3;

export interface Sleeper {
  /** The seed of the creature's id. */
  readonly seed: number;
  readonly zone: string;
}

export function sleeperOf(creature: { readonly id: string; readonly zone: string }): Sleeper {
  return { seed: seedOf(creature.id), zone: creature.zone };
}

/** A stretch of time entirely asleep or entirely awake. */
export interface SleepStretch {
  readonly asleep: boolean;
  readonly from: Instant;
  readonly until: Instant;
}

function isNight(hour: number): boolean {
  return hour >= SLEEP_WINDOW_START_HOUR || hour < SLEEP_WINDOW_END_HOUR;
}

/** Returns whether the creature sleeps at `at`, and the end of the hour of the night, or of the day, that contains `at`. */
function partAt(sleeper: Sleeper, at: Instant): { readonly asleep: boolean; readonly until: Instant } {
  const { hour, startsAt, endsAt } = localHourAt(sleeper.zone, at);
  if (!isNight(hour)) {
    return { asleep: false, until: nextLocalHour(sleeper.zone, at, SLEEP_WINDOW_START_HOUR) };
  }
  return { asleep: chance(sleeper.seed, startsAt) < SLEEP_CHANCE, until: endsAt };
}

export function isAsleepAt(sleeper: Sleeper, at: Instant): boolean {
  return partAt(sleeper, at).asleep;
}

/** Returns all stretches between two instants, in order and without gaps. */
export function sleepStretches(sleeper: Sleeper, from: Instant, to: Instant): readonly SleepStretch[] {
  const stretches: SleepStretch[] = [];
  let start = from;
  let { asleep, until } = partAt(sleeper, from);
  while (until < to) {
    const next = partAt(sleeper, until);
    if (next.asleep !== asleep) {
      stretches.push({ asleep, from: start, until });
      start = until;
      ({ asleep } = next);
    }
    ({ until } = next);
  }
  stretches.push({ asleep, from: start, until: to });
  return stretches;
}

export function wakingMsBetween(sleeper: Sleeper, from: Instant, to: Instant): Millis {
  if (from >= to) return 0;
  return sleepStretches(sleeper, from, to).reduce(
    (sum, stretch) => sum + (stretch.asleep ? 0 : stretch.until - stretch.from),
    0,
  );
}

/** Returns `at` if the creature is awake then, otherwise the first waking instant after it. */
export function nextWakingInstant(sleeper: Sleeper, at: Instant): Instant {
  let instant = at;
  for (;;) {
    const { asleep, until } = partAt(sleeper, instant);
    if (!asleep) return instant;
    instant = until;
  }
}

/** Returns the instant at which `wakingMs` of waking time have passed since `from`. */
export function afterWaking(sleeper: Sleeper, from: Instant, wakingMs: Millis): Instant {
  let instant = from;
  let left = wakingMs;
  for (;;) {
    const { asleep, until } = partAt(sleeper, instant);
    if (!asleep) {
      if (until - instant >= left) return instant + left;
      left -= until - instant;
    }
    instant = until;
  }
}
