// Callers who want to change the same creature at the same moment, one after the other. The version check keeps them
// apart anyway; this only spares them the rounds of reading and losing again, within one process.
const lastInLine = new Map<string, Promise<unknown>>();

/** Runs `work` after all that came before it under the same key. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = lastInLine.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastInLine.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lastInLine.get(key) === mine) lastInLine.delete(key);
  }
}
