// The course of a life without further care: from the stored state to the instant of death, as stretches in which every
// rate is constant or a straight line. All that a creature is at some instant is read off its course, exactly: no
// stepping, no rounding. Courses depend on the stored state alone, never on who reads or when (LAW-1, LAW-4).
import type { Creature, Death } from "../creature/creature.ts";
import { isSocial } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { FeedingLeg } from "./feeding.ts";
import { MISSED_AT, TRUST_FALLS_FROM, feedingLegs, feedingMsAt, instantsFromPosition, windowMs } from "./feeding.ts";
import { DECAY_LINES, deathThresholdHours, decayRhythmHours, isEstablished } from "../creature/rhythm.ts";
import type { Sleeper } from "../time/sleep.ts";
import { sleepStretches, sleeperOf } from "../time/sleep.ts";
import { neglectTrustPerHour } from "../creature/mechanics.ts";

/** HEALTH-1: what an hour costs, added up. */
const MISSED_HEALTH_PER_HOUR = 0.5;
const STARVING_HEALTH_PER_HOUR = 1.25;
const DIRTY_HEALTH_PER_HOUR = 0.25;
export const STARVING_BELOW = 10;
export const DIRTY_AFTER_MS = 48 * HOUR_MS;
export const CRITICAL_BELOW = 20;

/** SLEEP-3. */
const ASLEEP_FACTOR = 0.5;
/** DECAY-3. */
const UNCHECKED_FACTOR = 1.5;
export const UNCHECKED_AFTER_MS = 3 * HOUR_MS;

/** One stretch. Times are milliseconds after the creature's `asOf`; they may have a fraction. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly asleep: boolean;
  /** Decay per hour at the start, and how it changes per hour: rhythm x sleep x social. */
  readonly decay: number;
  readonly decaySlope: number;
  readonly healthPerHour: number;
  readonly trustPerHour: number;
  /** What stands at the start. Effective hours are counted from `asOf`. */
  readonly effectiveHours: number;
  readonly health: number;
  readonly trust: number;
}

export interface Course {
  readonly sleeper: Sleeper;
  readonly stretches: readonly Stretch[];
  readonly feeding: readonly FeedingLeg[];
  readonly death: Death;
  /** Instants at which windows pass unfed, in order. */
  readonly misses: readonly number[];
  /** When hunger falls below 10 (`asOf` when it stands there already) and health below 20; null when they do not. */
  readonly starvesAt: number | null;
  readonly turnsCriticalAt: number | null;
}

/**
 * The nearest whole millisecond. Halves are common, since rates are; a little more than a half is added so that they
 * always round up, whatever the last bits say (LAW-4).
 */
function wholeMs(time: number): number {
  return Math.floor(time + 0.5001);
}

/** Hours until `goal` effective hours have passed, at a decay that starts at `decay` and changes by `slope` an hour. */
export function hoursUntil(goal: number, decay: number, slope: number): number {
  if (slope === 0) return goal / decay;
  return (Math.sqrt(decay * decay + 2 * slope * goal) - decay) / slope;
}

export function effectiveIn(hours: number, decay: number, slope: number): number {
  return hours * (decay + (slope * hours) / 2);
}

/** A line of the decay ramp as it lies in a course: multiplier at its start, and change per hour. */
interface CourseRamp {
  readonly start: number;
  readonly multiplier: number;
  readonly slopePerHour: number;
}

function rampsOf(creature: Creature): readonly CourseRamp[] {
  const rhythmHours = decayRhythmHours(creature.rhythm, creature.species.feedingWindowHours);
  const lines = isEstablished(creature) ? DECAY_LINES : DECAY_LINES.slice(0, 1);
  return lines.map(({ from, multiplier, slope }) => ({
    start: creature.lastCareAt - creature.asOf + from * rhythmHours * HOUR_MS,
    multiplier,
    slopePerHour: slope / rhythmHours,
  }));
}

