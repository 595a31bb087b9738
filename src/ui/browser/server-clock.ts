// The server's time in the browser: the instant in the page plus a stopwatch, so the visitor's clock does not matter. A stopwatch
// stops while the machine sleeps and a page may come from a cache, so each refresh moves the time forward.
import { stopwatch } from "../../platform/clock.ts";

let offsetMs = Number(document.body.dataset["now"]) - stopwatch();

export function serverNow(): number {
  return offsetMs + stopwatch();
}

/** Corrects the time to an answer's instant, but only forward, because the answer spent some time in transit. */
export function serverIsAt(now: number): void {
  offsetMs = Math.max(offsetMs, now - stopwatch());
}

/** Returns a part of `most` that differs between visitors, so that their requests do not coincide. */
export function spread(most: number): number {
  return (stopwatch() * 997) % most;
}
