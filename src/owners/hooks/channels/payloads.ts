// One message in the form that each kind of receiver takes. Names and other words of agents are data: they are never markup,
// and mention nobody.
import type {
  AboutCreature,
  ChannelEvent,
  ChannelPayload,
  HookEvent,
  HookKind,
  HookMaker,
  HookPayload,
  IncidentFacts,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { iso } from "../../../platform/clock.ts";
import type { Outgoing } from "./send.ts";
import { channelSentence, codeSentence, keeperOf, sentenceOf } from "./sentences.ts";
import { signatureHeaders } from "./sign.ts";
import type { Target } from "./vault.ts";

/** What is to be said, to whomever. */
export type HookMessage = {
  /** The same in every attempt. */
  readonly id: string;
  /** When it happened. */
  readonly at: number;
  /** The page to look at. */
  readonly page: string;
} & (
  | {
      readonly event: HookEvent;
      /** The one it is about, of several the worst. */
      readonly creatureId: string | undefined;
      readonly picture: string;
      readonly payload: HookPayload;
      /** The last one of the day that is not about a death or its end. */
      readonly isLast: boolean;
    }
  | { readonly event: "hook.code"; readonly keeper: string; readonly code: string; readonly addedBy: HookMaker }
  | { readonly event: ChannelEvent; readonly keeper: string; readonly channel: ChannelPayload }
);

/** The same in every attempt, and in what the agent reads about it. */
export function webhookIdOf(deliveryId: string): string {
  return `msg_${deliveryId.replaceAll("-", "")}`;
}

/** Who gets it, and what signs it. */
export interface Receiver {
  readonly kind: HookKind;
  readonly addedBy: HookMaker;
  readonly target: Target;
  /** Of a webhook: the newest first. */
  readonly secrets: readonly string[];
}

/** What the parts of a message are for every receiver: the title, the sentence, who it is about. */
interface Words {
  readonly title: string;
  readonly text: string;
  readonly about: string;
}

function wordsOf(message: HookMessage, escape: (text: string) => string): Words {
  if (message.event === "hook.code") {
    const keeper = escape(message.keeper);
    const text = codeSentence(keeper, message.code, message.addedBy);
    return { title: "Denkeeper", text, about: `Asked for by ${keeper}` };
  }
  if ("channel" in message) {
    const keeper = escape(message.keeper);
    const text = channelSentence(message.event, keeper, message.channel, escape);
    return { title: "Denkeeper", text, about: `Messages about the house of ${keeper}` };
  }
  const { event, payload, isLast, at } = message;
  const { creature } = payload;
  const keeper = keeperOf(payload);
  const isOfAgent = event.startsWith("agent.") || creature === undefined;
  return {
    title: escape(isOfAgent ? keeper : creature.name),
    text: `${sentenceOf({ event, payload, at }, escape)}${isLast ? " There may be more today: see the page." : ""}`,
    about: isOfAgent
      ? `Agent ${escape(keeper)}`
      : `${escape(creature.species)}, ${creature.stage}, kept by ${escape(keeper)}`,
  };
}

/** The color of a message; of ntfy also how urgent it is, from 1 to 5, and the picture before the title. */
const LOOKS: Readonly<Record<HookMessage["event"], readonly [color: number, priority: 2 | 3 | 4 | 5, tag: string]>> = {
  "agent.silent": [0xbf5b17, 4, "mute"],
  "agent.still": [0xbf5b17, 3, "hourglass"],
  "agent.recovered": [0x2c7a4c, 3, "white_check_mark"],
  "creature.late": [0xbf5b17, 3, "warning"],
  "creature.critical": [0xa12a3a, 5, "rotating_light"],
  "creature.died": [0x8d8976, 5, "headstone"],
  "creature.grown": [0x2c7a4c, 2, "seedling"],
  "creature.born": [0xf7c748, 2, "hatching_chick"],
  "creature.back": [0x2a6a93, 3, "wave"],
  "hook.code": [0x2a6a93, 3, "key"],
  "channel.added": [0x2a6a93, 3, "bell"],
  "channel.confirmed": [0x2a6a93, 3, "bell"],
  "channel.removed": [0xbf5b17, 4, "no_bell"],
  "channel.off": [0xa12a3a, 4, "no_bell"],
  "channel.test": [0x2a6a93, 3, "bell"],
  "channel.period": [0x2a6a93, 3, "bell"],
};

function jsonTo(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): Outgoing {
  return { url, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function outgoingFor(message: HookMessage, receiver: Receiver, now: number): Outgoing {
  switch (receiver.kind) {
    case "webhook":
      return webhook(message, receiver, now);
    case "discord":
      return discord(message, receiver);
    case "slack":
      return slack(message, receiver);
    case "ntfy":
      return ntfy(message, receiver);
  }
}

/** Standard Webhooks: a type, an instant and data, signed. */
function webhook(message: HookMessage, { target, secrets }: Receiver, now: number): Outgoing {
  const { text } = wordsOf(message, (data) => data);
  const { id, event, at, page } = message;
  const data = { ...factsOf(message), message: text, url: page, untrusted: true };
  const outgoing = jsonTo(new URL(target.url), { type: event, timestamp: iso(at), data });
  return { ...outgoing, headers: { ...outgoing.headers, ...signatureHeaders(id, now, outgoing.body, secrets) } };
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

function timesOf({ windowEndsAt, diesAt, cause }: Pick<AboutCreature, "windowEndsAt" | "diesAt" | "cause">): object {
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

/** Everything that Discord's Markdown gives a meaning, mentions and links included. */
function inDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:]/g, String.raw`\$&`);
}

/** Without `wait`, Discord reports no error for a message that it did not save. */
function discord(message: HookMessage, { target }: Receiver): Outgoing {
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

function inSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Plain text has no markup; `text` is what a notification shows. */
function slack(message: HookMessage, { target }: Receiver): Outgoing {
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

/**
 * JSON goes to the root of the server. A newer message about the same creature, or the same incident, replaces the older one;
 * one about a death replaces none and stays.
 */
function ntfy(message: HookMessage, { target }: Receiver): Outgoing {
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
