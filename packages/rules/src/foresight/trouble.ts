// What is wrong with a creature now, and since when by the rules (REPORT-2): the same for everybody who looks meanwhile.
import { unveil } from "../creature/visibility.ts";
import { CRITICAL_SHARE } from "../life/death.ts";
import { lowStatTimes, type VisibleLiving } from "../life/shown.ts";
import { HOUR_MS } from "../time/durations.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";
import { bandOf } from "./schedule.ts";

export interface CreatureTrouble {
  readonly kind: "critical" | "late";
  readonly at: Instant;
}

/** The worst alone; null when nothing is wrong with it, and while it is boarded. */
export function troubleOf(seen: VisibleLiving): CreatureTrouble | null {
  const { creature, resting, feedingWindowStatus, clock } = seen;
  if (resting !== null) return null;
  const criticalAt = Math.min(...criticalInstants(seen));
  if (criticalAt < Infinity) return { kind: "critical", at: criticalAt };
  if (feedingWindowStatus !== "past_window") return null;
  return { kind: "late", at: Math.min(clock, toCalendar(creature.pauses, bandOf(seen).endsAt)) };
}

/** Since when its health, as far as its keeper may know of it, or its death clock has been critical. */
function criticalInstants(seen: VisibleLiving): readonly Instant[] {
  const { creature, mood, deathClock, now } = seen;
  const { diesAt, thresholdHours, urgency } = deathClock;
  const isLow = mood === "critical" || lowStatTimes(seen).criticalSince !== null;
  const isNear = urgency === "critical" || urgency === "imminent";
  return [
    ...(isLow ? [unveil(creature).criticalSince ?? now] : []),
    ...(isNear ? [Math.ceil(diesAt - CRITICAL_SHARE * thresholdHours * HOUR_MS)] : []),
  ];
}
