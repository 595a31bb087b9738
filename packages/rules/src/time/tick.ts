// What a forecast says of one instant. It needs nothing but the forecast, so that the page in a browser and the view in a
// terminal tick between two looks exactly as the creature does.
import type { Instant } from "./units.ts";

/** The stats that time alone changes, as far as they may be seen. */
export interface TickingStats {
  readonly hunger: number | null;
  readonly happiness: number | null;
  readonly health: number | null;
  readonly trust: number | null;
}

/** A stretch of a life without care, in which every stat falls along one line or one curve. */
export interface ForecastPiece {
  readonly from: Instant;
  readonly until: Instant;
  readonly asleep: boolean;
  /** How hunger and happiness fall: at an even pace with 0, slowly at first and faster later with more. */
  readonly bend: number;
  readonly start: TickingStats;
  readonly end: TickingStats;
}

export interface Tick extends TickingStats {
  readonly asleep: boolean;
}

/** How the creature is at an instant if nobody comes. Outside of the forecast its nearer end is told. */
export function tick(forecast: readonly [ForecastPiece, ...ForecastPiece[]], at: Instant): Tick {
  const { from, until, asleep, bend, start, end } = forecast.findLast((piece) => piece.from <= at) ?? forecast[0];
  const time = until > from ? Math.min(1, Math.max(0, (at - from) / (until - from))) : 0;
  const bent = time + bend * (time * time - time);
  const between = (first: number | null, last: number | null, share: number): number | null =>
    first === null || last === null ? null : first + (last - first) * share;
  return {
    asleep,
    hunger: between(start.hunger, end.hunger, bent),
    happiness: between(start.happiness, end.happiness, bent),
    health: between(start.health, end.health, time),
    trust: between(start.trust, end.trust, time),
  };
}
