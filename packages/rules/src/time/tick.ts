// Reads the stats at one instant from a forecast. It needs nothing else, so a page in a browser and the view in a
// terminal tick between two reads exactly as the creature does.
import type { Instant } from "./units.ts";

type Value = number | null;

/** The stats that time alone changes, as far as they may be seen. */
export interface TickingStats<Some extends Value = Value> {
  readonly hunger: Some | null;
  readonly happiness: Some | null;
  readonly health: Some | null;
  readonly trust: Some | null;
}

/** A stretch of a life without care, in which every stat falls along one line or one curve. */
export interface ForecastPiece<Some extends Value = Value> {
  readonly from: Instant;
  readonly until: Instant;
  readonly asleep: boolean;
  /** How hunger and happiness fall: at an even pace with 0, slowly at first and faster later with more. */
  readonly bend: number;
  readonly start: TickingStats<Some>;
  readonly end: TickingStats<Some>;
}

export interface Tick<Some extends Value = Value> extends TickingStats<Some> {
  readonly asleep: boolean;
}

/** How the creature is at an instant if nobody comes. Outside of the forecast its nearer end is told. */
export function tick<Some extends Value>(
  forecast: readonly [ForecastPiece<Some>, ...ForecastPiece<Some>[]],
  at: Instant,
): Tick<Some> {
  const { from, until, asleep, bend, start, end } = forecast.findLast((piece) => piece.from <= at) ?? forecast[0];
  const time = until > from ? Math.min(1, Math.max(0, (at - from) / (until - from))) : 0;
  const bent = time + bend * (time * time - time);
  const between = (first: Some | null, last: Some | null, share: number) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: between values that may be shown
    first === null || last === null ? null : ((first + (last - first) * share) as Some);
  return {
    asleep,
    hunger: between(start.hunger, end.hunger, bent),
    happiness: between(start.happiness, end.happiness, bent),
    health: between(start.health, end.health, time),
    trust: between(start.trust, end.trust, time),
  };
}
