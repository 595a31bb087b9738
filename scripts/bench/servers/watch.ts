// Loaded before the service in its own process (`--import`): reports event loop lag to its parent, and ends worker
// threads on request, as a crash would. The service does not know about it.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";

export type Wish = "reset" | "delays" | "crash";

export interface Delays {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What the histogram counts holds the pause between two looks as well, so this is how far it is off at most. */
const RESOLUTION_MS = 1;
const NS_PER_MS = 1e6;

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();
const threads = new Set<Worker>();
process.on("worker", (thread) => {
  threads.add(thread);
  thread.once("exit", () => threads.delete(thread));
});

function delays(): Delays {
  return {
    p50Ms: histogram.percentile(50) / NS_PER_MS,
    p99Ms: histogram.percentile(99) / NS_PER_MS,
    maxMs: histogram.max / NS_PER_MS,
  };
}

process.on("message", (wish: Wish) => {
  if (wish === "reset") histogram.reset();
  if (wish === "delays") process.send?.(delays());
  if (wish === "crash") {
    const ended = [...threads].map((thread) => thread.terminate());
    void Promise.all(ended).then(() => process.send?.(ended.length));
  }
});
// Whoever listens keeps the process alive; the service decides when it ends.
process.channel?.unref();
