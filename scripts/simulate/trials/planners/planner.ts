// Keepers that know the rules and the whole state, and differ in what they read.
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import { OPENS_AT } from "@denkeeper/rules/life/feeding.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import { eachVisit, hoursAfter, type Play, type TrialKeeper } from "../keepers/keeper.ts";
import { bandOf, livingAt, nextVisit, tend, type Band } from "./bands.ts";
import { announced } from "./read-notices.ts";

export interface PlannerOptions {
  /** From which part of the window on it feeds; by itself, from where a meal counts. */
  readonly part?: number;
  /** Whose notices it reads: those under the word of the house, all, or none. */
  readonly believes?: "house" | "all" | "none";
  /** The chance of a visit after which it stays away 4 hours longer, because a stranger says so. */
  readonly fooled?: number;
}

const FOOLED_HOURS: Hours = 4;
/** Whoever can still be fed for so long can wait. */
const SPARE_MS = 30 * MINUTE_MS;
/** Care may fail: it looks so often. */
const ROUNDS = 3;

export function planner({ part: own, believes = "house", fooled = 0 }: PlannerOptions = {}): TrialKeeper["play"] {
  return async (play) => {
    const { house, insight, roll } = play;
    const part = own ?? insight.scenario.countsFrom ?? OPENS_AT;
    await eachVisit(house, async ({ now, heard }) => {
      const word = believes === "house" ? insight.draw.shut?.word : undefined;
      const shut = believes === "none" ? [] : announced(heard, now, word);
      await feedAll(play, now, part, shut[0]);
      const bands = livingAt(insight, now).map((creature) => adjusted(creature, bandOf(creature, part), shut[0]));
      const at = nextVisit(bands, now, shut);
      return fooled > 0 && roll() < fooled ? hoursAfter(at, FOOLED_HOURS) : at;
    });
  };
}

async function feedAll({ house, insight }: Play, now: Instant, part: number, soon: Span | undefined): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const creature of livingAt(insight, now)) {
      const { from, until, isAwakeAt } = bandOf(creature, part);
      if (!isAwakeAt(now) || now < from) continue;
      const canWait = until - now > SPARE_MS && soon !== undefined && soon.from - now > SPARE_MS;
      if (canWait && isLocked(creature, now, soon)) continue;
      await tend(house, creature, now);
      await house.care(creature.id, "feed");
    }
  }
}

/** Whether the next meal would be due while the house is shut, if the creature ate now. */
function isLocked({ species: { feedingWindowHours } }: Living, now: Instant, soon: Span): boolean {
  const windowMs = feedingWindowHours * HOUR_MS;
  return now + OPENS_AT * windowMs > soon.from && now + windowMs < soon.until;
}

const STEP_MS = 10 * MINUTE_MS;

/** The band without its end, where a meal at its end would put the next one into closed hours. */
function adjusted(creature: Living, band: Band, soon: Span | undefined): Band {
  let { until } = band;
  if (soon !== undefined) while (until > band.from && isLocked(creature, until, soon)) until -= STEP_MS;
  return until > band.from ? { ...band, until } : band;
}
