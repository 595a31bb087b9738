// A topic of ntfy: a phone.
import type { HookPayload } from "@denkeeper/rules/foresight/hook-events.ts";
import { LOOKS, wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingRequest } from "../send.ts";
import { isSuccess, jsonTo, type ChannelKind } from "./kind.ts";

/**
 * JSON goes to the root of the server. A newer message about the same creature, or the same incident, replaces the older one;
 * one about a death replaces none and stays.
 */
function outgoing(message: HookMessage, { target }: Receiver): OutgoingRequest {
  const { title, text } = wordsOf(message, (data) => data);
  const url = new URL(target.url);
  const topic = url.pathname.slice(1);
  const [, priority, tag] = LOOKS[message.event];
  const about =
    "picture" in message ? { icon: message.picture, sequence_id: sequenceOf(message, message.payload) } : {};
  const body = { topic, title, message: text, priority, tags: [tag], click: message.page, ...about };
  const authorization = target.token === undefined ? {} : { authorization: `Bearer ${target.token}` };
  return jsonTo(new URL(url.origin), body, authorization);
}

function sequenceOf(
  { id, event, creatureId }: HookMessage & { creatureId?: string },
  { incident }: HookPayload,
): string {
  return (event === "creature.died" ? id : (incident?.id ?? creatureId ?? id)).replaceAll(/[-_]/g, "");
}

export const ntfy: ChannelKind = {
  name: "ntfy",
  form: { path: /^\/[\w-]{1,64}$/, rule: "must be a topic, such as https://ntfy.sh/TOPIC" },
  gone: [401, 403],
  isDelivered: isSuccess,
  outgoing,
};
