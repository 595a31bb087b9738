// The Telegram channel. The owner's bot sends a message to one chat.
import { jsonRequest, type ChannelKind } from "../channel-kind.ts";
import { APPEARANCE, messageWords } from "../message.ts";

const MOST_TEXT = 4_096;
/** Messages below this priority make no sound. */
const AUDIBLE_FROM = 3;

export const telegram: ChannelKind = {
  name: "Telegram",
  address: {
    hosts: /^api\.telegram\.org$/,
    path: /^\/bot\d{1,20}:[\w-]{1,100}\/sendMessage$/,
    query: /^\?chat_id=(?:-?\d{1,20}|(?:@|%40)\w{1,64})$/,
    rule: "must be a bot of yours and a chat, such as https://api.telegram.org/botTOKEN/sendMessage?chat_id=ID",
  },
  gone: [401, 403, 404],
  // Reads the pause from the JSON of the reply: {"ok": false, "error_code": 429, "parameters": {"retry_after": 14}}.
  retryAfter: ({ text }) => /"retry_after":\s*(\d{1,9})/.exec(text)?.[1],
  render(message, { target }) {
    const { title, text } = messageWords(message);
    const url = new URL(target.url);
    const chat = url.searchParams.get("chat_id");
    url.search = "";
    const body = `${title}\n${text}`.slice(0, MOST_TEXT - message.page.length - 1);
    return jsonRequest(url, {
      chat_id: chat,
      text: `${body}\n${message.page}`,
      disable_notification: APPEARANCE[message.event].priority < AUDIBLE_FROM,
      link_preview_options: { is_disabled: true },
    });
  },
};
