// A mailbox, over the operator's mail server: plain text for one recipient, with a link that ends the messages.
import { wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingMail } from "../mail.ts";
import { isSuccess, type ChannelKind } from "./kind.ts";

const MOST_SUBJECT = 120;

/** All messages about an incident refer to the same id, so mail programs show them as one conversation. */
function outgoing(message: HookMessage, { target, endUrl }: Receiver): OutgoingMail {
  const { text, about } = wordsOf(message, (data) => data);
  const { host } = new URL(endUrl);
  const incident = "payload" in message ? message.payload.incident : undefined;
  return {
    to: new URL(target.url).pathname,
    subject: (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, -1).slice(0, MOST_SUBJECT),
    text: `${text}\n\n${message.page}\n\n-- \n${about}\nEnd these messages: ${endUrl}\n`,
    messageId: `<${message.id}@${host}>`,
    ...(incident !== undefined && { references: `<${incident.id}@${host}>` }),
    list: { unsubscribe: endUrl },
    headers: { "Auto-Submitted": "auto-generated", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

export const email: ChannelKind = {
  name: "E-mail",
  form: {
    protocol: "mailto:",
    path: /^[\w.+'-]{1,64}@[^@]+$/,
    query: /^$/,
    rule: "must be one e-mail address, such as ada@example.com",
  },
  // No such mailbox, moved, not an address there, takes no mail. Other refusals may be about the mail server.
  gone: [550, 551, 553, 556],
  isDelivered: isSuccess,
  outgoing,
};
