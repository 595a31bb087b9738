// Boarding, leave and suspension: all of a creature's clocks stop for a while (BOARD, LEAVE and SUSPEND rules). Its state is moved to
// the instant of its return immediately, so code that evaluates a creature does not need to know about it.
import { CRITICAL_BELOW } from "../life/course.ts";
import { instantFor, type Creature, type Resident, type Living, type Pause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { creatureAt } from "../life/life.ts";
import { REMEMBERED_MS, afterPause, moveClocks, restingAt } from "../life/pause.ts";
import { overlapMs, toCalendar } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";
import { OPENS_AT, windowMs } from "../life/feeding.ts";
import { settle } from "../life/settle.ts";

export const BOARDING_LEAST_HOURS = 1;
export const BOARDING_MOST_HOURS = 72;
export const BOARDING_WINDOW_DAYS = REMEMBERED_MS / (24 * HOUR_MS);
const MOST_MS = BOARDING_MOST_HOURS * HOUR_MS;

export type BoardingRefusal = "egg" | "resting" | "critical" | "near_death" | "too_much";

export type BoardingOutcome =
  | { readonly kind: "boarded"; readonly creature: Living; readonly pause: Pause }
  | { readonly kind: "refused"; readonly reason: BoardingRefusal; readonly availableMs: Millis }
  /** It died first: bury it. */
  | { readonly kind: "died" };

/** BOARD-2: how long it could be boarded from `at` on without more than 72 hours in any 14 days. */
export function boardableMs({ pauses }: Pick<Creature, "pauses">, at: Instant): Millis {
  const boarded = pauses.filter(({ kind }) => kind === "boarding");
  const windowStart = at - REMEMBERED_MS;
  let leftMs = MOST_MS - overlapMs(boarded, windowStart, at);
  // The window moves on with the boarding: what leaves it at its start makes room at its end.
  let reached = windowStart;
  for (const { from, until } of boarded) {
    if (until <= reached) continue;
    const gapMs = Math.max(0, from - reached);
    if (leftMs < gapMs) break;
    leftMs -= gapMs;
    reached = until;
  }
  return Math.min(MOST_MS, reached - windowStart + leftMs);
}

export function board(stored: Resident, clock: Instant, forMs: Millis): BoardingOutcome {
  const at = instantFor(stored, clock);
  const now = creatureAt(stored, clock);
  if (now.kind === "dead") return { kind: "died" };
  const availableMs = boardableMs(stored, at);
  const refused = (reason: BoardingRefusal): BoardingOutcome => ({ kind: "refused", reason, availableMs });
  if (now.kind !== "living") return refused("egg");
  if (now.resting !== null) return refused("resting");
  const { creature, deathClock } = now;
  if (creature.stats.health < CRITICAL_BELOW) return refused("critical");
  if (deathClock.hoursRemaining * 3 <= deathClock.thresholdHours) return refused("near_death");
  if (forMs > availableMs) return refused("too_much");
  const pause: Pause = { kind: "boarding", from: at, until: at + forMs };
  return { kind: "boarded", creature: afterPause(creature, pause), pause };
}

/** The creature back before its time, or null when it does not rest. What it did not use is not counted (BOARD-6). */
export function returnFromBoarding(stored: Living, clock: Instant): Living | null {
  const pause = restingAt(stored, clock);
  if (pause === null) return null;
  const at = Math.max(clock, pause.from);
  const backMs = pause.until - at;
  const earlier = stored.pauses.slice(0, -1);
  return {
    ...moveClocks(stored, (instant) => instant - backMs),
    stillMs: stored.stillMs - backMs,
    pauses: at > pause.from ? [...earlier, { ...pause, until: at, ended: true }] : earlier,
  };
}

/** LEAVE-2: where the feeding clock is to stand at the next run, in windows: it may come late, or early, and feeds all the same. */
const AT_NEXT_RUN = 0.8;
export const LEAVE_LEAST_MS: Millis = HOUR_MS;
export const LEAVE_MOST_MS: Millis = 72 * HOUR_MS;

/**
 * LEAVE-1: the creature on leave until a run at `nextRunAt` finds it hungry; null when there is none to give: it would
 * take a meal, had its leave since the last one, or will be hungry by then anyway.
 */
export function onLeave(stored: Resident, clock: Instant, nextRunAt: Instant): Living | null {
  const now = creatureAt(stored, clock);
  if (now.kind !== "living") return null;
  const { species, feedingMs } = now.creature;
  const forMs = nextRunAt - now.now - Math.max(0, Math.round(AT_NEXT_RUN * windowMs(species)) - feedingMs);
  return onLeaveFor(stored, clock, Math.min(forMs, LEAVE_MOST_MS));
}

/** The creature on leave for so long, as its log says; null when the rules give no such leave. */
export function onLeaveFor(stored: Resident, clock: Instant, forMs: Millis): Living | null {
  const found = creatureAt(stored, clock);
  if (found.kind !== "living" || forMs < LEAVE_LEAST_MS || forMs > LEAVE_MOST_MS) return null;
  const { creature, now: at, resting, asleep } = found;
  const { pauses, lastFedAt, species, feedingMs } = creature;
  // Asleep it takes no meal, so a run that finds it so can do no more.
  if (resting !== null || (!asleep && feedingMs >= OPENS_AT * windowMs(species))) return null;
  const fedAt = toCalendar(pauses, lastFedAt);
  if (pauses.some(({ kind, from }) => kind === "leave" && from >= fedAt)) return null;
  return afterPause(creature, { kind: "leave", from: at, until: at + forMs });
}

export const SUSPENSION_REST_DAYS = 14;
const REST_MS = SUSPENSION_REST_DAYS * 24 * HOUR_MS;

/** The creature at rest from `clock` on, or null when it has died before. */
export function suspend(stored: Living, clock: Instant): { readonly creature: Living; readonly pause: Pause } | null {
  const awake = returnFromBoarding(stored, clock) ?? stored;
  const at = instantFor(awake, clock);
  const settled = settle(awake, at);
  if (settled.death !== null) return null;
  const pause: Pause = { kind: "suspension", from: at, until: at + REST_MS };
  return { creature: afterPause(settled, pause), pause };
}
