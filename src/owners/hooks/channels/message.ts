// A message to a receiver of any kind: its facts, words, and urgency.
import type {
  ChannelEvent,
  ChannelPayload,
  HookEvent,
  HookMaker,
  HookPayload,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { channelSentence, codeSentence, eventSentence, keeperOf } from "./sentences.ts";
import type { SealedTarget } from "./vault.ts";

export type HookMessage = {
  /** Message id, constant across all attempts. */
  readonly id: string;
  readonly at: number;
  readonly page: string;
} & (
  | {
      readonly event: HookEvent;
      /** The creature in the message; if there are several, the worst off. */
      readonly creatureId: string | undefined;
      readonly picture: string;
      readonly payload: HookPayload;
      /** True if this message reaches the daily limit, beyond which few kinds of messages are sent (ALERT-7). */
      readonly isLast: boolean;
    }
  | { readonly event: "hook.code"; readonly keeper: string; readonly code: string; readonly addedBy: HookMaker }
  | { readonly event: ChannelEvent; readonly keeper: string; readonly channel: ChannelPayload }
);

/** Returns the id of a message as its receiver and the agent see it. */
export function webhookIdOf(deliveryId: string): string {
  return `msg_${deliveryId.replaceAll("-", "")}`;
}

export interface Receiver {
  readonly addedBy: HookMaker;
  readonly target: SealedTarget;
  /** Page on which the reader of an e-mail can end the messages. */
  readonly endUrl: string;
  /** Signing secrets of a webhook, newest first. */
  readonly secrets: readonly string[];
}

interface MessageWords {
  readonly title: string;
  readonly text: string;
  /** Line that names the agent or creature that the message is about. */
  readonly subject: string;
}

/** `escape` escapes a name for the receiver's markup. */
export function messageWords(message: HookMessage, escape = (text: string): string => text): MessageWords {
  if (message.event === "hook.code") {
    const keeper = escape(message.keeper);
    const text = codeSentence(keeper, message.code, message.addedBy);
    return { title: "Denkeeper", text, subject: `Asked for by ${keeper}` };
  }
  if ("channel" in message) {
    const keeper = escape(message.keeper);
    const text = channelSentence(message.event, keeper, message.channel, escape);
    return { title: "Denkeeper", text, subject: `Messages about the house of ${keeper}` };
  }
  const { event, payload, isLast, at } = message;
  const { creature } = payload;
  const keeper = keeperOf(payload);
  const isAboutAgent = event.startsWith("agent.") || creature === undefined;
  return {
    title: escape(isAboutAgent ? keeper : creature.name),
    text: `${eventSentence({ event, payload, at }, escape)}${isLast ? " There may be more today: see the page." : ""}`,
    subject: isAboutAgent
      ? `Agent ${escape(keeper)}`
      : `${escape(creature.species)}, ${creature.stage}, kept by ${escape(keeper)}`,
  };
}

interface MessageAppearance {
  readonly color: number;
  /** Priority on ntfy's scale from 1 to 5. */
  readonly priority: 2 | 3 | 4 | 5;
  /** Emoji in front of the title in ntfy. */
  readonly tag: string;
}

const RED = 0xa12a3a;
const ORANGE = 0xbf5b17;
const YELLOW = 0xf7c748;
const GREEN = 0x2c7a4c;
const BLUE = 0x2a6a93;
const GRAY = 0x8d8976;

export const APPEARANCE: Readonly<Record<HookMessage["event"], MessageAppearance>> = {
  "agent.silent": { color: ORANGE, priority: 4, tag: "mute" },
  "agent.still": { color: ORANGE, priority: 3, tag: "hourglass" },
  "agent.recovered": { color: GREEN, priority: 3, tag: "white_check_mark" },
  "creature.late": { color: ORANGE, priority: 3, tag: "warning" },
  "creature.critical": { color: RED, priority: 5, tag: "rotating_light" },
  "creature.died": { color: GRAY, priority: 5, tag: "headstone" },
  "creature.grown": { color: GREEN, priority: 2, tag: "seedling" },
  "creature.born": { color: YELLOW, priority: 2, tag: "hatching_chick" },
  "creature.back": { color: BLUE, priority: 3, tag: "wave" },
  "hook.code": { color: BLUE, priority: 3, tag: "key" },
  "channel.added": { color: BLUE, priority: 3, tag: "bell" },
  "channel.confirmed": { color: BLUE, priority: 3, tag: "bell" },
  "channel.removed": { color: ORANGE, priority: 4, tag: "no_bell" },
  "channel.off": { color: RED, priority: 4, tag: "no_bell" },
  "channel.test": { color: BLUE, priority: 3, tag: "bell" },
  "channel.period": { color: BLUE, priority: 3, tag: "bell" },
};
