// Leave between the runs of a schedule (LEAVE rules): after a meal a creature stands still until its next meal can be expected,
// so that one with a window of a day can be kept by a job that comes on weekdays. It is a boarding that the schedule asks for.
import type { Resident, Living } from "../creature/creature.ts";
import { OPENS_AT, windowMs } from "../life/feeding.ts";
import { HOUR_MS } from "../time/durations.ts";
import { creatureAt } from "../life/life.ts";
import { afterPause } from "../life/pause.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

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
