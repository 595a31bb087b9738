// The rhythm of care: how often a keeper comes determines how long a creature waits (RHYTHM rules).
import type { Creature, Rhythm } from "./creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

/** RHYTHM-2: a rhythm is established by this much weight, over this much time. */
const WEIGHT_TO_ESTABLISH = 3;
const SPAN_TO_ESTABLISH_MS = 4 * HOUR_MS;
const DEFAULT_THRESHOLD_HOURS = 36;
const MIN_THRESHOLD_HOURS = 24;
const MAX_THRESHOLD_HOURS = 48;
/** The weight of the newest interval in a moving average over about 20 samples: 2 / (20 + 1). */
const NEWEST_SHARE = 2 / 21;
const FULL_WEIGHT_MINUTES = 10;

export const NO_RHYTHM: Rhythm = { averageHours: 0, weight: 0 };

/** What decides whether a rhythm is established. */
export type RhythmState = Pick<Creature, "rhythm" | "rhythmSince" | "lastCareAt">;

/** RHYTHM-2. */
export function isEstablished({ rhythm, rhythmSince, lastCareAt }: RhythmState): boolean {
  if (rhythmSince === null) return false;
  return rhythm.weight >= WEIGHT_TO_ESTABLISH && lastCareAt - rhythmSince >= SPAN_TO_ESTABLISH_MS;
}

/** The rhythm after care at `at`: its start, and one more interval unless this is the first care. */
export function rhythmAfterCare(
  { rhythm, rhythmSince, lastCareAt }: RhythmState,
  at: Instant,
): Pick<Creature, "rhythm" | "rhythmSince"> {
  if (rhythmSince === null) return { rhythm, rhythmSince: at };
  return { rhythm: withInterval(rhythm, at - lastCareAt), rhythmSince };
}

/** The rhythm after one more interval between two care actions (RHYTHM-1). */
export function withInterval(rhythm: Rhythm, intervalMs: Millis): Rhythm {
  const share = Math.min(1, intervalMs / 60_000 / FULL_WEIGHT_MINUTES);
  if (share === 0) return rhythm;
  const weight = rhythm.weight + share;
  const pull = Math.max(share / weight, NEWEST_SHARE * share);
  const averageHours = rhythm.averageHours + pull * (intervalMs / HOUR_MS - rhythm.averageHours);
  return { averageHours, weight };
}

export function deathThresholdHours(state: RhythmState): Hours {
  if (!isEstablished(state)) return DEFAULT_THRESHOLD_HOURS;
  return Math.min(MAX_THRESHOLD_HOURS, Math.max(MIN_THRESHOLD_HOURS, state.rhythm.averageHours * 3));
}

/** What decay is measured against: never shorter than half a feeding window (RHYTHM-4). */
export function decayRhythmHours(rhythm: Rhythm, feedingWindowHours: Hours): Hours {
  return Math.max(rhythm.averageHours, feedingWindowHours / 2);
}

interface RampPoint {
  /** Hours since the last care, in units of the rhythm. */
  readonly rhythms: number;
  readonly multiplier: number;
}

/** RHYTHM-3: straight lines between these points, 1 before the first, the last value after the last. */
const DECAY_RAMP: readonly RampPoint[] = [
  { rhythms: 1.5, multiplier: 1 },
  { rhythms: 2, multiplier: 1.5 },
  { rhythms: 3, multiplier: 2.5 },
  { rhythms: 4, multiplier: 4 },
];

/** One straight line of the ramp: where it begins, and how the multiplier changes per unit of rhythm. */
interface RampLine {
  readonly from: number;
  readonly multiplier: number;
  readonly slope: number;
}

const NO_RAMP: RampLine = { from: 0, multiplier: 1, slope: 0 };

/** The line before the first point, and the one that starts at each point. */
export const DECAY_LINES: readonly RampLine[] = [
  NO_RAMP,
  ...DECAY_RAMP.map(({ rhythms, multiplier }, index) => {
    const next = DECAY_RAMP[index + 1];
    const slope = next === undefined ? 0 : (next.multiplier - multiplier) / (next.rhythms - rhythms);
    return { from: rhythms, multiplier, slope };
  }),
];

/** The multiplier that a status answer shows. */
export function decayMultiplier(state: RhythmState, feedingWindowHours: Hours, hoursWithoutCare: Hours): number {
  if (!isEstablished(state)) return 1;
  const rhythms = hoursWithoutCare / decayRhythmHours(state.rhythm, feedingWindowHours);
  const line = DECAY_LINES.findLast(({ from }) => from <= rhythms) ?? NO_RAMP;
  return line.multiplier + line.slope * (rhythms - line.from);
}
