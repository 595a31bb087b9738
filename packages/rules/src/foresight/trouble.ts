// Determines a creature's current trouble, and when it began by the rules (REPORT-2).
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

/** Returns the creature's worst trouble, or null if it has none or rests. */
export function troubleOf(living: VisibleLiving): CreatureTrouble | null {
  const { creature, resting, feedingWindowStatus, clock } = living;
  if (resting !== null) return null;
  const critical = criticalInstants(living);
  if (critical.length > 0) return { kind: "critical", at: Math.min(...critical) };
  if (feedingWindowStatus !== "past_window") return null;
  const windowEndedAt = toCalendar(creature.pauses, bandOf(living).endsAt);
  return { kind: "late", at: Math.min(clock, windowEndedAt) };
}

/** Returns when health fell below 20, which the mood shows even if the stat is hidden, and when the death clock turned critical. */
function criticalInstants(living: VisibleLiving): readonly Instant[] {
  const { creature, mood, deathClock, now } = living;
  const { diesAt, thresholdHours, urgency } = deathClock;
  const showsLowHealth = mood === "critical" || lowStatTimes(living).criticalSince !== null;
  const isNearDeath = urgency === "critical" || urgency === "imminent";
  return [
    ...(showsLowHealth ? [unveil(creature).criticalSince ?? now] : []),
    ...(isNearDeath ? [Math.ceil(diesAt - CRITICAL_SHARE * thresholdHours * HOUR_MS)] : []),
  ];
}
