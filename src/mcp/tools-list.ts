// Caches the reply with the list of tools, which is large, requested by every client, and the same for all callers except for the
// message id.
import { isJsonObject } from "../platform/json.ts";
import { z } from "zod";
import type { Reply } from "../http/message/request-context.ts";

/** Placeholder for the message id. Random, so that no caller can inject it. */
const ID = `id-${crypto.randomUUID()}`;
/** Maximum number of cached replies, enough for all protocol revisions. Keeps invented revisions from filling the memory. */
const MOST_CACHED = 16;

const listRequest = z.object({
  method: z.literal("tools/list"),
  id: z.union([z.string().max(200), z.number()]),
  params: z
    .object({ cursor: z.undefined().optional(), _meta: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});
const VERSION = "io.modelcontextprotocol/protocolVersion";

interface CachedToolsReply {
  readonly reply: Reply;
  readonly before: string;
  readonly after: string;
}

export class ToolsList {
  readonly #cache = new Map<string, CachedToolsReply>();

  /**
   * Answers a request for the list. Returns undefined for other messages, and if `ask`, which computes the reply, returns none
   * that can be cached. `kind` names everything besides the message on which the reply depends.
   */
  async answer(message: unknown, kind: string, ask: (message: unknown) => Promise<Reply>): Promise<Reply | undefined> {
    const request = listRequest.safeParse(message);
    if (!request.success || !isJsonObject(message)) return undefined;
    const { id, params } = request.data;
    const key = JSON.stringify([kind, params?._meta?.[VERSION]]).slice(0, 200);
    const cached = this.#cache.get(key) ?? (await this.#compute(key, { ...message, id: ID }, ask));
    return cached && { ...cached.reply, text: `${cached.before}${JSON.stringify(id)}${cached.after}` };
  }

  async #compute(
    key: string,
    message: object,
    ask: (message: unknown) => Promise<Reply>,
  ): Promise<CachedToolsReply | undefined> {
    const reply = await ask(message);
    if (typeof reply.text !== "string") return undefined;
    const [before, after, ...more] = reply.text.split(`"${ID}"`);
    if (reply.status !== 200 || before === undefined || after === undefined || more.length > 0) return undefined;
    if (!/"result":/.test(before + after)) return undefined;
    const computed = { reply, before, after };
    if (this.#cache.size < MOST_CACHED) this.#cache.set(key, computed);
    return computed;
  }
}
