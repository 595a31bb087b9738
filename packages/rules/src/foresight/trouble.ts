// A creature's current trouble, and when the rules say that it began, which does not depend on when it is read (REPORT-2).
import { unveil } from "../creature/visibility.ts";
import { CRITICAL_SHARE } from "../life/death.ts";
import { lowStatTimes, type VisibleLiving } from "../life/shown.ts";
import { HOUR_MS } from "../time/durations.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";
import { bandOf } from "./schedule.ts";

interface CreatureTrouble {
  readonly kind: "critical" | "late";
  readonly at: Instant;
}

/** Returns the creature's worst trouble, or null if it has none or is boarded. */
export function troubleOf(living: VisibleLiving): CreatureTrouble | null {
  const { creature, resting, feedingWindowStatus, clock } = living;
  if (resting !== null) return null;
  const criticalAt = Math.min(...criticalInstants(living));
  if (criticalAt < Infinity) return { kind: "critical", at: criticalAt };
  if (feedingWindowStatus !== "past_window") return null;
  return { kind: "late", at: Math.min(clock, toCalendar(creature.pauses, bandOf(living).endsAt)) };
}

/** Returns when health turned critical, if that is visible, and when the death clock did. */
function criticalInstants(living: VisibleLiving): readonly Instant[] {
  const { creature, mood, deathClock, now } = living;
  const { diesAt, thresholdHours, urgency } = deathClock;
  const isLow = mood === "critical" || lowStatTimes(living).criticalSince !== null;
  const isNear = urgency === "critical" || urgency === "imminent";
  return [
    ...(isLow ? [unveil(creature).criticalSince ?? now] : []),
    ...(isNear ? [Math.ceil(diesAt - CRITICAL_SHARE * thresholdHours * HOUR_MS)] : []),
  ];
}
