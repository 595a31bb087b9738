// The operator's figures, as the worker counts them and analytics and the operator's view show them.

/** What was counted in the last 24 hours, 7 days and 30 days. */
export interface Windowed {
  readonly day: number;
  readonly week: number;
  readonly month: number;
}

export type CountsByName = Readonly<Record<string, number>>;

/** One of a ranking, the most frequent first. */
export interface Group {
  /** Null where it is not known. */
  readonly key: string | null;
  readonly count: number;
}

export interface CareFigures {
  readonly total: number;
  readonly byAction: CountsByName;
  readonly byTiming: CountsByName;
  readonly byCategory: CountsByName;
  readonly withItem: number;
}

/** How many agents came how far. */
export interface FunnelCounts {
  readonly adopted: number;
  readonly cared: number;
  readonly child: number;
  readonly adult: number;
  readonly designed: number;
}

/** How many weeks after joining are told. */
export const RETENTION_WEEKS = 6;

/** Agents by the week they joined. */
export interface Cohort {
  /** Where the week begins, a Monday. */
  readonly joinedWeek: number;
  readonly agents: number;
  /** Who came in the first week after joining, the second, and so on. */
  readonly came: readonly number[];
}

/** How many died of a cause in a stage. */
export interface DeathGroup {
  readonly cause: string;
  readonly stage: string;
  readonly total: number;
}

export const FIGURE_EVENTS = ["adopt", "hatch", "release", "resurrect"] as const;

/** Without test accounts. */
export interface Figures {
  readonly at: number;
  readonly agents: {
    readonly total: number;
    readonly test: number;
    readonly registered: Windowed;
    readonly active: Windowed;
    readonly providers: readonly Group[];
  };
  readonly creatures: {
    readonly total: number;
    readonly byStatus: CountsByName;
    /** Of the living. */
    readonly byStage: CountsByName;
    readonly byFamily: CountsByName;
    readonly byTier: CountsByName;
    readonly byPath: CountsByName;
    readonly resurrections: number;
  };
  readonly events: Readonly<Record<(typeof FIGURE_EVENTS)[number], Windowed>>;
  readonly care: {
    readonly total: number;
    readonly windows: Readonly<Record<keyof Windowed, CareFigures>>;
    readonly topItems: readonly Group[];
  };
  readonly species: {
    readonly total: number;
    readonly created: Windowed;
    readonly byFamily: CountsByName;
    readonly mostAdopted: readonly Group[];
  };
  readonly deaths: {
    readonly died: Windowed;
    readonly resurrected: number;
    readonly groups: readonly DeathGroup[];
    readonly byFamily: CountsByName;
  };
  readonly funnel: FunnelCounts;
  readonly cohorts: readonly Cohort[];
}

export const NOTHING_IN_WINDOWS: Windowed = { day: 0, week: 0, month: 0 };

const NO_CARE: CareFigures = { total: 0, byAction: {}, byTiming: {}, byCategory: {}, withItem: 0 };

export const NO_FIGURES: Figures = {
  at: 0,
  agents: { total: 0, test: 0, registered: NOTHING_IN_WINDOWS, active: NOTHING_IN_WINDOWS, providers: [] },
  creatures: { total: 0, byStatus: {}, byStage: {}, byFamily: {}, byTier: {}, byPath: {}, resurrections: 0 },
  events: {
    adopt: NOTHING_IN_WINDOWS,
    hatch: NOTHING_IN_WINDOWS,
    release: NOTHING_IN_WINDOWS,
    resurrect: NOTHING_IN_WINDOWS,
  },
  care: { total: 0, windows: { day: NO_CARE, week: NO_CARE, month: NO_CARE }, topItems: [] },
  species: { total: 0, created: NOTHING_IN_WINDOWS, byFamily: {}, mostAdopted: [] },
  deaths: { died: NOTHING_IN_WINDOWS, resurrected: 0, groups: [], byFamily: {} },
  funnel: { adopted: 0, cared: 0, child: 0, adult: 0, designed: 0 },
  cohorts: [],
};
