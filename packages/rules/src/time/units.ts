// Units of time as types. A plain number fits every unit, which keeps arithmetic simple; a value with one unit does not
// fit where another is expected.

declare const unit: unique symbol;
type In<Unit extends string> = number & { readonly [unit]?: Unit };

/** A moment of a life, in milliseconds since 1970. In a house whose clock was moved it is not the present. */
export type Instant = In<"instant">;
/** A moment of the real present, in milliseconds since 1970: of calls, limits, money and everything else outside a house. */
export type RealInstant = In<"real instant">;
/** A length of time. */
export type Millis = In<"milliseconds">;
export type Seconds = In<"seconds">;
export type Hours = In<"hours">;

/** The same moment of a life in a house whose clock was never moved. */
export function asHouseInstant(at: RealInstant): Instant {
  const plain: number = at;
  return plain;
}
