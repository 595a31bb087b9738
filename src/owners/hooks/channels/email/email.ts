// The e-mail channel: plain text to one mailbox, through the operator's mail server.
import type { ChannelKind } from "../channel-kind.ts";
import { messageWords } from "../message.ts";

const MOST_SUBJECT = 120;

/** Returns the text up to the first period or colon that ends a word. */
function firstClause(text: string): string {
  return text.split(/[.:](?=\s|$)/, 1)[0] ?? text;
}

export const email: ChannelKind = {
  name: "E-mail",
  address: {
    protocol: "mailto:",
    path: /^[\w.+'-]{1,64}@[^@]+$/,
    query: /^$/,
    rule: "must be one e-mail address, such as ada@example.com",
  },
  // SMTP codes for a mailbox that is unknown, moved, invalid, or accepts no mail. Other codes may concern the mail server itself.
  gone: [550, 551, 553, 556],
  /** All messages about an incident reference one id, so mail programs show them as one conversation. */
  render(message, { target, endUrl }) {
    const { text, subject } = messageWords(message);
    const { host } = new URL(endUrl);
    const incident = "payload" in message ? message.payload.incident : undefined;
    return {
      to: new URL(target.url).pathname,
      subject: firstClause(text).slice(0, MOST_SUBJECT),
      text: `${text}\n\n${message.page}\n\n-- \n${subject}\nEnd these messages: ${endUrl}\n`,
      messageId: `<${message.id}@${host}>`,
      ...(incident !== undefined && { references: `<${incident.id}@${host}>` }),
      list: { unsubscribe: endUrl },
      headers: { "Auto-Submitted": "auto-generated", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    };
  },
  // Aliases with a plus sign are one mailbox, and so share one limit.
  topic: ({ pathname }) => pathname.replace(/\+[^@]*/, "").toLowerCase(),
  isAvailable: ({ mail }) => mail !== undefined,
};
