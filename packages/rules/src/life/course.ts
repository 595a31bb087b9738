// The course of a life without further care: from the stored state to death, as pieces in which every rate is constant
// or linear. Everything about a creature at an instant is read from its course exactly, without stepping or rounding. A
// course depends only on the stored state, never on who reads or when (LAW-1, LAW-4).
import { isSocial, type Death, type Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import {
  MISSED_AT,
  TRUST_FALLS_FROM,
  feedingLegs,
  feedingMsAt,
  instantsFromPosition,
  windowMs,
  type FeedingLeg,
} from "./feeding.ts";
import { DECAY_LINES, deathThresholdHours, decayRhythmHours, isEstablished } from "../creature/rhythm.ts";
import { sleepStretches, sleeperOf, type SleepStretch, type Sleeper } from "../time/sleep.ts";
import { neglectTrustPerHour } from "../creature/mechanics.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

/** HEALTH-1: what an hour costs, added up. */
const MISSED_HEALTH_PER_HOUR = 0.5;
const STARVING_HEALTH_PER_HOUR = 1.25;
const DIRTY_HEALTH_PER_HOUR = 0.25;
export const STARVING_BELOW = 10;
export const DIRTY_AFTER_MS = 48 * HOUR_MS;
export const CRITICAL_BELOW = 20;

/** SLEEP-3. */
export const ASLEEP_FACTOR = 0.5;
/** DECAY-3. */
const UNCHECKED_FACTOR = 1.5;
export const UNCHECKED_AFTER_MS = 3 * HOUR_MS;

/** What stands at one point of a course. */
interface Standing {
  /** Milliseconds after the creature's `asOf`; may have a fraction. */
  start: number;
  /** Counted from `asOf`. */
  effectiveHours: Hours;
  health: number;
  trust: number;
  starving: boolean;
}

/** One stretch: what stands at its start, and the rates that hold until its end. */
export interface Stretch extends Readonly<Standing> {
  readonly end: number;
  /** From start to end. The last bits may differ from the difference of the two. */
  readonly hours: Hours;
  /** A rate changed with time, hunger fell below 10, or health ran out. */
  readonly endedBy: "time" | "hunger" | "death";
  readonly asleep: boolean;
  /** Decay per hour at the start, and how it changes per hour: rhythm x sleep x social. */
  readonly decay: number;
  readonly decaySlope: number;
  readonly healthPerHour: number;
  readonly trustPerHour: number;
}

export interface Course {
  readonly sleeper: Sleeper;
  readonly stretches: readonly Stretch[];
  readonly feeding: readonly FeedingLeg[];
  readonly death: Death;
  /** Instants at which windows pass unfed, in order. */
  readonly misses: readonly number[];
  /** When hunger falls below 10 (`asOf` when it stands there already) and health below 20; null when they do not. */
  readonly starvesAt: Instant | null;
  readonly turnsCriticalAt: Instant | null;
}

/**
 * The nearest whole millisecond. Halves are common, since rates are; a little more than a half is added so that they
 * always round up, whatever the last bits say (LAW-4).
 */
function wholeMs(time: number): Millis {
  return Math.floor(time + 0.5001);
}

/** Hours until `goal` effective hours have passed, at a decay that starts at `decay` and changes by `slope` an hour. */
export function hoursUntil(goal: number, decay: number, slope: number): Hours {
  if (slope === 0) return goal / decay;
  return (Math.sqrt(decay * decay + 2 * slope * goal) - decay) / slope;
}

export function effectiveIn(hours: Hours, decay: number, slope: number): number {
  return hours * (decay + (slope * hours) / 2);
}

/** A line of the decay ramp in a course, from `start` up to the next line: multiplier at its start, and change per hour. */
interface CourseRamp {
  readonly start: number;
  readonly end: number;
  readonly multiplier: number;
  readonly slopePerHour: number;
}

function rampsOf(creature: Living): readonly CourseRamp[] {
  const rhythmHours = decayRhythmHours(creature.rhythm, creature.species.feedingWindowHours);
  const lines = isEstablished(creature) ? DECAY_LINES : DECAY_LINES.slice(0, 1);
  const timeAt = (rhythms: number): Millis => creature.lastCareAt - creature.asOf + rhythms * rhythmHours * HOUR_MS;
  return lines.map(({ from, multiplier, slope }, index) => ({
    start: timeAt(from),
    end: timeAt(lines[index + 1]?.from ?? Infinity),
    multiplier,
    slopePerHour: slope / rhythmHours,
  }));
}

/** Chosen by the very numbers that cut the stretches: a rounded quotient could name the ramp before. */
function rampAt(ramps: readonly CourseRamp[], time: number): CourseRamp {
  for (const ramp of ramps) if (time < ramp.end) return ramp;
  throw new Error("the last ramp has no end");
}

/** What decides the rates besides sleep and hunger. Times are milliseconds after `asOf`; Infinity means never. */
interface Conditions {
  readonly ramps: readonly CourseRamp[];
  readonly missedFrom: number;
  readonly neglectedFrom: number;
  readonly dirtyFrom: number;
  readonly uncheckedFrom: number;
  readonly neglectTrustPerHour: number;
  /** How many effective hours it takes hunger to fall below 10. */
  readonly starvingHours: Hours;
}

function conditionsOf(creature: Living, misses: readonly number[], neglects: readonly number[]): Conditions {
  const { asOf, species, stats, feedingMs } = creature;
  const window = windowMs(species);
  return {
    ramps: rampsOf(creature),
    missedFrom: feedingMs >= MISSED_AT * window ? 0 : (misses[0] ?? Infinity) - asOf,
    neglectedFrom: feedingMs >= TRUST_FALLS_FROM * window ? 0 : (neglects[0] ?? Infinity) - asOf,
    dirtyFrom: creature.lastCleanedAt + DIRTY_AFTER_MS - asOf,
    uncheckedFrom: isSocial(species) ? creature.lastCheckedAt + UNCHECKED_AFTER_MS - asOf : Infinity,
    neglectTrustPerHour: neglectTrustPerHour(species),
    starvingHours: (stats.hunger - STARVING_BELOW) / species.hungerDecayPerHour,
  };
}

/** The first of `until` and the changes that are still to come. */
function nextChange({ missedFrom, neglectedFrom, dirtyFrom, uncheckedFrom }: Conditions, time: Millis, until: Millis) {
  return Math.min(
    until,
    missedFrom > time ? missedFrom : Infinity,
    neglectedFrom > time ? neglectedFrom : Infinity,
    dirtyFrom > time ? dirtyFrom : Infinity,
    uncheckedFrom > time ? uncheckedFrom : Infinity,
  );
}

/** What takes health. */
interface Wants {
  readonly unfed: boolean;
  readonly starving: boolean;
  readonly dirty: boolean;
}

/** HEALTH-1. */
export function healthLostPerHour({ unfed, starving, dirty }: Wants, asleep: boolean): number {
  const awake =
    (unfed ? MISSED_HEALTH_PER_HOUR : 0) +
    (starving ? STARVING_HEALTH_PER_HOUR : 0) +
    (dirty ? DIRTY_HEALTH_PER_HOUR : 0);
  return asleep ? ASLEEP_FACTOR * awake : awake;
}

/** The stretch that starts at `standing`. It ends at `until`, when sleep begins or ends, or before. */
function stretchFrom(conditions: Conditions, standing: Standing, asleep: boolean, until: Millis): Stretch {
  const { start, effectiveHours, health, trust, starving } = standing;
  const { ramps, uncheckedFrom, neglectedFrom, starvingHours } = conditions;
  const sleepFactor = asleep ? ASLEEP_FACTOR : 1;
  const decayFactor = start >= uncheckedFrom ? sleepFactor * UNCHECKED_FACTOR : sleepFactor;
  const ramp = rampAt(ramps, start);
  const decay = decayFactor * (ramp.multiplier + (ramp.slopePerHour * (start - ramp.start)) / HOUR_MS);
  const decaySlope = decayFactor * ramp.slopePerHour;
  const wants = { unfed: start >= conditions.missedFrom, starving, dirty: start >= conditions.dirtyFrom };
  const lost = healthLostPerHour(wants, asleep);
  const trustPerHour = start >= neglectedFrom ? conditions.neglectTrustPerHour * sleepFactor : 0;

  let endedBy: Stretch["endedBy"] = "time";
  let end = nextChange(conditions, start, Math.min(until, ramp.end));
  let hours = (end - start) / HOUR_MS;
  if (!starving && effectiveHours + effectiveIn(hours, decay, decaySlope) > starvingHours) {
    endedBy = "hunger";
    hours = Math.max(0, hoursUntil(starvingHours - effectiveHours, decay, decaySlope));
    end = Math.min(end, start + hours * HOUR_MS);
  }
  if (lost > 0 && lost * hours >= health) {
    endedBy = "death";
    hours = health / lost;
    end = Math.min(end, start + hours * HOUR_MS);
  }
  return {
    start,
    end,
    hours,
    endedBy,
    asleep,
    starving,
    effectiveHours,
    health,
    trust,
    decay,
    decaySlope,
    healthPerHour: lost,
    trustPerHour,
  };
}

function healthAfter({ health, healthPerHour, hours, endedBy }: Stretch): number {
  return endedBy === "death" ? 0 : health - healthPerHour * hours;
}

/** Moves `standing` to the end of a stretch, in place: new objects would slow every evaluation down. */
function advance(standing: Standing, stretch: Stretch): void {
  const { end, hours, decay, decaySlope, trustPerHour } = stretch;
  standing.start = end;
  standing.effectiveHours += effectiveIn(hours, decay, decaySlope);
  standing.health = healthAfter(stretch);
  standing.trust = Math.max(0, standing.trust - trustPerHour * hours);
  standing.starving ||= stretch.endedBy === "hunger";
}

/** All stretches, through sleeping and waking, until health runs out or neglect ends the life. */
function stretchesOf(
  { asOf, stats }: Living,
  conditions: Conditions,
  sleep: readonly SleepStretch[],
): readonly Stretch[] {
  const { hunger, health, trust } = stats;
  const standing: Standing = { start: 0, effectiveHours: 0, health, trust, starving: hunger <= STARVING_BELOW };
  const stretches: Stretch[] = [];
  for (const { asleep, until } of sleep) {
    while (standing.start < until - asOf) {
      const stretch = stretchFrom(conditions, standing, asleep, until - asOf);
      stretches.push(stretch);
      if (stretch.endedBy === "death") return stretches;
      advance(standing, stretch);
    }
  }
  return stretches;
}

/** The course of a living, hatched creature. */
export function courseOf(creature: Living): Course {
  const { asOf, species } = creature;
  const sleeper = sleeperOf(creature);
  const neglectAt = creature.lastCareAt + Math.round(deathThresholdHours(creature) * HOUR_MS);
  const sleep = sleepStretches(sleeper, asOf, neglectAt);
  const feeding = feedingLegs(creature, sleep);
  const misses = instantsFromPosition(species, feeding, neglectAt, MISSED_AT);
  const neglects = instantsFromPosition(species, feeding, neglectAt, TRUST_FALLS_FROM);
  const conditions = conditionsOf(creature, misses, neglects);
  const stretches = stretchesOf(creature, conditions, sleep);
  const death = deathOf(asOf, stretches.at(-1), conditions.missedFrom, neglectAt);
  return {
    sleeper,
    stretches,
    feeding,
    death,
    misses: misses.filter((miss) => miss <= death.at),
    starvesAt: starvesAtOf(creature, stretches),
    turnsCriticalAt: turnsCriticalAtOf(asOf, stretches),
  };
}

/** Health may run out before neglect ends the life: the last stretch says whether. */
function deathOf(asOf: Instant, last: Stretch | undefined, missedFrom: number, neglectAt: Instant): Death {
  const neglect: Death = { at: neglectAt, cause: "neglect" };
  if (last?.endedBy !== "death") return neglect;
  const at = asOf + wholeMs(last.end);
  if (at >= neglectAt) return neglect;
  return { at, cause: last.starving || last.start >= missedFrom ? "hunger" : "illness" };
}

function starvesAtOf({ asOf, stats }: Living, stretches: readonly Stretch[]): Instant | null {
  if (stats.hunger <= STARVING_BELOW) return asOf;
  const last = stretches.find(({ endedBy }) => endedBy === "hunger");
  return last === undefined ? null : asOf + wholeMs(last.end);
}

function turnsCriticalAtOf(asOf: Instant, stretches: readonly Stretch[]): Instant | null {
  const turning = stretches.find((each) => each.health >= CRITICAL_BELOW && healthAfter(each) < CRITICAL_BELOW);
  if (turning === undefined) return null;
  const { start, health, healthPerHour } = turning;
  return asOf + wholeMs(start + ((health - CRITICAL_BELOW) / healthPerHour) * HOUR_MS);
}

/** The stats that time alone changes, and the feeding clock, at one instant of a course. */
export interface CoursePoint {
  readonly asleep: boolean;
  readonly hunger: number;
  readonly happiness: number;
  readonly health: number;
  readonly trust: number;
  readonly feedingMs: Millis;
}

/** What stands at an instant from `asOf` up to the death. */
export function pointOf(creature: Living, course: Course, at: Instant): CoursePoint {
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
