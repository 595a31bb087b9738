// Measures the share of CPU time that the hypervisor gave to other machines (steal time).
import { existsSync, readFileSync } from "node:fs";

const COUNTERS = "/proc/stat";

/** Reads the counters since boot: user, nice, system, idle, iowait, irq, softirq, steal. They exist only on Linux. */
function ticks(): { readonly all: number; readonly stolen: number } {
  if (!existsSync(COUNTERS)) return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync(COUNTERS, "utf8").split("\n", 1);
  const counts = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
}

/** Starts a measurement. The returned function reports the share of CPU time stolen since then. */
export function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}
