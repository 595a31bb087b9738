// Moves a creature to the end of a boarding, leave, or suspension, and back if that ends early (BOARD, LEAVE, and SUSPEND rules).
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

type BoardingRefusal = "egg" | "resting" | "critical" | "near_death" | "too_much";

export type BoardingOutcome =
  | { readonly kind: "boarded"; readonly creature: Living; readonly pause: Pause }
  | { readonly kind: "refused"; readonly reason: BoardingRefusal; readonly availableMs: Millis }
  /** The creature died before boarding. */
  | { readonly kind: "died" };

/** BOARD-2: the longest boarding from `at` that keeps every 14 days within 72 hours. */
export function boardableMs({ pauses }: Pick<Creature, "pauses">, at: Instant): Millis {
  const boarded = pauses.filter(({ kind }) => kind === "boarding");
  const windowStart = at - REMEMBERED_MS;
  let leftMs = MOST_MS - overlapMs(boarded, windowStart, at);
  // The 14-day window moves along with the boarding, so an older boarding that leaves the window makes room.
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
  const refuse = (reason: BoardingRefusal): BoardingOutcome => ({ kind: "refused", reason, availableMs });
  if (now.kind !== "living") return refuse("egg");
  if (now.resting !== null) return refuse("resting");
  const { creature, deathClock } = now;
  if (creature.stats.health < CRITICAL_BELOW) return refuse("critical");
  if (deathClock.hoursRemaining * 3 <= deathClock.thresholdHours) return refuse("near_death");
  if (forMs > availableMs) return refuse("too_much");
  const pause: Pause = { kind: "boarding", from: at, until: at + forMs };
  return { kind: "boarded", creature: afterPause(creature, pause), pause };
}

/** BOARD-6: ends any rest early, and moves the clocks back by the unused time. Returns null if the creature is not resting. */
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

/** LEAVE-1: the feeding clock's position at the next run, in windows. A run slightly earlier or later is still on time. */
const AT_NEXT_RUN = 0.8;
const LEAVE_LEAST_MS: Millis = HOUR_MS;
export const LEAVE_MOST_MS: Millis = 72 * HOUR_MS;

/** LEAVE-1: sends a creature on leave that ends when its clock needs the rest of the time to `nextRunAt` to reach 0.8 windows. */
export function onLeave(stored: Resident, clock: Instant, nextRunAt: Instant): Living | null {
  const now = creatureAt(stored, clock);
  if (now.kind !== "living") return null;
  const { species, feedingMs } = now.creature;
  const forMs = nextRunAt - now.now - Math.max(0, Math.round(AT_NEXT_RUN * windowMs(species)) - feedingMs);
  return onLeaveFor(stored, clock, Math.min(forMs, LEAVE_MOST_MS));
}

/** Sends a creature on leave for `forMs`, or returns null if LEAVE-1 does not allow it. */
export function onLeaveFor(stored: Resident, clock: Instant, forMs: Millis): Living | null {
  const present = creatureAt(stored, clock);
  if (present.kind !== "living" || forMs < LEAVE_LEAST_MS || forMs > LEAVE_MOST_MS) return null;
  const { creature, now: at, resting, asleep } = present;
  const { pauses, lastFedAt, species, feedingMs } = creature;
  // A sleeping creature refuses food, so a run that finds it asleep cannot feed it before the leave.
  if (resting !== null || (!asleep && feedingMs >= OPENS_AT * windowMs(species))) return null;
  const fedAt = toCalendar(pauses, lastFedAt);
  if (pauses.some(({ kind, from }) => kind === "leave" && from >= fedAt)) return null;
  return afterPause(creature, { kind: "leave", from: at, until: at + forMs });
}

export const SUSPENSION_REST_DAYS = 14;
const REST_MS = SUSPENSION_REST_DAYS * 24 * HOUR_MS;

/** Stops the clocks of a suspended keeper's creature, or returns null if the creature has already died. */
export function suspend(stored: Living, clock: Instant): { readonly creature: Living; readonly pause: Pause } | null {
  const awake = returnFromBoarding(stored, clock) ?? stored;
  const at = instantFor(awake, clock);
  const settled = settle(awake, at);
  if (settled.death !== null) return null;
  const pause: Pause = { kind: "suspension", from: at, until: at + REST_MS };
  return { creature: afterPause(settled, pause), pause };
}
