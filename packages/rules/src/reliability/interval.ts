// Computes the confidence interval of the share of windows met on time, from the number of independent windows (RECORD-5). An
// agent that is down for a day misses windows of several creatures for one reason, so its windows are not independent.

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95%. */
const Z = 1.96;

/** The most independent windows a day, for a record without failures. Each streak of failures raises it by as much again. */
const MOST_A_DAY = 2;

/** Returns Wilson's 95% score interval for a share of independent windows. */
export function wilson(share: number, windows: number): Interval {
  const center = share + (Z * Z) / (2 * windows);
  const half = Z * Math.sqrt((share * (1 - share)) / windows + (Z * Z) / (4 * windows * windows));
  const scale = 1 + (Z * Z) / windows;
  return { low: Math.max(0, (center - half) / scale), high: Math.min(1, (center + half) / scale) };
}

/** Returns the lengths of all streaks of failures. */
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

/** Returns the number of independent windows in a record of ordered windows over some days. */
export function independentWindows(onTime: readonly boolean[], days: number): number {
  const streaks = streaksIn(onTime);
  const failures = streaks.reduce((sum, length) => sum + length, 0);
  const most = MOST_A_DAY * days * (streaks.length + 1);
  if (failures === 0) return Math.min(onTime.length, most);
  const share = 1 - failures / onTime.length;
  // The length of a failure's streak, averaged over failures. Independent failures also form streaks, of 1 / share on average.
  const streak = streaks.reduce((sum, length) => sum + length * length, 0) / failures;
  return Math.min(onTime.length / Math.max(1, streak * share), most);
}
