// Caches public answers at addresses without parameters, such as the home page. While the database is unavailable, the last
// answer is sent again with its age. Pages about a single agent are not cached.
import { HOUR_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { LruCache } from "../../platform/lru.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";

const MAX_ENTRIES = 100;
/** Limits how long content that an operator hides during an outage stays visible. */
const MAX_AGE_MS = HOUR_MS;

type AnswerRequest = (request: RequestContext) => Promise<Reply>;

export class AnswerCache {
  readonly #answers = new LruCache<{ readonly reply: Reply; readonly at: number }>(MAX_ENTRIES);

  wrap({ method, path }: { readonly method: string; readonly path: string }, answer: AnswerRequest): AnswerRequest {
    if (method !== "GET" || path.includes("{")) return answer;
    return async (request) => {
      const reply = await answer(request);
      if (reply.status === 503) return this.#lastAnswer(request) ?? reply;
      // Caches only answers that shared caches may serve stale.
      const isPublic = reply.headers["cache-control"]?.includes("stale-while-revalidate") === true;
      if (reply.status === 200 && isPublic) this.#answers.set(keyOf(request), { reply, at: request.now });
      return reply;
    };
  }

  #lastAnswer(request: RequestContext): Reply | undefined {
    if (request.headers.authorization !== undefined || headerOf(request, "x-api-key") !== undefined) return undefined;
    const stored = this.#answers.get(keyOf(request));
    const ageMs = request.now - (stored?.at ?? 0);
    if (stored === undefined || ageMs > MAX_AGE_MS) return undefined;
    const age = String(Math.max(0, Math.floor(ageMs / SECOND_MS)));
    return { ...stored.reply, headers: { ...stored.reply.headers, "cache-control": "no-store", age } };
  }
}

function keyOf(request: RequestContext): string {
  const { path, search } = request;
  return JSON.stringify([path, search, headerOf(request, "accept"), headerOf(request, "accept-encoding")]);
}
