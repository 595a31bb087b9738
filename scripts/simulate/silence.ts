// False alarms of `agent.silent` and the time until a stop is told, for agents that come by a schedule and skip runs, each with
// its period declared (SILENT rules). `node scripts/simulate/silence.ts [agents] [months]`: a thousand agent-months of each.
import { periodOf, silentAt } from "@denkeeper/rules/foresight/silence.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";

const MONTH_MS = 30 * DAY_MS;
/** How late a look of the worker may be, and what a call needs to be written down. */
const LOOK_MS = MINUTE_MS;

export interface CallHabit {
  readonly name: string;
  readonly everyMinutes: number;
  readonly skipped: number;
  /** A run begins up to so many minutes after its time. */
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
  readonly stops: number;
  /** Of all stops: how long after the last call the longest was told. */
  readonly longestMs: number;
  readonly isInTime: boolean;
}

/** One agent over some months. After each of its runs a look asks when it would be silent if that was the last. */
export function measureSilence(
  { name, everyMinutes, skipped, jitterMinutes }: CallHabit,
  nth: number,
  months: number,
): SilenceResult {
  const seed = seedOf(`${name}/${nth}`);
  const period = periodOf(everyMinutes);
  const everyMs = everyMinutes * MINUTE_MS;
  const promisedMs = everyMs + (period.graceMinutes + 5) * MINUTE_MS;
  let [falseAlarms, stops, longestMs] = [0, 0, 0];
  let cameAt = chance(seed, -1) * jitterMinutes * MINUTE_MS;
  for (let run = 1; run * everyMs < months * MONTH_MS; run++) {
    if (chance(seed, 2 * run) < skipped) continue;
    const at = run * everyMs + chance(seed, 2 * run + 1) * jitterMinutes * MINUTE_MS;
    const alarmAt = (silentAt(period, cameAt, [], () => null) ?? Infinity) + LOOK_MS;
    if (alarmAt < at) falseAlarms++;
    stops++;
    longestMs = Math.max(longestMs, alarmAt - cameAt);
    cameAt = at;
  }
  return { falseAlarms, stops, longestMs, isInTime: longestMs <= promisedMs };
}

if (import.meta.main) {
  const [agents = 100, months = 10] = process.argv.slice(2).map(Number);
  console.log(
    "| habit, 1% of runs skipped | agent-months | false alarms a month | stops told | longest wait | in time |",
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const habit of HABITS) {
    const all = Array.from({ length: agents }, (_, nth) => measureSilence(habit, nth, months));
    const sum = (of: (one: SilenceResult) => number) => all.reduce((total, one) => total + of(one), 0);
    const rate = sum(({ falseAlarms }) => falseAlarms) / (agents * months);
    const longest = Math.max(...all.map(({ longestMs }) => longestMs)) / MINUTE_MS;
    const inTime = all.every(({ isInTime }) => isInTime);
    const stops = sum((one) => one.stops);
    console.log(
      `| ${habit.name} | ${agents * months} | ${rate.toFixed(3)} | ${stops} | ${longest.toFixed(1)} min | ${inTime} |`,
    );
  }
}
