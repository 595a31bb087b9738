// Public answers at addresses without parameters, such as the home page and the hall. While the database is away, or one worker
// of a cluster of which they show something, the last one is given again, with its age. Pages of one agent are not kept.
import { HOUR_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { LruCache } from "../../platform/lru.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";

const MOST_KEPT = 100;
/** What an operator hides during an outage stays on such an answer for so long at most. */
const KEPT_MS = HOUR_MS;

type AnswerRequest = (request: RequestContext) => Promise<Reply>;

export class AnswerCache {
  readonly #kept = new LruCache<{ readonly reply: Reply; readonly at: number }>(MOST_KEPT);

  around({ method, path }: { readonly method: string; readonly path: string }, answer: AnswerRequest): AnswerRequest {
    if (method !== "GET" || path.includes("{")) return answer;
    return async (request) => {
      const reply = await answer(request);
      if (reply.status === 503) return this.#lastOf(request) ?? reply;
      // Only what shared caches may show when it is old.
      const isPublic = reply.headers["cache-control"]?.includes("stale-while-revalidate") === true;
      if (reply.status === 200 && isPublic) this.#kept.set(keyOf(request), { reply, at: request.now });
      return reply;
    };
  }

  #lastOf(request: RequestContext): Reply | undefined {
    if (request.headers.authorization !== undefined || headerOf(request, "x-api-key") !== undefined) return undefined;
    const kept = this.#kept.get(keyOf(request));
    const ageMs = request.now - (kept?.at ?? 0);
    if (kept === undefined || ageMs > KEPT_MS) return undefined;
    const age = String(Math.max(0, Math.floor(ageMs / SECOND_MS)));
    return { ...kept.reply, headers: { ...kept.reply.headers, "cache-control": "no-store", age } };
  }
}

function keyOf(request: RequestContext): string {
  const { path, search } = request;
  return JSON.stringify([path, search, headerOf(request, "accept"), headerOf(request, "accept-encoding")]);
}
