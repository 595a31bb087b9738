// The ntfy channel: JSON to the root of its server. A newer message replaces an older one about the same creature or incident,
// but a message about a death replaces none and stays.
import { jsonRequest, type ChannelKind } from "../channel-kind.ts";
import { APPEARANCE, messageWords, type HookMessage } from "../message.ts";

function sequenceId(message: Extract<HookMessage, { readonly payload: object }>): string {
  const { id, event, creatureId, payload } = message;
  return (event === "creature.died" ? id : (payload.incident?.id ?? creatureId ?? id)).replaceAll(/[-_]/g, "");
}

export const ntfy: ChannelKind = {
  name: "ntfy",
  address: { path: /^\/[\w-]{1,64}$/, rule: "must be a topic, such as https://ntfy.sh/TOPIC" },
  gone: [401, 403],
  render(message, { target }) {
    const { title, text } = messageWords(message);
    const url = new URL(target.url);
    const { priority, tag } = APPEARANCE[message.event];
    const body = {
      topic: url.pathname.slice(1),
      title,
      message: text,
      priority,
      tags: [tag],
      click: message.page,
      ...("picture" in message ? { icon: message.picture, sequence_id: sequenceId(message) } : {}),
    };
    const authorization = target.token === undefined ? {} : { authorization: `Bearer ${target.token}` };
    return jsonRequest(new URL(url.origin), body, authorization);
  },
  topic: ({ host, pathname }) => host + pathname,
  operatorToken: ({ ntfyTokens }, { hostname }) => ntfyTokens.get(hostname),
};
