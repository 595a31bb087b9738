// The list of tools as prepared text. It is large, the same for everyone and requested by every client, so it is
// written once per protocol revision, and only the message id is inserted.
import { isJsonObject } from "../platform/json.ts";
import { z } from "zod";
import type { Reply } from "../http/message/request-context.ts";

/** Stands where the id of the message goes. No caller can know it. */
const ID = `id-${crypto.randomUUID()}`;
/** There are few revisions of the protocol; what a caller makes up must not fill the memory. */
const MAX_KEPT = 16;

const question = z.object({
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
  readonly behind: string;
}

export class ToolsList {
  readonly #kept = new Map<string, CachedToolsReply>();

  /**
   * The answer to a message that asks for the list; undefined when it asks for something else. `ask` answers a message the slow
   * way; `kind` names all else that makes answers differ.
   */
  async answer(message: unknown, kind: string, ask: (message: unknown) => Promise<Reply>): Promise<Reply | undefined> {
    const asked = question.safeParse(message);
    if (!asked.success || !isJsonObject(message)) return undefined;
    const { id, params } = asked.data;
    const key = JSON.stringify([kind, params?._meta?.[VERSION]]).slice(0, 200);
    const kept = this.#kept.get(key) ?? (await this.#written(key, { ...message, id: ID }, ask));
    if (kept === undefined) return undefined;
    return { ...kept.reply, text: `${kept.before}${JSON.stringify(id)}${kept.behind}` };
  }

  async #written(
    key: string,
    message: object,
    ask: (message: unknown) => Promise<Reply>,
  ): Promise<CachedToolsReply | undefined> {
    const reply = await ask(message);
    if (typeof reply.text !== "string") return undefined;
    const [before, behind, ...more] = reply.text.split(`"${ID}"`);
    if (reply.status !== 200 || before === undefined || behind === undefined || more.length > 0) return undefined;
    if (!/"result":/.test(before + behind)) return undefined;
    const kept = { reply, before, behind };
    if (this.#kept.size < MAX_KEPT) this.#kept.set(key, kept);
    return kept;
  }
}
