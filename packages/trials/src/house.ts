// What a keeper can do in a run: one method for each call of the API, so that the same keeper plays in process (run.ts) and over
// HTTP, with the same number of calls.
import type { CareAction, Mood, Stat, Timing } from "@denkeeper/rules/creature/creature.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";

export const CALL_FAILURES = [
  /** 503: it may have been done or not. */
  "unavailable",
  /** 429: it was not done. */
  "throttled",
  /** 503 in an outage: only the clock answers until it is over. */
  "away",
  /** 400 of the clock: the instant has passed, and no visit was used. */
  "already_past",
  /** 400: nothing was done. */
  "notebook_too_long",
  /** 403: not open in this run. */
  "closed",
  /** The creature is dead, or no creature of this house. */
  "gone",
  /** 403: the run has used all its calls, and only the clock answers. */
  "no_calls_left",
  /** 409: the run is over. */
  "over",
] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure };

/** A living creature as home shows it. */
export interface HomeCreature {
  readonly id: string;
  readonly name: string;
  /** `sleeping` while it is asleep. */
  readonly mood: Mood;
  /** Rounded to one decimal; null where the species hides it. */
  readonly stats: Readonly<Record<Stat, number | null>>;
  /** What only runs that are not blind say. */
  readonly told?: {
    readonly due: boolean;
    readonly advice: CareAction | null;
    readonly checkInAt: Instant;
    readonly diesAt: Instant;
  };
}

/** What letters and strangers say in an answer (TRIAL-10). */
export type Heard = readonly string[];

export interface HomeAnswer {
  readonly now: Instant;
  /** Those who live, in the order of their names. */
  readonly creatures: readonly HomeCreature[];
  /** The house's recommended check-in; null in a blind run, and when nobody lives. */
  readonly checkInAt: Instant | null;
  readonly heard: Heard;
}

export interface ScheduledCreature {
  readonly id: string;
  readonly asleep: boolean;
  /** Food is on time between these, while the creature is awake. */
  readonly opensAt: Instant;
  readonly endsAt: Instant;
}

export interface ScheduleAnswer {
  readonly now: Instant;
  /** In the order of their names. */
  readonly creatures: readonly ScheduledCreature[];
}

export interface CareAnswer {
  /** False when the creature refused. */
  readonly success: boolean;
  readonly timing: Timing | null;
  readonly heard: Heard;
}

export interface ClockAnswer {
  readonly now: Instant;
  readonly visitsLeft: number;
  readonly over: boolean;
}

/** The keeper leaves until an instant, or for some hours. It never wakes early. */
export type Leave = { readonly until: Instant } | { readonly advanceHours: Hours };

export interface TrialHouse {
  /** GET /api/house/home: a visit, which checks everybody. */
  home(): Promise<Answer<HomeAnswer>>;
  /** GET /api/house/schedule: changes nothing. Closed in a blind run. */
  schedule(): Promise<Answer<ScheduleAnswer>>;
  /** POST /api/house/care. `isTask`: with an item that is a task, which some species play with only. */
  care(id: string, action: CareAction, isTask?: boolean): Promise<Answer<CareAnswer>>;
  /** POST /api/house/clock. */
  advance(leave: Leave): Promise<Answer<ClockAnswer>>;
}
