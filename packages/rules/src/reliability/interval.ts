// The interval around a share of windows. Keepers fail in streaks: an agent that is down for a day misses several windows
// of several creatures at once, and they all say the same. Wilson's interval is therefore computed for the number of
// independent windows that the record is worth. The simulation of 1,000 keepers (scripts/simulate/reliability) shows
// that it covers the truth in 95 of 100 cases; over all windows it would in 75.

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95%. */
const Z = 1.96;

/** Without a failure, nothing says how long one would last: a day is worth no more than this, and as much for each streak. */
const MOST_A_DAY = 2;

/** Wilson's score interval for a share of so many independent windows. */
export function wilson(share: number, windows: number): Interval {
  const center = share + (Z * Z) / (2 * windows);
  const half = Z * Math.sqrt((share * (1 - share)) / windows + (Z * Z) / (4 * windows * windows));
  const scale = 1 + (Z * Z) / windows;
  return { low: Math.max(0, (center - half) / scale), high: Math.min(1, (center + half) / scale) };
}

/** The lengths of all runs of failures. */
function streaksIn(onTime: readonly boolean[]): readonly number[] {
  const streaks: number[] = [];
  let length = 0;
  for (const met of [...onTime, true]) {
    if (!met) length++;
    else if (length > 0) {
      streaks.push(length);
      length = 0;
    }
  }
  return streaks;
}

/** How many independent windows these are worth: whether each was met on time, in order, over so many days. */
export function independentWindows(onTime: readonly boolean[], days: number): number {
  const streaks = streaksIn(onTime);
  const failures = streaks.reduce((sum, length) => sum + length, 0);
  const most = MOST_A_DAY * days * (streaks.length + 1);
  if (failures === 0) return Math.min(onTime.length, most);
  const share = 1 - failures / onTime.length;
  // The length of the streak that a failure is in, on average. Streaks of 1 / share windows come about by chance.
  const streak = streaks.reduce((sum, length) => sum + length * length, 0) / failures;
  return Math.min(onTime.length / Math.max(1, streak * share), most);
}
