// What several runs show together: how sure success is (TRIAL-13), how long it lasts (TRIAL-12), and who is better (TRIAL-14).
// scripts/simulate/trials measures how often these intervals cover the truth.
import { failuresIn, isFailedDay } from "./score.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1));
}

/** TRIAL-13: the chance that k runs, drawn without replacement from n of which c passed, all passed. */
export function passHat(n: number, c: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, c - drawn) / (n - drawn);
  return chance;
}

/** Two-sided 95% points of Student's t, from one degree of freedom on. */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;
const T_95_BEYOND = 1.98;

/** TRIAL-14: the interval of a mean of shares, never narrower than one day of all runs would make it. */
export function shareInterval(shares: readonly number[], days: number): Interval {
  const middle = mean(shares);
  const t = T_95[shares.length - 2] ?? T_95_BEYOND;
  // One run alone shows nothing of how much runs differ.
  const spread = shares.length < 2 ? 1 : (t * deviation(shares)) / Math.sqrt(shares.length);
  const half = Math.max(spread, 1 / (shares.length * days));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface DaysBetweenFailures {
  /** Null when there was no failure. */
  readonly days: number | null;
  readonly low: number;
  /** Null with fewer than three failures: then only the lower end says something. */
  readonly high: number | null;
}

const Z = 1.96;
const FEWEST_FAILURES_FOR_HIGH = 3;

/** TRIAL-12: days on time for each failure, with Poisson's interval. Each run is its list of day shares. */
export function daysBetweenFailures(runs: readonly (readonly number[])[], least?: number): DaysBetweenFailures {
  const onTimeDays = runs.flat().filter((share) => !isFailedDay(share, least)).length;
  const failures = runs.reduce((sum, dayShares) => sum + failuresIn(dayShares, least), 0);
  return daysPerFailure(onTimeDays, failures);
}

export function daysPerFailure(onTimeDays: number, failures: number): DaysBetweenFailures {
  return {
    days: failures === 0 ? null : onTimeDays / failures,
    low: onTimeDays / (chiSquare(Z, 2 * failures + 2) / 2),
    high: failures < FEWEST_FAILURES_FOR_HIGH ? null : onTimeDays / (chiSquare(-Z, 2 * failures) / 2),
  };
}

/** TRIAL-12: how many days are kept with a chance, if failures come at random: 0.693 of those between failures for 50%. */
export function keptDays({ days, low, high }: DaysBetweenFailures, chance: number): DaysBetweenFailures {
  const part = -Math.log(chance);
  return { days: days === null ? null : days * part, low: low * part, high: high === null ? null : high * part };
}

/** The chi-square value that a normal value of `z` stands for (Wilson and Hilferty). */
function chiSquare(z: number, degrees: number): number {
  const part = 2 / (9 * degrees);
  return degrees * Math.max(0, 1 - part + z * Math.sqrt(part)) ** 3;
}

/** TRIAL-14: one more than there are entries that are better. Each entry is the list of its runs' shares. */
export function ranksByWelch(entries: readonly (readonly number[])[]): readonly number[] {
  return entries.map((own) => 1 + entries.filter((other) => isBetter(other, own)).length);
}

/** By Welch's t test, one-sided at 2.5%: with equal agents, one is called better in 2.5% of seasons. */
function isBetter(own: readonly number[], other: readonly number[]): boolean {
  const squared = (shares: readonly number[]) => deviation(shares) ** 2 / shares.length;
  const [a, b] = [squared(own), squared(other)];
  const degrees = (a + b) ** 2 / (a ** 2 / (own.length - 1) + b ** 2 / (other.length - 1));
  return (mean(own) - mean(other)) / Math.sqrt(a + b) > (T_95[Math.floor(degrees) - 1] ?? T_95_BEYOND);
}
