// The only place that reads the time. Everything else is handed an instant, so that a test can choose it and a life can
// be replayed.

/** The present, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** A stopwatch reading in milliseconds: only differences mean anything, and it never runs backwards. */
export function stopwatch(): number {
  return performance.now();
}

/** An instant as the API shows it: ISO 8601 in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
