// Leave between the runs of a schedule (LEAVE rules): after a meal a creature stands still until its next meal can be expected,
// so that one with a window of a day can be kept by a job that comes on weekdays. It is a boarding that the schedule asks for.
import type { Kept, Living } from "../creature/creature.ts";
import { OPENS_AT, windowMs } from "../life/feeding.ts";
import { HOUR_MS } from "../time/durations.ts";
import { creatureAt } from "../life/life.ts";
import { standStill } from "../life/pause.ts";
import { onCalendar } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

/** LEAVE-2: where the feeding clock is to stand at the next run, in windows: it may come late, or early, and feeds all the same. */
const AT_NEXT_RUN = 0.8;
export const LEAVE_LEAST_MS: Millis = HOUR_MS;
export const LEAVE_MOST_MS: Millis = 72 * HOUR_MS;

/**
 * LEAVE-1: the creature on leave until a run at `nextRunAt` finds it hungry; null when there is none to give: it waits for a
 * meal, had its leave since the last one, or will be hungry by then anyway.
 */
export function onLeave(stored: Kept, clock: Instant, nextRunAt: Instant): Living | null {
  const now = creatureAt(stored, clock);
  if (now.kind !== "living" || now.resting !== null) return null;
  const { creature } = now;
  const { pauses, lastFedAt, species, feedingMs } = creature;
  const window = windowMs(species);
  if (feedingMs >= OPENS_AT * window) return null;
  const fedAt = onCalendar(pauses, lastFedAt);
  if (pauses.some(({ kind, from }) => kind === "leave" && from >= fedAt)) return null;
  const forMs = nextRunAt - clock - (Math.round(AT_NEXT_RUN * window) - feedingMs);
  if (forMs < LEAVE_LEAST_MS) return null;
  return standStill(creature, { kind: "leave", from: clock, until: clock + Math.min(forMs, LEAVE_MOST_MS) });
}
