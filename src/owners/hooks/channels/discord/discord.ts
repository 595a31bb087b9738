// The Discord channel. A message is one embed, sent to a Discord webhook.
import { iso } from "../../../../platform/clock.ts";
import { jsonRequest, type ChannelKind } from "../channel-kind.ts";
import { APPEARANCE, messageWords } from "../message.ts";

/** Escapes the characters of Discord's inline Markdown, mentions, and links. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:]/g, String.raw`\$&`);
}

export const discord: ChannelKind = {
  name: "Discord",
  address: {
    hosts: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    rule: "must be a Discord webhook, such as https://discord.com/api/webhooks/ID/TOKEN",
  },
  gone: [401, 404],
  render(message, { target }) {
    const { title, text } = messageWords(message, escapeMarkdown);
    const url = new URL(target.url);
    // Without `wait`, Discord reports no error for a message that it did not save.
    url.searchParams.set("wait", "true");
    const embed = {
      title,
      description: text,
      url: message.page,
      color: APPEARANCE[message.event].color,
      timestamp: iso(message.at),
      // Footers do not interpret Markdown.
      footer: { text: messageWords(message).subject },
      ...("picture" in message ? { thumbnail: { url: message.picture } } : {}),
    };
    return jsonRequest(url, { username: "Denkeeper", embeds: [embed], allowed_mentions: { parse: [] } });
  },
};
