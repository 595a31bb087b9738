// A mutex per key, within one process. Callers that change the same creature run one after the other. The version check
// separates them anyway; this only saves failed attempts.
const tails = new Map<string, Promise<unknown>>();

/** Runs `work` after everything that was queued before it under the same key. */
export async function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const previous = tails.get(key) ?? Promise.resolve();
  const current = previous.then(work, work);
  tails.set(key, current);
  try {
    return await current;
  } finally {
    if (tails.get(key) === current) tails.delete(key);
  }
}
