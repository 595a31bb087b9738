// Measures CPU time that other machines on the same host took.
import { existsSync, readFileSync } from "node:fs";

const COUNTERS = "/proc/stat";

/** Ticks since the start of the machine: user, nice, system, idle, iowait, irq, softirq, steal. Only Linux has them. */
function ticks(): { readonly all: number; readonly stolen: number } {
  if (!existsSync(COUNTERS)) return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync(COUNTERS, "utf8").split("\n", 1);
  const counts = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
}

/** Starts a measurement. Each call of the returned function gives the share of the processor that was taken since. */
export function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}
