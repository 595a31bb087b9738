// What one creature needs now, and when to come back to it (ADVICE-1 to ADVICE-5). `schedule.ts` combines it for a
// whole house; `next_steps` and `recommended_checkin` are built only from these two.
import { CRITICAL_BELOW, type Course } from "./course.ts";
import type { CareAction, Living, Stats } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { ENDS_AT, OPENS_AT, positionOf, recommendedInstant, windowMs } from "./feeding.ts";
import { isAsleepAt, nextWakingInstant } from "../time/sleep.ts";
import { isCurledUp, playsOnlyTasks, wantsPlayFirst } from "../creature/mechanics.ts";
import type { Instant } from "../time/units.ts";

/** Below this, medicine cannot wait for a meal. */
const LOW_HEALTH_BELOW = 40;
/** The words say that it is not well from here on, too (WORDS-25). */
export const MEDICINE_BELOW = 60;
export const CLEAN_AFTER_MS = 24 * HOUR_MS;
const PLAY_BELOW = 80;
/** Only when this much of the on-time band is left may anything else come before food. */
export const SPARE_BAND_MS = 0.75 * HOUR_MS;
/** The check-in is never later than this before death. */
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

/** `creature` is settled at `now`; `course` is the one it was settled along. `now` is its return if it rests. */
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
  /** The border collie plays only with task items. */
  readonly needsTaskItem: boolean;
}

/** The one thing to do now, or null: nothing but to come back at the check-in. `creature` is settled at `now`. */
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

/** ADVICE-5: whether discipline is advised against: it is ill, does not trust, or is stressed. */
export function isDisciplineUnwise({
  health,
  trust,
  happiness,
}: Pick<Stats, "health" | "trust" | "happiness">): boolean {
  return health < LOW_HEALTH_BELOW || trust < STRESSED_TRUST_BELOW || happiness < STRESSED_HAPPINESS_BELOW;
}
