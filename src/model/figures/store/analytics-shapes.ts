// The counts of analytics, all from one instant.

export interface WindowCounts {
  readonly day: number;
  readonly week: number;
  readonly month: number;
}

interface Counted {
  readonly count: number;
}

interface Named extends Counted {
  readonly name: string;
}

interface CreatureCount extends Counted {
  readonly status: string;
  readonly stage: string;
  readonly family: string;
  readonly tier: string;
  readonly path: string | null;
  readonly resurrections: number;
  readonly care: number;
}

interface StoneCount extends Counted, WindowCounts {
  readonly cause: string;
  readonly stage: string;
  readonly family: string;
  readonly back: boolean;
}

export interface LogCount extends WindowCounts {
  readonly what: string;
}

export interface AnalyticsCounts {
  readonly agents: Counted & WindowCounts;
  readonly tests: number;
  readonly providers: readonly Named[];
  /** Agents with a creature: how many reached each milestone, and how many were active in each window. */
  readonly keepers: WindowCounts & Readonly<Record<"adopted" | "cared" | "child" | "adult", number>>;
  readonly creatures: readonly CreatureCount[];
  readonly adopted: readonly Named[];
  readonly stones: readonly StoneCount[];
  readonly designs: readonly (Counted & WindowCounts & { readonly family: string })[];
  readonly designers: number;
  readonly log: readonly LogCount[];
}

const ZERO = { count: 0, day: 0, week: 0, month: 0 };

export const NO_ANALYTICS: AnalyticsCounts = {
  agents: ZERO,
  tests: 0,
  providers: [],
  keepers: { ...ZERO, adopted: 0, cared: 0, child: 0, adult: 0 },
  creatures: [],
  adopted: [],
  stones: [],
  designs: [],
  designers: 0,
  log: [],
};
