// A chat of Telegram, by the owner's own bot. Text without a `parse_mode` has no markup, so nothing has to be escaped.
import { LOOKS, wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingRequest, ReceiverReply } from "../send.ts";
import { isSuccess, jsonTo, type ChannelKind } from "./kind.ts";

const MOST_TEXT = 4_096;
/** Less urgent than this makes no sound. */
const AUDIBLE_FROM = 3;

function outgoing(message: HookMessage, { target }: Receiver): OutgoingRequest {
  const { title, text } = wordsOf(message, (data) => data);
  const url = new URL(target.url);
  const chat = url.searchParams.get("chat_id");
  url.search = "";
  const said = `${title}\n${text}`.slice(0, MOST_TEXT - message.page.length - 1);
  return jsonTo(url, {
    chat_id: chat,
    text: `${said}\n${message.page}`,
    disable_notification: LOOKS[message.event][1] < AUDIBLE_FROM,
    link_preview_options: { is_disabled: true },
  });
}

/** It says so in its JSON: {"ok": false, "error_code": 429, "parameters": {"retry_after": 14}}. */
function retryAfter({ text }: ReceiverReply): string | undefined {
  return /"retry_after":\s*(\d{1,9})/.exec(text)?.[1];
}

export const telegram: ChannelKind = {
  name: "Telegram",
  form: {
    hosts: /^api\.telegram\.org$/,
    path: /^\/bot\d{1,20}:[\w-]{1,100}\/sendMessage$/,
    query: /^\?chat_id=(?:-?\d{1,20}|(?:@|%40)\w{1,64})$/,
    rule: "must be a bot of yours and a chat, such as https://api.telegram.org/botTOKEN/sendMessage?chat_id=ID",
  },
  gone: [401, 403, 404],
  isDelivered: isSuccess,
  retryAfter,
  outgoing,
};
