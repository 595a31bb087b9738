// Defines kinds of simulated keepers: when they come, how they fail, and the share of windows that they meet on time.

export interface KeeperKind {
  /** Share of windows met on time, measured over 80 years. The interval of a record should cover it. */
  readonly onTime: number;
  /** Feeding windows of its creatures, in hours. */
  readonly windows: readonly number[];
  /** Hours between visits; defaults to 1. */
  readonly visitsEveryHours?: number;
  /** Probability of skipping a visit, independent of other visits. Defaults to 0. */
  readonly skips?: number;
  /** Mean days between outages, and their length in hours. With `varies`, the length is a mean. */
  readonly down?: { readonly everyDays: number; readonly hours: number; readonly varies?: true };
}

const TWENTY = Array.from({ length: 20 }, (_, index) => 4 + (index % 5) * 2);

export const KINDS: readonly KeeperKind[] = [
  { onTime: 0.8845, windows: [8], visitsEveryHours: 3, skips: 0.1 },
  { onTime: 0.5992, windows: [6], visitsEveryHours: 3, skips: 0.33 },
  { onTime: 0.6108, windows: [12], visitsEveryHours: 4, skips: 0.5 },
  { onTime: 0.9444, windows: [6, 8, 12, 12], visitsEveryHours: 2.5, skips: 0.1 },
  { onTime: 0.7834, windows: [4, 4, 6, 6, 8, 8, 12, 24], visitsEveryHours: 2, skips: 0.3 },
  { onTime: 0.9725, windows: [6], down: { everyDays: 5, hours: 6 } },
  { onTime: 0.9851, windows: [4, 6, 8], down: { everyDays: 10, hours: 8 } },
  { onTime: 0.9618, windows: [8], down: { everyDays: 10, hours: 24 } },
  { onTime: 0.9777, windows: [4, 6, 8, 12], down: { everyDays: 20, hours: 24 } },
  { onTime: 0.9895, windows: [6, 8], down: { everyDays: 40, hours: 24 } },
  { onTime: 0.972, windows: [6, 12], down: { everyDays: 7, hours: 12, varies: true } },
  { onTime: 0.9678, windows: [4, 8, 12], down: { everyDays: 15, hours: 24, varies: true } },
  { onTime: 0.9645, windows: [8, 10], visitsEveryHours: 2, skips: 0.1, down: { everyDays: 8, hours: 6 } },
  {
    onTime: 0.8318,
    windows: [4, 6, 6, 8, 12],
    visitsEveryHours: 2,
    skips: 0.2,
    down: { everyDays: 20, hours: 20, varies: true },
  },
  { onTime: 0.9613, windows: [2, 3, 4, 4, 6, 6, 8, 8, 12, 24], down: { everyDays: 2, hours: 2 } },
  { onTime: 0.4769, windows: [4, 8], visitsEveryHours: 5, skips: 0.05 },
  { onTime: 0.853, windows: [2], down: { everyDays: 3, hours: 4 } },
  { onTime: 0.9925, windows: TWENTY, down: { everyDays: 30, hours: 12 } },
  { onTime: 0.9025, windows: [6], visitsEveryHours: 2.5, skips: 0.05 },
  { onTime: 0.9726, windows: [6, 8], down: { everyDays: 30, hours: 44 } },
];

/** Returns a name like "visits every 2 h, skips 10%; down 6 h every 8 days; 2 creatures". */
export function nameOf({ windows, visitsEveryHours = 1, skips = 0, down }: KeeperKind): string {
  return [
    `visits every ${visitsEveryHours} h${skips > 0 ? `, skips ${Math.round(skips * 100)}%` : ""}`,
    ...(down === undefined ? [] : [`down ${down.varies ? "about " : ""}${down.hours} h every ${down.everyDays} days`]),
    `${windows.length} creature${windows.length === 1 ? "" : "s"}`,
  ].join("; ");
}
