// A message as every kind of receiver gets it: what is to be said, to whom, in which words, and how urgent it is. Names and
// other words of agents are data: they are never markup, and mention nobody.
import type {
  ChannelEvent,
  ChannelPayload,
  HookEvent,
  HookKind,
  HookMaker,
  HookPayload,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { channelSentence, codeSentence, keeperOf, sentenceOf } from "./sentences.ts";
import type { SealedTarget } from "./vault.ts";

/** What is to be said, to whomever. */
export type HookMessage = {
  /** The same in every attempt. */
  readonly id: string;
  readonly at: number;
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
  readonly target: SealedTarget;
  /** Where the one who gets the messages can end them. */
  readonly endUrl: string;
  /** Of a webhook: the newest first. */
  readonly secrets: readonly string[];
}

/** What the parts of a message are for every receiver: the title, the sentence, who it is about. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly about: string;
}

export function wordsOf(message: HookMessage, escape: (text: string) => string): Words {
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
export const LOOKS: Readonly<
  Record<HookMessage["event"], readonly [color: number, priority: 2 | 3 | 4 | 5, tag: string]>
> = {
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
