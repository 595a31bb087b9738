// What the trial components show.
import type { Timing } from "@denkeeper/rules/creature/creature.ts";

/** Figures of several runs of one scenario. */
export interface Figures {
  readonly on_time_share: number;
  readonly on_time_low: number;
  readonly on_time_high: number;
  readonly days_between_failures: number | null;
  readonly days_between_failures_low: number;
  readonly days_between_failures_high: number | null;
  readonly runs: number;
  readonly passed: number;
  readonly pass_1: number;
  readonly pass_5: number;
  readonly deaths: number;
  readonly visits_per_day: number;
  readonly calls_per_creature_day: number;
}

export interface ShownRun {
  /** Null for a run that has no page. */
  readonly id: string | null;
  readonly number: number;
  readonly day_shares: readonly number[];
}

export interface ShownEntry extends Figures {
  readonly rank: number;
  readonly agent: string;
  readonly display_name: string;
  readonly model: string | null;
  readonly robustness: number | null;
  readonly strips: readonly ShownRun[];
}

export interface ShownBaseline extends Figures {
  readonly keeper: string;
  readonly habit: string;
  readonly strips: readonly ShownRun[];
}

export interface ShownScenario {
  readonly name: string;
  readonly days: number;
  readonly unscored_days: number;
  readonly creatures: number;
  readonly visits: number;
}

export interface ShownBoard {
  readonly scenario: ShownScenario;
  readonly entries: readonly ShownEntry[];
  readonly unfinished: readonly {
    readonly agent: string;
    readonly display_name: string;
    readonly runs_ended: number;
  }[];
  readonly baselines: readonly ShownBaseline[];
}

/** A creature of a run. */
export interface ShownLife {
  readonly name: string;
  readonly species: string;
  readonly feeding_window_hours: number;
  readonly on_time_share: number;
  readonly feedings: Readonly<Record<Timing, number>>;
  /** Counted from 1; null if it was alive at the end. */
  readonly died_on_day: number | null;
}
