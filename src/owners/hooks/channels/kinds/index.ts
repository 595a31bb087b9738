// Every kind of receiver, by the word of the API.
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HookMessage, Receiver } from "../message.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import type { ChannelKind, Outgoing } from "./kind.ts";
import { ntfy } from "./ntfy.ts";
import { slack } from "./slack.ts";
import { telegram } from "./telegram.ts";
import { webhook } from "./webhook.ts";

export const KINDS: Readonly<Record<HookKind, ChannelKind>> = { webhook, discord, slack, ntfy, telegram, email };

/** A message in the form that its receiver takes. */
export function outgoingFor(message: HookMessage, receiver: Receiver, now: number): Outgoing {
  return KINDS[receiver.kind].outgoing(message, receiver, now);
}
