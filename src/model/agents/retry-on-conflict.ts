// Optimistic concurrency: a change is saved only if the rows it was decided from are unchanged. After a conflict, the
// caller is reloaded and the decision is made again.
import type { Caller } from "./store/callers.ts";

/** More conflicts in a row than this mean a bug, not contention. */
const MAX_ATTEMPTS = 20;

/** Calls `decide` until it returns an answer; undefined means a conflict. */
export async function retryOnConflict<Answer>(
  call: { readonly caller: Caller; reload(): Promise<Caller> },
  decide: (caller: Caller) => Promise<Answer | undefined>,
  attempts = MAX_ATTEMPTS,
): Promise<Answer> {
  let { caller } = call;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await decide(caller);
    if (answer !== undefined) return answer;
    caller = await call.reload();
  }
  throw new Error(`still a conflict after ${attempts} attempts`);
}
