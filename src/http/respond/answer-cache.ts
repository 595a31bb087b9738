// Caches public answers at paths without parameters, and sends the last one again, with its age, instead of a 503.
import { HOUR_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { LruCache } from "../../platform/lru.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";

const MAX_ENTRIES = 100;
/** Content that an operator has hidden since stays visible for at most this long. */
const MAX_AGE_MS = HOUR_MS;

type AnswerRequest = (request: RequestContext) => Promise<Reply>;

export class AnswerCache {
  readonly #answers = new LruCache<{ readonly reply: Reply; readonly storedAt: number }>(MAX_ENTRIES);

  wrap({ method, path }: { readonly method: string; readonly path: string }, answer: AnswerRequest): AnswerRequest {
    if (method !== "GET" || path.includes("{")) return answer;
    return async (request) => {
      const reply = await answer(request);
      if (reply.status === 503) return this.#lastAnswer(request) ?? reply;
      // An answer may be repeated only if its Cache-Control lets shared caches serve it stale.
      const mayBeStale = reply.headers["cache-control"]?.includes("stale-while-revalidate") === true;
      if (reply.status === 200 && mayBeStale) this.#answers.set(keyOf(request), { reply, storedAt: request.now });
      return reply;
    };
  }

  #lastAnswer(request: RequestContext): Reply | undefined {
    if (request.headers.authorization !== undefined || headerOf(request, "x-api-key") !== undefined) return undefined;
    const stored = this.#answers.get(keyOf(request));
    if (stored === undefined) return undefined;
    const { reply, storedAt } = stored;
    const ageMs = Math.max(0, request.now - storedAt);
    if (ageMs > MAX_AGE_MS) return undefined;
    const age = String(Math.floor(ageMs / SECOND_MS));
    return { ...reply, headers: { ...reply.headers, "cache-control": "no-store", age } };
  }
}

function keyOf(request: RequestContext): string {
  const { path, search } = request;
  return JSON.stringify([path, search, headerOf(request, "accept"), headerOf(request, "accept-encoding")]);
}
