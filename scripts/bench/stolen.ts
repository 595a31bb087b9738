// Measures steal time: the share of CPU time that the hypervisor gave to other machines.
import { existsSync, readFileSync } from "node:fs";

const COUNTERS = "/proc/stat";

/** Sums the counters since boot: user, nice, system, idle, iowait, irq, softirq, steal. Returns zeros except on Linux. */
function ticks(): { readonly all: number; readonly stolen: number } {
  if (!existsSync(COUNTERS)) return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync(COUNTERS, "utf8").split("\n", 1);
  const counts = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
}

/** Returns a function that returns the share of CPU time stolen since this call. */
export function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}
