// Measures how often the interval of a track record covers the true share, over keepers whose true share is known.
import { trackRecord, type TrackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { logsOf } from "./keepers.ts";
import { KINDS, nameOf, type KeeperKind } from "./kinds.ts";

const START = Date.UTC(2026, 0, 1);
/** Account ages in days, in turn. */
const LENGTHS = [60, 120, 240, 365] as const;
/** Years per kind that verify its stated share. */
const YEARS = 20;
const MOST_DIFFERENCE = 0.01;

export interface Coverage {
  readonly last_30_days: number;
  readonly all_time: number;
}

function recordOf(kind: KeeperKind, keeper: string, days: number): TrackRecord {
  const now = START + days * DAY_MS - 1;
  return trackRecord(logsOf(kind, keeper, START, days), { now, since: START, outages: [] });
}

function measuredShare(kind: KeeperKind): number {
  const years = Array.from({ length: YEARS }, (_, year) => recordOf(kind, `year ${year}`, 365).all_time);
  const sum = (field: "on_time" | "expected") => years.reduce((total, year) => total + year[field], 0);
  return sum("on_time") / sum("expected");
}

/** Returns the share of keepers of one kind whose interval covers the true share, by period. */
export function coverageOf(kind: KeeperKind, keepers: number): Coverage {
  const records = Array.from({ length: keepers }, (_, keeper) =>
    recordOf(kind, String(keeper), LENGTHS[keeper % LENGTHS.length] ?? 60),
  );
  const covered = (period: keyof Coverage) =>
    records.filter(({ [period]: { on_time_low, on_time_high } }) => {
      return on_time_low !== null && on_time_high !== null && on_time_low <= kind.onTime && kind.onTime <= on_time_high;
    }).length / keepers;
  return { last_30_days: covered("last_30_days"), all_time: covered("all_time") };
}

export function meanOf(coverages: readonly Coverage[]): Coverage {
  const mean = (period: keyof Coverage) => coverages.reduce((sum, each) => sum + each[period], 0) / coverages.length;
  return { last_30_days: mean("last_30_days"), all_time: mean("all_time") };
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** Prints a row per kind. Returns true if the intervals cover 93 to 97 % and the stated shares are correct. */
export function reportReliability(keepers: number): boolean {
  const each = Math.ceil(keepers / KINDS.length);
  const coverages: Coverage[] = [];
  let isTrue = true;
  console.log("| keeper | on time | measured | 30 days | all time |\n| --- | --- | --- | --- | --- |");
  for (const kind of KINDS) {
    const measured = measuredShare(kind);
    const covered = coverageOf(kind, each);
    coverages.push(covered);
    isTrue &&= Math.abs(measured - kind.onTime) < MOST_DIFFERENCE;
    const shares = [kind.onTime, measured, covered.last_30_days, covered.all_time].map(percent);
    console.log(`| ${nameOf(kind)} | ${shares.join(" | ")} |`);
  }
  const { last_30_days, all_time } = meanOf(coverages);
  console.log(
    `\n${each * KINDS.length} keepers: the interval covers the truth for ${percent(last_30_days)} over 30 days and ${percent(all_time)} over all time (expected: 93% to 97%).`,
  );
  return isTrue && [last_30_days, all_time].every((share) => share >= 0.93 && share <= 0.97);
}
