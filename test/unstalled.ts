// Measures durations without machine stalls, so that a limit means the same on a shared machine.
import { setInterval as every } from "node:timers";

const TICK_MS = 10;

export interface Timed<Value> {
  readonly value: Value;
  /** Duration of the work in milliseconds. Includes waiting, but excludes stalls of the event loop. */
  readonly ms: number;
}

export async function unstalled<Value>(work: () => Promise<Value>): Promise<Timed<Value>> {
  const started = performance.now();
  let [last, stalledMs] = [started, 0];
  const tick = (): void => {
    const now = performance.now();
    stalledMs += Math.max(0, now - last - TICK_MS);
    last = now;
  };
  const timer = every(tick, TICK_MS);
  try {
    const value = await work();
    tick();
    return { value, ms: performance.now() - started - stalledMs };
  } finally {
    clearInterval(timer);
  }
}
