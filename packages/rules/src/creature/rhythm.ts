// Computes the rhythm of care (RHYTHM rules): the more often a keeper comes, the sooner its absence harms the creature.
import type { Creature, Rhythm } from "./creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

const DEFAULT_THRESHOLD_HOURS = 36;
const MIN_THRESHOLD_HOURS = 24;
const MAX_THRESHOLD_HOURS = 48;
/** RHYTHM-5: the death threshold in rhythms. */
const RHYTHMS_TO_DEATH = 3;
/** RHYTHM-2: the number of intervals that establish a rhythm. */
const INTERVALS_TO_ESTABLISH = 3;
/** RHYTHM-1: care within this time belongs to the same visit. */
const VISIT_MS = 10 * 60_000;
/** The least weight of the newest interval: 2 / (20 + 1), as in an exponential moving average over 20 samples. */
const NEWEST_SHARE = 2 / 21;

/** RHYTHM-1: starts with one interval, whose length yields the default threshold. */
export const NO_RHYTHM: Rhythm = {
  averageHours: DEFAULT_THRESHOLD_HOURS / RHYTHMS_TO_DEATH,
  weight: 1,
  intervals: 0,
};

export type RhythmState = Pick<Creature, "rhythm">;

export function isEstablished({ rhythm }: RhythmState): boolean {
  return rhythm.intervals >= INTERVALS_TO_ESTABLISH;
}

/** Returns the rhythm after care at `at`. The first care starts the rhythm; every later one adds an interval. */
export function rhythmAfterCare(
  { rhythm, rhythmSince, lastCareAt }: Pick<Creature, "rhythm" | "rhythmSince" | "lastCareAt">,
  at: Instant,
): Pick<Creature, "rhythm" | "rhythmSince"> {
  if (rhythmSince === null) return { rhythm, rhythmSince: at };
  return { rhythm: withInterval(rhythm, at - lastCareAt), rhythmSince };
}

/** RHYTHM-1: adds an interval between two care actions. */
export function withInterval(rhythm: Rhythm, intervalMs: Millis): Rhythm {
  const intervals = rhythm.intervals + 1;
  if (intervalMs < VISIT_MS) return { ...rhythm, intervals };
  const weight = rhythm.weight + 1;
  const averageHours =
    rhythm.averageHours + Math.max(1 / weight, NEWEST_SHARE) * (intervalMs / HOUR_MS - rhythm.averageHours);
  return { averageHours, weight, intervals };
}

export function deathThresholdHours(state: RhythmState): Hours {
  if (!isEstablished(state)) return DEFAULT_THRESHOLD_HOURS;
  return Math.min(MAX_THRESHOLD_HOURS, Math.max(MIN_THRESHOLD_HOURS, state.rhythm.averageHours * RHYTHMS_TO_DEATH));
}

/** RHYTHM-4: the unit of the decay ramp, which is the average rhythm but at least half a feeding window. */
export function decayRhythmHours(rhythm: Rhythm, feedingWindowHours: Hours): Hours {
  return Math.max(rhythm.averageHours, feedingWindowHours / 2);
}

/**
 * RHYTHM-3: the multiplier by time since the last care, in rhythms. It is linear between these points, 1 before the first, and
 * constant after the last.
 */
const DECAY_RAMP = [
  { rhythms: 1.5, multiplier: 1 },
  { rhythms: 2, multiplier: 1.5 },
  { rhythms: 3, multiplier: 2.5 },
  { rhythms: 4, multiplier: 4 },
];

/** One line of the ramp: its start in rhythms, the multiplier there, and the change per rhythm. */
interface RampLine {
  readonly from: number;
  readonly multiplier: number;
  readonly slope: number;
}

const NO_RAMP: RampLine = { from: 0, multiplier: 1, slope: 0 };

/** The line before the first point, followed by the line that starts at each point. */
export const DECAY_LINES: readonly RampLine[] = [
  NO_RAMP,
  ...DECAY_RAMP.map(({ rhythms, multiplier }, index) => {
    const next = DECAY_RAMP[index + 1];
    const slope = next === undefined ? 0 : (next.multiplier - multiplier) / (next.rhythms - rhythms);
    return { from: rhythms, multiplier, slope };
  }),
];

/** Returns the decay multiplier that status answers show. */
export function decayMultiplier(state: RhythmState, feedingWindowHours: Hours, hoursWithoutCare: Hours): number {
  if (!isEstablished(state)) return 1;
  const rhythms = hoursWithoutCare / decayRhythmHours(state.rhythm, feedingWindowHours);
  const line = DECAY_LINES.findLast(({ from }) => from <= rhythms) ?? NO_RAMP;
  return line.multiplier + line.slope * (rhythms - line.from);
}
