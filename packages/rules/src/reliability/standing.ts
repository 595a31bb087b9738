// Determines a keeper's standing (RECORD-9), and the words for its badge, card, and pages.
import type { TrackRecord, TrackRecordPeriod } from "./track-record.ts";

export const STANDINGS = ["trouble", "new", "reliable", "fair", "failing"] as const;
type StandingLevel = (typeof STANDINGS)[number];

/** A record with fewer days, or fewer windows in the share, counts as new. */
const LEAST_DAYS = 7;
const LEAST_WINDOWS = 14;
/** The minimum weighted share, and the minimum lower end of the interval, of a reliable keeper. */
const RELIABLE_FROM = 0.9;
/** The minimum share and weighted share of a fair keeper. */
const FAIR_FROM = 0.8;
/** The maximum share of windows that sitters met for a reliable keeper. */
const MOST_BY_OTHERS = 0.25;

interface HouseSummary {
  /** A description such as "1 in danger", "2 late", or "Bea died", or null without trouble. */
  readonly trouble: string | null;
  /** A description such as "no creatures" or "1 needs care", or null if all is well. */
  readonly calm: string | null;
}

interface StandingRecord extends Pick<TrackRecord, "last_24_hours"> {
  readonly last_30_days: Omit<TrackRecordPeriod, "since">;
}

export interface StandingSummary {
  readonly standing: StandingLevel;
  /** The words on the badge, such as "all well · 98% on time". */
  readonly words: string;
  /** True if all windows in the share were met on time. Such a record is never shown as a warning. */
  readonly isUnbroken: boolean;
}

/** Rounds down, so that no share appears better than it is. */
export function wholePercent(share: number): number {
  return Math.floor(Math.round(share * 10_000) / 100);
}

export function standingOf(
  { last_30_days, last_24_hours }: StandingRecord,
  { trouble, calm }: HouseSummary,
): StandingSummary {
  const { on_time_share, weighted_share, on_time_low, days, on_time, late, missed, early_counted, by_others } =
    last_30_days;
  const own = on_time + late + missed + early_counted;
  const [share, weighted] = [on_time_share ?? 0, weighted_share ?? 0];
  const isUnbroken = on_time === own;
  const withShare = (words: string) => (own === 0 ? words : `${words} · ${wholePercent(share)}% on time`);
  if (trouble !== null) return { standing: "trouble", words: withShare(trouble), isUnbroken };
  if (own === 0) return { standing: "new", words: calm ?? "no record yet", isUnbroken };
  if (days < LEAST_DAYS || own < LEAST_WINDOWS) {
    return { standing: "new", words: `new · ${on_time} of ${own} on time`, isUnbroken };
  }
  const byOthers = by_others / (own + by_others);
  const isHelped = byOthers > MOST_BY_OTHERS;
  if (Math.min(on_time_low ?? 0, weighted) >= RELIABLE_FROM && last_24_hours.unmet === 0 && !isHelped) {
    return { standing: "reliable", words: withShare(calm ?? "all well"), isUnbroken };
  }
  if (isUnbroken && !isHelped) return { standing: "fair", words: `no miss in ${days} days`, isUnbroken };
  const { unmet, due } = last_24_hours;
  const today = unmet > 0 ? `${unmet} of ${due} not on time today` : (calm ?? "fed now");
  return {
    standing: Math.min(share, weighted) >= FAIR_FROM ? "fair" : "failing",
    words: withShare(isHelped ? `${wholePercent(byOthers)}% by a sitter` : today),
    isUnbroken,
  };
}
