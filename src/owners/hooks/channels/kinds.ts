// What each kind of receiver is: its addresses, what it takes, and what its answers mean.
import { type HookMessage, type Receiver, LOOKS, wordsOf } from "./message.ts";
import type { OutgoingMail } from "./mail.ts";
import type { OutgoingRequest, ReceiverReply } from "./send.ts";
import { iso } from "../../../platform/clock.ts";
import type { HookPayload, IncidentCreature, IncidentFacts, HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import { signatureHeaders } from "./sign.ts";

export type Outgoing = OutgoingRequest | OutgoingMail;

export interface ChannelKind {
  /** As its owner reads it. */
  readonly name: string;
  /** What its addresses are like; the host is checked besides (target.ts). */
  readonly form: {
    /** Without it: https. */
    readonly protocol?: "mailto:";
    readonly hosts?: RegExp;
    readonly path: RegExp;
    readonly query?: RegExp;
    readonly rule: string;
  };
  /** Answers which say that there will never be anyone. */
  readonly gone: readonly number[];
  readonly isDelivered: (received: ReceiverReply) => boolean;
  /** The pause that it asks for, if it does so elsewhere than in Retry-After. */
  readonly retryAfter?: (received: ReceiverReply) => string | undefined;
  readonly outgoing: (message: HookMessage, receiver: Receiver, now: number) => Outgoing;
}

function isSuccess({ status }: ReceiverReply): boolean {
  return status >= 200 && status < 300;
}

function jsonTo(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Everything that Discord's Markdown gives a meaning, mentions and links included. */
function inDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:]/g, String.raw`\$&`);
}

/** Without `wait`, Discord reports no error for a message that it did not save. */
function toDiscord(message: HookMessage, { target }: Receiver): OutgoingRequest {
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

const discord: ChannelKind = {
  name: "Discord",
  form: {
    hosts: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    rule: "must be a Discord webhook, such as https://discord.com/api/webhooks/ID/TOKEN",
  },
  gone: [401, 404],
  isDelivered: isSuccess,
  outgoing: toDiscord,
};

const MOST_SUBJECT = 120;

/** All messages about an incident refer to the same id, so mail programs show them as one conversation. */
function toEmail(message: HookMessage, { target, endUrl }: Receiver): OutgoingMail {
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

const email: ChannelKind = {
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
  outgoing: toEmail,
};

/**
 * JSON goes to the root of the server. A newer message about the same creature, or the same incident, replaces the older one;
 * one about a death replaces none and stays.
 */
function toNtfy(message: HookMessage, { target }: Receiver): OutgoingRequest {
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

const ntfy: ChannelKind = {
  name: "ntfy",
  form: { path: /^\/[\w-]{1,64}$/, rule: "must be a topic, such as https://ntfy.sh/TOPIC" },
  gone: [401, 403],
  isDelivered: isSuccess,
  outgoing: toNtfy,
};

function inSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Plain text has no markup; `text` is what a notification shows. */
function toSlack(message: HookMessage, { target }: Receiver): OutgoingRequest {
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

const slack: ChannelKind = {
  name: "Slack",
  form: {
    hosts: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/(?:services|workflows|triggers)\/[\w/-]+$/,
    rule: "must be a Slack webhook, such as https://hooks.slack.com/services/T000/B000/SECRET",
  },
  gone: [403, 404, 410],
  isDelivered: ({ status, text }) => status === 200 && text.trim() === "ok",
  outgoing: toSlack,
};

const MOST_TEXT = 4_096;
/** Less urgent than this makes no sound. */
const AUDIBLE_FROM = 3;

function toTelegram(message: HookMessage, { target }: Receiver): OutgoingRequest {
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

const telegram: ChannelKind = {
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
  outgoing: toTelegram,
};

/** Standard Webhooks: a type, an instant and data, signed. */
function toWebhook(message: HookMessage, { target, secrets }: Receiver, now: number): OutgoingRequest {
  const { text } = wordsOf(message, (data) => data);
  const { id, event, at, page } = message;
  const data = { ...factsOf(message), message: text, url: page, untrusted: true };
  const unsigned = jsonTo(new URL(target.url), { type: event, timestamp: iso(at), data });
  return { ...unsigned, headers: { ...unsigned.headers, ...signatureHeaders(id, now, unsigned.body, secrets) } };
}

function factsOf(message: HookMessage): object {
  if (message.event === "hook.code") return { code: message.code, keeper: message.keeper };
  if ("channel" in message) {
    const { target, by, reason } = message.channel;
    return { keeper: message.keeper, channel: { url: target, by, off_reason: reason } };
  }
  const { creatureId, payload } = message;
  const { creature, job, incident, path, backFrom } = payload;
  return {
    ...(creature === undefined ? { job } : { creature: { id: creatureId, ...creature } }),
    ...timesOf(payload),
    ...(path !== undefined && { path }),
    ...(backFrom !== undefined && { back_from: backFrom }),
    ...(incident !== undefined && incidentOf(incident)),
  };
}

function timesOf({ windowEndsAt, diesAt, cause }: Pick<IncidentCreature, "windowEndsAt" | "diesAt" | "cause">): object {
  return {
    ...(windowEndsAt !== undefined && { window_ends_at: iso(windowEndsAt) }),
    ...(diesAt !== undefined && { dies_at: iso(diesAt) }),
    ...(cause !== undefined && { cause }),
  };
}

function incidentOf({ id, cause, level, openedAt, creatures, calls, silence }: IncidentFacts): object {
  return {
    incident: {
      id,
      cause,
      level,
      opened_at: iso(openedAt),
      ...(silence !== undefined && { silent_since: iso(silence.since) }),
      ...(silence?.backAt !== undefined && { back_at: iso(silence.backAt) }),
      ...(calls !== undefined && {
        calls: {
          count: calls.count,
          last: `${calls.operation} ${calls.status}`,
          code: calls.code,
          last_at: iso(calls.at),
          last_request_id: calls.requestId,
        },
      }),
    },
    creatures: creatures.map((creature) => {
      const { windowEndsAt: _, diesAt: __, cause: ___, ...known } = creature;
      return { ...known, ...timesOf(creature) };
    }),
  };
}

const webhook: ChannelKind = {
  name: "Webhook",
  form: { path: /^/, rule: "" },
  gone: [410],
  isDelivered: isSuccess,
  outgoing: toWebhook,
};

export const KINDS: Readonly<Record<HookKind, ChannelKind>> = { webhook, discord, slack, ntfy, telegram, email };

/** A message in the form that its receiver takes. */
export function outgoingFor(message: HookMessage, receiver: Receiver, now: number): Outgoing {
  return KINDS[receiver.kind].outgoing(message, receiver, now);
}
