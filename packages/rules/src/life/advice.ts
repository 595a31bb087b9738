// Decides what a creature needs now, and when to come next (ADVICE-1 to ADVICE-5). `schedule.ts` combines both for a house.
import { CRITICAL_BELOW, type Course } from "./course.ts";
import type { CareAction, Living, Stats } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { ENDS_AT, OPENS_AT, positionOf, recommendedInstant, windowMs } from "./feeding.ts";
import { isAsleepAt, nextWakingInstant } from "../time/sleep.ts";
import { isCurledUp, playsOnlyTasks, wantsPlayFirst } from "../creature/mechanics.ts";
import type { Instant } from "../time/units.ts";

/** Below this health, the check-in of an awake creature is now (ADVICE-1), and discipline is advised against (ADVICE-5). */
const LOW_HEALTH_BELOW = 40;
/** ADVICE-4: the health below which medicine is advised. */
export const MEDICINE_BELOW = 60;
export const CLEAN_AFTER_MS = 24 * HOUR_MS;
const PLAY_BELOW = 80;
/** If less than this is left of the feeding window, feeding is advised before other care (ADVICE-4). */
export const SPARE_BAND_MS = 0.75 * HOUR_MS;
/** ADVICE-2: a check-in is at least this long before death, unless that is in the past. */
export const MARGIN_BEFORE_DEATH_MS = 2 * HOUR_MS;

export type CheckInReason =
  | "trust_low"
  | "critical_health"
  | "low_health"
  | "feeding_open_now"
  | "feeding_overdue"
  | "wakes"
  | "feeding_opens"
  | "feeding_closes"
  | "returns"
  | "before_death";

export interface CheckIn {
  readonly at: Instant;
  readonly reason: CheckInReason;
}

/** Returns the check-in of a creature settled at `now`, which is the end of the rest for a resting creature. */
export function checkInAt(creature: Living, course: Course, now: Instant, rests = false): CheckIn {
  const wished = wishedCheckIn(creature, course, now);
  if (rests && wished.at <= now) return { at: now, reason: "returns" };
  const latest = Math.max(now, course.death.at - MARGIN_BEFORE_DEATH_MS);
  return wished.at > latest ? { at: latest, reason: "before_death" } : wished;
}

function wishedCheckIn(creature: Living, course: Course, now: Instant): CheckIn {
  const { species, stats } = creature;
  const position = positionOf(species, creature.feedingMs);
  if (isCurledUp(species.mechanic, stats.trust)) return { at: now, reason: "trust_low" };
  const awakeFrom = (instant: Instant, reason: CheckInReason): CheckIn => {
    const at = nextWakingInstant(course.sleeper, instant);
    return { at, reason: at > instant ? "wakes" : reason };
  };
  if (stats.health < CRITICAL_BELOW) return awakeFrom(now, "critical_health");
  if (stats.health < LOW_HEALTH_BELOW && !isAsleepAt(course.sleeper, now)) return { at: now, reason: "low_health" };
  if (position >= OPENS_AT) return awakeFrom(now, position > ENDS_AT ? "feeding_overdue" : "feeding_open_now");
  return awakeFrom(recommendedInstant(creature, course.sleeper), "feeding_opens");
}

export type AdviceReason =
  | "trust_low"
  | "asleep"
  | "health_low"
  | "play_first"
  | "uncleaned"
  | "bored"
  | "feeding_open";

export interface Advice {
  readonly action: CareAction;
  readonly reason: AdviceReason;
  /** MECH-4: true for play with a border collie. */
  readonly needsTaskItem: boolean;
}

/** ADVICE-4: returns the first advice for a creature settled at `now`, or null if nothing is advised before the check-in. */
export function firstAdvice(creature: Living, asleep: boolean, now: Instant): Advice | null {
  const { species, stats } = creature;
  const { mechanic } = species;
  const advise = (action: CareAction, reason: AdviceReason): Advice => ({
    action,
    reason,
    needsTaskItem: action === "play" && playsOnlyTasks(mechanic),
  });
  if (isCurledUp(mechanic, stats.trust)) return advise("reflect", "trust_low");
  if (asleep) return advise("reflect", "asleep");
  const uncleaned = now - creature.lastCleanedAt >= CLEAN_AFTER_MS;
  const bored = stats.happiness < PLAY_BELOW && !creature.playedThisCycle;
  const window = windowMs(species);
  const hasSpareTime = ENDS_AT * window - creature.feedingMs >= SPARE_BAND_MS;
  if (stats.health < MEDICINE_BELOW && hasSpareTime) return advise("medicine", "health_low");
  if (creature.feedingMs >= OPENS_AT * window) {
    if (wantsPlayFirst(mechanic) && !creature.playedThisCycle) return advise("play", "play_first");
    if (hasSpareTime) {
      if (uncleaned) return advise("clean", "uncleaned");
      if (bored) return advise("play", "bored");
    }
    return advise("feed", "feeding_open");
  }
  if (uncleaned) return advise("clean", "uncleaned");
  return bored ? advise("play", "bored") : null;
}

const STRESSED_TRUST_BELOW = 30;
const STRESSED_HAPPINESS_BELOW = 30;

type StressStats = Omit<Stats, "hunger" | "discipline">;

/** ADVICE-5: returns the low stat for which discipline is advised against, or null. */
export function lowForDiscipline({ health, trust, happiness }: StressStats): keyof StressStats | null {
  if (health < LOW_HEALTH_BELOW) return "health";
  if (trust < STRESSED_TRUST_BELOW) return "trust";
  return happiness < STRESSED_HAPPINESS_BELOW ? "happiness" : null;
}