/** The course of a living, hatched creature. */
export function courseOf(creature: Creature): Course {
  const { asOf, species, stats } = creature;
  const sleeper = sleeperOf(creature);
  const neglectAt = creature.lastCareAt + Math.round(deathThresholdHours(creature) * HOUR_MS);
  const sleep = sleepStretches(sleeper, asOf, neglectAt);
  const feeding = feedingLegs(creature, sleep);
  const misses = instantsFromPosition(species, feeding, neglectAt, MISSED_AT);
  const window = windowMs(species);
  // Since when these positions are reached: before `asOf`, at their instant, or not at all.
  const missedFrom = creature.feedingMs >= MISSED_AT * window ? 0 : (misses[0] ?? Infinity) - asOf;
  const neglectedFrom =
    creature.feedingMs >= TRUST_FALLS_FROM * window
      ? 0
      : (instantsFromPosition(species, feeding, neglectAt, TRUST_FALLS_FROM)[0] ?? Infinity) - asOf;
  const dirtyFrom = creature.lastCleanedAt + DIRTY_AFTER_MS - asOf;
  const uncheckedFrom = isSocial(species) ? creature.lastCheckedAt + UNCHECKED_AFTER_MS - asOf : Infinity;
  const ramps = rampsOf(creature);
  const neglectEnd = neglectAt - asOf;

  const trustPerHour = neglectTrustPerHour(species);
  const starvingHours = (stats.hunger - STARVING_BELOW) / species.hungerDecayPerHour;
  const stretches: Stretch[] = [];
  let death: Death = { at: neglectAt, cause: "neglect" };
  let starving = stats.hunger <= STARVING_BELOW;
  let starvesAt = starving ? asOf : null;
  let turnsCriticalAt: number | null = null;
  let time = 0;
  let sleepIndex = 0;
  let rampIndex = 0;
  let effectiveHours = 0;
  let { health, trust } = stats;

  while (time < neglectEnd) {
    while ((sleep[sleepIndex]?.until ?? Infinity) - asOf <= time) sleepIndex++;
    // The ramp is chosen by the very numbers that cut the stretches: a rounded quotient could name the one before.
    while ((ramps[rampIndex + 1]?.start ?? Infinity) <= time) rampIndex++;
    let end = Math.min(
      neglectEnd,
      (sleep[sleepIndex]?.until ?? neglectAt) - asOf,
      ramps[rampIndex + 1]?.start ?? Infinity,
      missedFrom > time ? missedFrom : Infinity,
      neglectedFrom > time ? neglectedFrom : Infinity,
      dirtyFrom > time ? dirtyFrom : Infinity,
      uncheckedFrom > time ? uncheckedFrom : Infinity,
    );
    let hours = (end - time) / HOUR_MS;

    const asleep = sleep[sleepIndex]?.asleep ?? false;
    const sleepFactor = asleep ? ASLEEP_FACTOR : 1;
    const factor = time >= uncheckedFrom ? sleepFactor * UNCHECKED_FACTOR : sleepFactor;
    const { start = 0, multiplier = 1, slopePerHour = 0 } = ramps[rampIndex] ?? {};
    const decay = factor * (multiplier + (slopePerHour * (time - start)) / HOUR_MS);
    const decaySlope = factor * slopePerHour;
    const missed = time >= missedFrom;
    const healthPerHour =
      sleepFactor *
      ((missed ? MISSED_HEALTH_PER_HOUR : 0) +
        (starving ? STARVING_HEALTH_PER_HOUR : 0) +
        (time >= dirtyFrom ? DIRTY_HEALTH_PER_HOUR : 0));
    const trustRate = time >= neglectedFrom ? trustPerHour * sleepFactor : 0;

    const turnsStarving = !starving && effectiveHours + effectiveIn(hours, decay, decaySlope) > starvingHours;
    if (turnsStarving) {
      hours = Math.max(0, hoursUntil(starvingHours - effectiveHours, decay, decaySlope));
      end = Math.min(end, time + hours * HOUR_MS);
    }
    const dies = healthPerHour > 0 && healthPerHour * hours >= health;
    if (dies) {
      hours = health / healthPerHour;
      end = Math.min(end, time + hours * HOUR_MS);
    }
    stretches.push({
      start: time,
      end,
      asleep,
      decay,
      decaySlope,
      healthPerHour,
      trustPerHour: trustRate,
      effectiveHours,
      health,
      trust,
    });

    const healthAfter = dies ? 0 : health - healthPerHour * hours;
    if (health >= CRITICAL_BELOW && healthAfter < CRITICAL_BELOW) {
      turnsCriticalAt = asOf + wholeMs(time + ((health - CRITICAL_BELOW) / healthPerHour) * HOUR_MS);
    }
    if (dies) {
      const at = asOf + wholeMs(end);
      if (at < neglectAt) death = { at, cause: missed || starving ? "hunger" : "illness" };
      break;
    }
    if (turnsStarving) {
      starving = true;
      starvesAt = asOf + wholeMs(end);
    }
    health = healthAfter;
    trust = Math.max(0, trust - trustRate * hours);
    effectiveHours += effectiveIn(hours, decay, decaySlope);
    time = end;
  }
  return {
    sleeper,
    stretches,
    feeding,
    death,
    misses: misses.filter((miss) => miss <= death.at),
    starvesAt,
    turnsCriticalAt,
  };
}

/** The stats that time alone changes, and the feeding clock, at one instant of a course. */
export interface CoursePoint {
  readonly asleep: boolean;
  readonly hunger: number;
  readonly happiness: number;
  readonly health: number;
  readonly trust: number;
  readonly feedingMs: number;
}

/** What stands at an instant from `asOf` up to the death. */
export function pointOf(creature: Creature, course: Course, at: number): CoursePoint {
  const { species, stats } = creature;
  const time = at - creature.asOf;
  const feedingMs = feedingMsAt(course.feeding, at);
  const stretch = course.stretches.findLast(({ start }) => start <= time);
  if (stretch === undefined) return { ...stats, asleep: false, feedingMs };
  const hours = (Math.min(time, stretch.end) - stretch.start) / HOUR_MS;
  const effectiveHours = stretch.effectiveHours + effectiveIn(hours, stretch.decay, stretch.decaySlope);
  return {
    asleep: stretch.asleep,
    hunger: Math.max(0, stats.hunger - species.hungerDecayPerHour * effectiveHours),
    happiness: Math.max(0, stats.happiness - species.happinessDecayPerHour * effectiveHours),
    health: Math.max(0, stretch.health - stretch.healthPerHour * hours),
    trust: Math.max(0, stretch.trust - stretch.trustPerHour * hours),
    feedingMs,
  };
}
