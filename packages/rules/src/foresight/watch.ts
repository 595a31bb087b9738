// What the people behind an agent are alerted to (TELL-7): the window has ended, or the creature is critical.
// A look judges the state as it stands, so a late look reports nothing false; what it remembers keeps it from reporting
// anything twice. Everything else that people hear of is a stored event.
import { CRITICAL_BELOW, courseOf, pointOf, type Course } from "../life/course.ts";
import { instantFor, isLiving, type Creature, type Living } from "../creature/creature.ts";
import { ENDS_AT, instantOfFeedingMs, instantsFromPosition, windowMs } from "../life/feeding.ts";
import { restingAt } from "../life/rest.ts";
import { HOUR_MS } from "../time/durations.ts";
import { nextWakingInstant } from "../time/sleep.ts";
import { onCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";
import type { HookEvent } from "./hook-events.ts";

export type Alert = Extract<HookEvent, "creature.late" | "creature.critical">;

/** A creature with so little time left is critical, however healthy. */
const CRITICAL_LEFT_MS = 6 * HOUR_MS;

/** What was reported already. */
export interface WatchMemory {
  /** Up to where the last look went. */
  readonly until: Instant;
  /** The feeding that `told` is about: how many there were, and lives. */
  readonly cycle: number;
  readonly told: readonly Alert[];
}

export interface WatchedEvent {
  readonly event: Alert | "creature.back";
  readonly at: Instant;
}

export interface WatchLook {
  readonly events: readonly WatchedEvent[];
  readonly memory: WatchMemory;
  /** When the next look is due, if nothing changes the creature before; null when time brings nothing. */
  readonly next: Instant | null;
  /** When its window ends, or ended, and when it dies without care; null where it does not live at home. */
  readonly windowEndsAt: Instant | null;
  readonly diesAt: Instant | null;
}

/** TELL-7: what is to be reported at `clock`, each once, and when to look again. */
export function lookAt(creature: Creature, memory: WatchMemory, clock: Instant): WatchLook {
  const until = Math.max(memory.until, clock);
  const back = creature.pauses
    .filter(({ kind, until: at }) => kind === "boarding" && at > memory.until && at <= until)
    .map(({ until: at }) => ({ event: "creature.back" as const, at }));
  const idle: WatchLook = {
    events: back,
    memory: { ...memory, until },
    next: null,
    windowEndsAt: null,
    diesAt: null,
  };
  if (!isLiving(creature)) return idle;
  const resting = restingAt(creature, until);
  if (resting !== null) return { ...idle, next: resting.until };
  const now = instantFor(creature, until);
  const course = courseOf(creature);
  // The sweeper writes its death down.
  return now >= course.death.at ? idle : withAlerts(idle, creature, course, now);
}

/** The same look with the alerts of a creature that lives at home. */
function withAlerts(look: WatchLook, creature: Living, course: Course, now: Instant): WatchLook {
  const { at: diesAt } = course.death;
  const windowEndsAt = lateAt(creature, course);
  const standing = standingAt(creature, course, windowEndsAt, now);
  const told = toldBefore(creature, look.memory, standing);
  const untold = standing.filter(({ event }) => !told.includes(event));
  const holding = untold.filter(({ holds }) => holds);
  const wakesAt = nextWakingInstant(course.sleeper, now);
  const alerts = wakesAt > now ? [] : holding.map(({ event, at }) => ({ event, at: Math.min(at, now) }));
  const coming = untold.filter(({ holds, at }) => !holds && at > now).map(({ at }) => at);
  const next = Math.min(...coming, wakesAt > now && holding.length > 0 ? wakesAt : Infinity);
  return {
    events: [...look.events, ...alerts].toSorted((a, b) => a.at - b.at),
    memory: { ...look.memory, cycle: cycleOf(creature), told: [...told, ...alerts.map(({ event }) => event)] },
    next: next < diesAt ? next : null,
    windowEndsAt: windowEndsAt === Infinity ? null : windowEndsAt,
    diesAt,
  };
}

function cycleOf({ feedings, resurrections }: Living): number {
  return feedings + resurrections;
}

/** A feeding starts over, but whoever was critical before it and still is was reported. */
function toldBefore(creature: Living, { cycle, told }: WatchMemory, standing: readonly Standing[]): readonly Alert[] {
  if (cycle === cycleOf(creature)) return told;
  const isCritical = standing.some(({ event, holds }) => event === "creature.critical" && holds);
  return isCritical ? told.filter((event) => event === "creature.critical") : [];
}

interface Standing {
  readonly event: Alert;
  readonly holds: boolean;
  /** Since when it holds, or from when on it will: the first waking instant of that time. Infinity when never. */
  readonly at: Instant;
}

function standingAt(creature: Living, course: Course, windowEndsAt: Instant, now: Instant): readonly Standing[] {
  const { feedingMs } = pointOf(creature, course, now);
  const isLate = feedingMs >= ENDS_AT * windowMs(creature.species);
  const critical = criticalAt(creature, course);
  const waking = (at: Instant) => (at === Infinity ? at : nextWakingInstant(course.sleeper, at));
  return [
    { event: "creature.late", holds: isLate, at: waking(windowEndsAt) },
    { event: "creature.critical", holds: critical <= now, at: waking(critical) },
  ];
}

/** When the window ends, or ended: where that lies before the stored state, as these hours of the night would put it. */
function lateAt(creature: Living, { sleeper, feeding, death }: Course): Instant {
  const { species, pauses } = creature;
  const [end] = instantsFromPosition(species, feeding, death.at, ENDS_AT);
  const window = ENDS_AT * windowMs(species);
  if (creature.feedingMs < window) return end ?? Infinity;
  return onCalendar(pauses, instantOfFeedingMs(creature, sleeper, window));
}

function criticalAt({ criticalSince, stats, asOf }: Living, { turnsCriticalAt, death }: Course): Instant {
  const byHealth = criticalSince ?? (stats.health < CRITICAL_BELOW ? asOf : turnsCriticalAt);
  return Math.min(byHealth ?? Infinity, death.at - CRITICAL_LEFT_MS);
}
