// Reads a status answer: detects a dead creature, and computes stats between two calls as the service would.
import { tick, type ForecastPiece, type Tick } from "@denkeeper/rules/time/tick.ts";
import type { CheckStatusAnswer, PublicCreatureAnswer, StatusDead } from "./generated/types.ts";

/** Checks for a gravestone, which only the answer for a dead creature has. */
export function isDead(answer: CheckStatusAnswer): answer is StatusDead {
  return "gravestone" in answer;
}

/** A creature's stats over time, until the forecast ends. */
export interface Ticking {
  /** The start of the forecast, in house time. */
  readonly from: number;
  readonly until: number;
  /** Returns the stats at an instant of house time, assuming no care until then. */
  at(instant: number): Tick;
}

/** Returns undefined if the answer has no forecast. Request a forecast with `forecast_hours`. */
export function tickingOf(answer: CheckStatusAnswer | Pick<PublicCreatureAnswer, "forecast">): Ticking | undefined {
  const forecast = "forecast" in answer ? (answer.forecast ?? []) : [];
  const pieces = forecast.map(({ from, until, asleep, bend, start, end }): ForecastPiece => {
    return { from: Date.parse(from), until: Date.parse(until), asleep, bend, start, end };
  });
  const [first, ...rest] = pieces;
  if (first === undefined) return undefined;
  const until = pieces.at(-1)?.until ?? first.until;
  return { from: first.from, until, at: (instant) => tick([first, ...rest], instant) };
}
