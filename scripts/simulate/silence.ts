// Measures the false alarms of `agent.silent` and the delay of true ones, for agents that declare a schedule and skip some runs.
import { periodOf, silentAt } from "@denkeeper/rules/foresight/silence.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";

const MONTH_MS = 30 * DAY_MS;
/** Longest delay between the instant of silence and the worker's observation of it. */
const OBSERVATION_MS = MINUTE_MS;

export interface CallHabit {
  readonly name: string;
  readonly everyMinutes: number;
  /** Share of runs that are skipped. */
  readonly skipped: number;
  /** Maximum delay of a run, in minutes. */
  readonly jitterMinutes: number;
}

export const HABITS: readonly CallHabit[] = [
  { name: "every 30 minutes", everyMinutes: 30, skipped: 0.01, jitterMinutes: 5 },
  { name: "hourly", everyMinutes: 60, skipped: 0.01, jitterMinutes: 10 },
  { name: "every 4 hours", everyMinutes: 240, skipped: 0.01, jitterMinutes: 20 },
  { name: "twice a day", everyMinutes: 720, skipped: 0.01, jitterMinutes: 60 },
];

export interface SilenceResult {
  readonly falseAlarms: number;
  /** Longest time from a last call until its alarm. */
  readonly longestMs: number;
  /** True if each alarm came within the period, its grace and five minutes of the last call. */
  readonly isInTime: boolean;
}

/** Simulates one agent over some months. After each run, computes the alarm that would follow if it were the last. */
export function measureSilence(
  { name, everyMinutes, skipped, jitterMinutes }: CallHabit,
  nth: number,
  months: number,
): SilenceResult {
  const seed = seedOf(`${name}/${nth}`);
  const period = periodOf(everyMinutes);
  const everyMs = everyMinutes * MINUTE_MS;
  const promisedMs = everyMs + (period.graceMinutes + 5) * MINUTE_MS;
  let [falseAlarms, longestMs] = [0, 0];
  let cameAt = chance(seed, -1) * jitterMinutes * MINUTE_MS;
  for (let run = 1; run * everyMs < months * MONTH_MS; run++) {
    if (chance(seed, 2 * run) < skipped) continue;
    const at = run * everyMs + chance(seed, 2 * run + 1) * jitterMinutes * MINUTE_MS;
    const alarmAt = (silentAt(period, cameAt, [], () => null) ?? Infinity) + OBSERVATION_MS;
    if (alarmAt < at) falseAlarms++;
    longestMs = Math.max(longestMs, alarmAt - cameAt);
    cameAt = at;
  }
  return { falseAlarms, longestMs, isInTime: longestMs <= promisedMs };
}
