// Implements optimistic concurrency. A change is saved only if the rows it was decided from are unchanged. After a conflict, the
// caller is reloaded and the change is decided again.
import type { Caller } from "./store/callers.ts";

/** More consecutive conflicts than this indicate a bug, not contention. */
const MAX_ATTEMPTS = 20;

/** Calls `decide` until it returns an answer. Undefined means a conflict. */
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
  throw new Error(`the change still conflicts after ${attempts} attempts`);
}
