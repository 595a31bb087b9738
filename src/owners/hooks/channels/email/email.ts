// The e-mail channel: plain text to one mailbox, through the operator's mail server.
import type { ChannelKind } from "../channel-kind.ts";
import { messageWords } from "../message.ts";

const MOST_SUBJECT = 120;

export const email: ChannelKind = {
  name: "E-mail",
  address: {
    protocol: "mailto:",
    path: /^[\w.+'-]{1,64}@[^@]+$/,
    query: /^$/,
    rule: "must be one e-mail address, such as ada@example.com",
  },
  // Codes for a mailbox that is unknown, moved, invalid, or accepts no mail. Other errors may come from the mail server itself.
  gone: [550, 551, 553, 556],
  /** All messages about an incident reference one id, so mail programs show them as one conversation. */
  render(message, { target, endUrl }) {
    const { text, subject } = messageWords(message);
    const { host } = new URL(endUrl);
    const incident = "payload" in message ? message.payload.incident : undefined;
    return {
      to: new URL(target.url).pathname,
      subject: (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, -1).slice(0, MOST_SUBJECT),
      text: `${text}\n\n${message.page}\n\n-- \n${subject}\nEnd these messages: ${endUrl}\n`,
      messageId: `<${message.id}@${host}>`,
      ...(incident !== undefined && { references: `<${incident.id}@${host}>` }),
      list: { unsubscribe: endUrl },
      headers: { "Auto-Submitted": "auto-generated", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    };
  },
  // Text after a plus sign addresses the same mailbox.
  topic: ({ pathname }) => pathname.replace(/\+[^@]*/, "").toLowerCase(),
  isAvailable: ({ mail }) => mail !== undefined,
};
