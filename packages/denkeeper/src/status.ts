// What a status answer says beyond its fields: whether the creature is dead, and how it ticks between two looks, so that a
// program shows what the service would say.
import { tick, type ForecastPiece, type Tick } from "@denkeeper/rules/time/tick.ts";
import type { CheckStatusAnswer, PublicCreatureAnswer, StatusDead } from "./generated/types.ts";

/** Whether the creature is dead. Then the answer has its gravestone, and else what a living one needs. */
export function isDead(answer: CheckStatusAnswer): answer is StatusDead {
  return "gravestone" in answer;
}

/** A creature that goes on living on this side, as long as the forecast reaches. */
export interface Ticking {
  /** The instant of the answer, by the clock of the house. */
  readonly from: number;
  readonly until: number;
  /** How it is at an instant of the house's clock, if no one comes. */
  at(instant: number): Tick;
}

/** Undefined when the answer has no forecast: ask with `forecast_hours`. */
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
