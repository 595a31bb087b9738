// Applies pauses to a creature: each clock moves by the length of the pause, but the hours of sleep do not (TIME-8).
import type { Creature, Living, Pause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { settle } from "./settle.ts";
import type { Span } from "../time/span.ts";
import type { Instant } from "../time/units.ts";

/** BOARD-2: the period of the boarding limit. Pauses that ended longer ago are removed when the next pause is added. */
export const REMEMBERED_MS = 14 * 24 * HOUR_MS;

/** Moves `asOf` and every instant that starts a clock. */
export function moveClocks(creature: Living, moved: (instant: Instant) => Instant): Living {
  const { lastPlayedAt, rhythmSince } = creature;
  return {
    ...creature,
    asOf: moved(creature.asOf),
    lastFedAt: moved(creature.lastFedAt),
    lastPlayedAt: lastPlayedAt === null ? null : moved(lastPlayedAt),
    lastCleanedAt: moved(creature.lastCleanedAt),
    lastCheckedAt: moved(creature.lastCheckedAt),
    lastCareAt: moved(creature.lastCareAt),
    rhythmSince: rhythmSince === null ? null : moved(rhythmSince),
  };
}

/** Moves a creature, settled at the start of a pause, to its end. Stats and scores stay the same. */
export function afterPause(settled: Living, pause: Pause): Living {
  const { from, until } = pause;
  const forMs = until - from;
  return {
    ...moveClocks(settled, (instant) => (instant <= from ? instant + forMs : Math.max(instant, until))),
    stillMs: settled.stillMs + forMs,
    pauses: [...settled.pauses.filter((earlier) => earlier.until > from - REMEMBERED_MS), pause],
  };
}

/**
 * Moves a creature across all outages (merged) that began before `clock` and ended after `asOf`. Stops at the first outage that
 * the creature did not live to see.
 */
export function moveAcrossOutages(creature: Living, outages: readonly Span[], clock: Instant): Living {
  const last = outages.at(-1);
  if (last === undefined || last.until <= creature.asOf) return creature;
  let current = creature;
  for (const outage of outages) {
    if (outage.until <= current.asOf) continue;
    const from = Math.max(outage.from, current.asOf);
    if (from >= clock) break;
    const settled = settle(current, from);
    if (settled.death !== null) break;
    current = afterPause(settled, { kind: "amnesty", from, until: outage.until });
  }
  return current;
}

/** Returns the pauses that a change added, oldest first: those that end after `before.asOf`. */
export function pausesSince(before: Pick<Creature, "asOf">, after: Creature): readonly Pause[] {
  return before === after ? [] : after.pauses.filter(({ until }) => until > before.asOf);
}

/**
 * AMNESTY-4: undoes a death by the clock, or returns null if the creature died before the outage. The time from the start of the
 * outage to `now` does not count. `beforeDeath` is the last state stored before the death.
 */
export function restoreFromOutage(beforeDeath: Living, outage: Span, now: Instant): Living | null {
  const from = Math.max(outage.from, beforeDeath.asOf);
  const settled = settle(beforeDeath, from);
  if (settled.death !== null) return null;
  const back = afterPause(settled, { kind: "amnesty", from, until: now });
  return { ...back, restorations: back.restorations + 1 };
}

/** Returns the boarding, leave, or suspension (SUSPEND-1) at `clock`, or null if the creature is not resting. */
export function restingAt(creature: Living, clock: Instant): Pause | null {
  const last = creature.pauses.at(-1);
  if (last === undefined || last.kind === "amnesty" || last.ended === true || clock >= last.until) return null;
  return last;
}
