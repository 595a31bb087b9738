// CPU time that other machines on the same host took during a measurement.
import { existsSync, readFileSync } from "node:fs";

const COUNTERS = "/proc/stat";

/** Above this share a measurement is told, but says nothing of the service. */
export const MOST_STOLEN = 0.02;

interface Ticks {
  readonly all: number;
  readonly stolen: number;
}

/** user, nice, system, idle, iowait, irq, softirq, steal: since the machine started. Only Linux tells. */
function ticks(): Ticks {
  if (!existsSync(COUNTERS)) return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync(COUNTERS, "utf8").split("\n", 1);
  const counts = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
}

/** Begins to watch; each call of what is returned tells the share of the processor that was taken away since. */
export function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}

/** What `work` found, and the share of the processor that was taken away meanwhile. */
export async function watchingStolen<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly stolen: number }> {
  const stolen = watchStolen();
  return { result: await work(), stolen: stolen() };
}
