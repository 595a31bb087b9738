// A channel of Discord, by its webhook.
import { iso } from "../../../../platform/clock.ts";
import { LOOKS, wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingRequest } from "../send.ts";
import { isSuccess, jsonTo, type ChannelKind } from "./kind.ts";

/** Everything that Discord's Markdown gives a meaning, mentions and links included. */
function inDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:]/g, String.raw`\$&`);
}

/** Without `wait`, Discord reports no error for a message that it did not save. */
function outgoing(message: HookMessage, { target }: Receiver): OutgoingRequest {
  const { title, text } = wordsOf(message, inDiscord);
  const url = new URL(target.url);
  url.searchParams.set("wait", "true");
  const embed = {
    title,
    description: text,
    url: message.page,
    color: LOOKS[message.event][0],
    timestamp: iso(message.at),
    // A footer knows no Markdown.
    footer: { text: wordsOf(message, (data) => data).about },
    ...("picture" in message ? { thumbnail: { url: message.picture } } : {}),
  };
  return jsonTo(url, { username: "Denkeeper", embeds: [embed], allowed_mentions: { parse: [] } });
}

export const discord: ChannelKind = {
  name: "Discord",
  form: {
    hosts: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    rule: "must be a Discord webhook, such as https://discord.com/api/webhooks/ID/TOKEN",
  },
  gone: [401, 404],
  isDelivered: isSuccess,
  outgoing,
};
