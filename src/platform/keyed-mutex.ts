// A mutex per key within one process, for callers that change the same creature. The version check already prevents conflicts.
// The mutex only avoids failed attempts.
const tails = new Map<string, Promise<unknown>>();

/** Runs `work` after all work queued earlier under the same key. */
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
