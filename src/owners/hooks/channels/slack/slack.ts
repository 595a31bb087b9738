// The Slack channel. Names are in blocks of plain text, which have no markup. Notifications show `text`, which is escaped.
import { jsonRequest, type ChannelKind } from "../channel-kind.ts";
import { messageWords } from "../message.ts";

function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function plainText(text: string) {
  return { type: "plain_text", text, emoji: false };
}

export const slack: ChannelKind = {
  name: "Slack",
  address: {
    hosts: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/(?:services|workflows|triggers)\/[\w/-]+$/,
    rule: "must be a Slack webhook, such as https://hooks.slack.com/services/T000/B000/SECRET",
  },
  gone: [403, 404, 410],
  isDelivered: ({ status, text }) => status === 200 && text.trim() === "ok",
  render(message, { target }) {
    const { title, text, subject } = messageWords(message);
    const image =
      "picture" in message ? { accessory: { type: "image", image_url: message.picture, alt_text: title } } : {};
    const link = { type: "mrkdwn", text: `<${escapeMrkdwn(message.page)}|Open>` };
    return jsonRequest(new URL(target.url), {
      text: escapeMrkdwn(text),
      mrkdwn: false,
      parse: "none",
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: "section", text: plainText(text), ...image },
        { type: "context", elements: [plainText(subject), link] },
      ],
    });
  },
};
