// A change is written only when what it was decided from is still so. When somebody else was faster, it is read and
// decided again.
import type { Caller } from "../../store/accounts/callers.ts";

/** Whoever is overtaken more often than that has met a fault of ours. */
const MAX_ATTEMPTS = 20;

/** What `decide` answers at last; it says undefined when somebody else was faster. */
export async function untilFirst<Answer>(
  call: { readonly caller: Caller; reload(): Promise<Caller> },
  decide: (caller: Caller) => Promise<Answer | undefined>,
): Promise<Answer> {
  let { caller } = call;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = await decide(caller);
    if (answer !== undefined) return answer;
    caller = await call.reload();
  }
  throw new Error("the house changed faster than it could be answered for");
}
