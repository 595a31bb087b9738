// Pauses (TIME-8, AMNESTY and BOARD rules): a creature stands still while the calendar goes on. Each of its clocks
// moves by the length of the pause, in whole milliseconds. The hours of the night do not move.
import type { Creature, Living, Pause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { settle } from "./settle.ts";
import type { Span } from "../time/span.ts";
import type { Instant } from "../time/units.ts";

/** Pauses are remembered for as long as the rule of boarding looks back. */
export const REMEMBERED_MS = 14 * 24 * HOUR_MS;

/** The creature with every instant from which one of its clocks runs moved. */
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

/** A living creature, settled where the pause begins, as it is where the pause ends: the same. */
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
 * The creature after all outages that began before `clock`, as far as they lie after its last event; `outages` are merged.
 * Whoever died before an outage is left as it is, to be found dead at its own instant.
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

/** What `after` has stood still for since `before`, oldest first. */
export function pausesSince(before: Pick<Creature, "asOf">, after: Creature): readonly Pause[] {
  return before === after ? [] : after.pauses.filter(({ until }) => until > before.asOf);
}

/**
 * Somebody whom the clock had killed in an outage, back as it was when the outage began; null when it died before. The time
 * up to its return does not count either, since nobody could care for it. `beforeDeath` is the state that led there.
 */
export function restoreFromOutage(beforeDeath: Living, outage: Span, now: Instant): Living | null {
  const from = Math.max(outage.from, beforeDeath.asOf);
  const settled = settle(beforeDeath, from);
  if (settled.death !== null) return null;
  const back = afterPause(settled, { kind: "amnesty", from, until: now });
  return { ...back, restorations: back.restorations + 1 };
}

/** The boarding, or the suspension of its keeper (SUSPEND-1), that it is in at `clock`, or null. */
export function restingAt(creature: Living, clock: Instant): Pause | null {
  const last = creature.pauses.at(-1);
  if (last === undefined || last.kind === "amnesty" || last.ended === true || clock >= last.until) return null;
  return last;
}
