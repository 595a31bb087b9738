// Units of time as types. A plain number is assignable to every unit, which keeps arithmetic simple, but one unit is not
// assignable to another.

declare const unit: unique symbol;
type In<Unit extends string> = number & { readonly [unit]?: Unit };

/** House time, in milliseconds since 1970. In a house whose clock was moved, house time differs from real time. */
export type Instant = In<"instant">;
/** Real time, in milliseconds since 1970, for calls, limits, money, and everything else outside of a house. */
export type RealInstant = In<"real instant">;
export type Millis = In<"milliseconds">;
export type Seconds = In<"seconds">;
export type Hours = In<"hours">;

/** Converts real time to the time of a house whose clock was never moved. */
export function asHouseInstant(at: RealInstant): Instant {
  const plain: number = at;
  return plain;
}
