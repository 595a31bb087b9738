// The server's time in the browser. It starts from the instant that the page carries and runs by a stopwatch: the visitor's own clock does not matter.
import { stopwatch } from "../../platform/clock.ts";

const offsetMs = Number(document.body.dataset["now"]) - stopwatch();

export function serverNow(): number {
  return offsetMs + stopwatch();
}

/** Some part of `most`, another for each visitor: what many browsers would do at once they do one after the other. */
export function spread(most: number): number {
  return (stopwatch() * 997) % most;
}
