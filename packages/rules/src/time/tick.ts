// Computes the stats at one instant from a forecast alone, so that pages and the client can update them between two calls.
import type { Instant } from "./units.ts";

type Value = number | null;

/** The stats that change with time. */
export const TICKING_STATS = ["hunger", "happiness", "health", "trust"] as const;

/** Null where a stat is hidden. */
export type TickingStats<Some extends Value = Value> = Readonly<Record<(typeof TICKING_STATS)[number], Some | null>>;

/** A part of a forecast, in which every stat falls along one line or parabola. */
export interface ForecastPiece<Some extends Value = Value> {
  readonly from: Instant;
  readonly until: Instant;
  readonly asleep: boolean;
  /** How much hunger and happiness curve. 0 is a line. With a larger value they fall more slowly at first and faster later. */
  readonly bend: number;
  readonly start: TickingStats<Some>;
  readonly end: TickingStats<Some>;
}

export interface Tick<Some extends Value = Value> extends TickingStats<Some> {
  readonly asleep: boolean;
}

/** Returns the stats at an instant, assuming no care. Instants outside the forecast use its nearer end. */
export function tick<Some extends Value>(
  forecast: readonly [ForecastPiece<Some>, ...ForecastPiece<Some>[]],
  at: Instant,
): Tick<Some> {
  const { from, until, asleep, bend, start, end } = forecast.findLast((piece) => piece.from <= at) ?? forecast[0];
  const time = until > from ? Math.min(1, Math.max(0, (at - from) / (until - from))) : 0;
  const bent = time + bend * (time * time - time);
  const between = (first: Some | null, last: Some | null, share: number) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: between two visible values
    first === null || last === null ? null : ((first + (last - first) * share) as Some);
  return {
    asleep,
    hunger: between(start.hunger, end.hunger, bent),
    happiness: between(start.happiness, end.happiness, bent),
    health: between(start.health, end.health, time),
    trust: between(start.trust, end.trust, time),
  };
}
