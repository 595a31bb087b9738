// A life without care, hour by hour and with its turning points (SEEN-3), read from the same forecast that pages and
// terminals use.
import { courseOf, pointOf, type Course } from "../life/course.ts";
import type { Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { ENDS_AT, instantOfFeedingMs, windowMs } from "../life/feeding.ts";
import { forecastOf } from "./forecast.ts";
import { dueAt } from "./derived-events.ts";
import { nextGrowthInstant } from "../life/evolution.ts";
import { tick, type Tick } from "../time/tick.ts";
import { unveil, visibleStat, type Visible, type VisibleStat } from "../creature/visibility.ts";
import type { Hours, Instant } from "../time/units.ts";

export const TURNS = [
  "feeding_due",
  "feeding_late",
  "window_missed",
  "critical",
  "asleep",
  "awake",
  "grows",
  "dies",
] as const;

export interface TurningPoint {
  readonly at: Instant;
  readonly turn: (typeof TURNS)[number];
}

export interface HourlyForecast {
  /** At every full hour from now on, and at the end. */
  readonly hours: readonly (Tick<VisibleStat> & { readonly at: Instant })[];
  readonly turns: readonly TurningPoint[];
  readonly diesAt: Instant;
}

/** When its health turns critical, where health may be seen: the instant tells how much there is of it. */
function criticalIn(creature: Living, course: Course): readonly TurningPoint[] {
  const at = course.turnsCriticalAt;
  if (at === null) return [];
  const { health, trust } = pointOf(creature, course, at);
  return visibleStat(creature.species.mechanic, "health", health, trust) === null ? [] : [{ at, turn: "critical" }];
}

/** From the instant at which a living creature is settled, for some hours or up to its death. */
export function hourlyForecast(shown: Visible<Living>, hours: Hours): HourlyForecast {
  const creature = unveil(shown);
  const { asOf, species } = creature;
  const course = courseOf(creature);
  const end = Math.min(asOf + hours * HOUR_MS, course.death.at);
  const forecast = forecastOf(creature, hours);
  const full = Array.from({ length: Math.ceil((end - asOf) / HOUR_MS) }, (_, hour) => asOf + hour * HOUR_MS);
  const turns: TurningPoint[] = [
    { at: dueAt(creature), turn: "feeding_due" },
    { at: instantOfFeedingMs(creature, course.sleeper, ENDS_AT * windowMs(species)), turn: "feeding_late" },
    ...course.misses.map((at) => ({ at, turn: "window_missed" as const })),
    ...criticalIn(creature, course),
    ...forecast.flatMap(({ from, asleep }, index): TurningPoint[] => {
      const before = forecast[index - 1];
      return before === undefined || before.asleep === asleep ? [] : [{ at: from, turn: asleep ? "asleep" : "awake" }];
    }),
    { at: nextGrowthInstant(creature, course) ?? Infinity, turn: "grows" },
    { at: course.death.at, turn: "dies" },
  ];
  return {
    hours: [...full, end].map((at) => Object.assign({ at }, tick(forecast, at))),
    turns: turns.filter(({ at }) => at > asOf && at <= end).toSorted((a, b) => a.at - b.at),
    diesAt: course.death.at,
  };
}
