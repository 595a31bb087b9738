// The server's time in the browser. It starts from the instant that the page carries and runs by a stopwatch: the visitor's
// own clock does not matter. A stopwatch stands still while its machine sleeps, and a page may come from a cache, so each
// reading of the page puts it forward.
import { stopwatch } from "../../platform/clock.ts";

let offsetMs = Number(document.body.dataset["now"]) - stopwatch();

export function serverNow(): number {
  return offsetMs + stopwatch();
}

/** It never goes back: what the server said took time to come here. */
export function serverIsAt(now: number): void {
  offsetMs = Math.max(offsetMs, now - stopwatch());
}

/** Some part of `most`, another for each visitor: what many browsers would do at once they do one after the other. */
export function spread(most: number): number {
  return (stopwatch() * 997) % most;
}
