// A channel of Slack, by its webhook.
import { wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingRequest } from "../send.ts";
import { jsonTo, type ChannelKind } from "./kind.ts";

function inSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Plain text has no markup; `text` is what a notification shows. */
function outgoing(message: HookMessage, { target }: Receiver): OutgoingRequest {
  const { title, text, about } = wordsOf(message, (data) => data);
  const plain = (said: string) => ({ type: "plain_text", text: said, emoji: false });
  const image =
    "picture" in message ? { accessory: { type: "image", image_url: message.picture, alt_text: title } } : {};
  return jsonTo(new URL(target.url), {
    text: inSlack(text),
    mrkdwn: false,
    parse: "none",
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "section", text: plain(text), ...image },
      { type: "context", elements: [plain(about), { type: "mrkdwn", text: `<${inSlack(message.page)}|Open>` }] },
    ],
  });
}

export const slack: ChannelKind = {
  name: "Slack",
  form: {
    hosts: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/(?:services|workflows|triggers)\/[\w/-]+$/,
    rule: "must be a Slack webhook, such as https://hooks.slack.com/services/T000/B000/SECRET",
  },
  gone: [403, 404, 410],
  isDelivered: ({ status, text }) => status === 200 && text.trim() === "ok",
  outgoing,
};
