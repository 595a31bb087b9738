// What the messages say: the house's own sentences. The name of a creature is data, and is escaped as the receiver needs it.
import type {
  ChannelEvent,
  ChannelPayload,
  HookEvent,
  HookMaker,
  HookPayload,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { dateOf } from "../../platform/clock.ts";

const AT = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "Fri, Nov 20, 22:10 UTC". */
function shownAt(at: number): string {
  return `${AT.format(dateOf(at))} UTC`;
}

const DEATHS: Readonly<Record<NonNullable<HookPayload["cause"]>, string>> = {
  neglect: "died of neglect: no care came in time",
  hunger: "died of hunger",
  illness: "died of illness",
  harm: "died of something harmful it was given",
};

const RETURNS: Readonly<Record<NonNullable<HookPayload["backFrom"]>, string>> = {
  death: "was called back to life",
  release: "was taken back after its release",
  boarding: "is home from boarding",
};

export function sentenceOf(event: HookEvent, payload: HookPayload, escape: (text: string) => string): string {
  const { creature, windowEndsAt, diesAt, cause, backFrom } = payload;
  const name = escape(creature.name);
  const deadline = diesAt === undefined ? "" : ` Without care it dies on ${shownAt(diesAt)}.`;
  switch (event) {
    case "creature.late": {
      const ended = windowEndsAt === undefined ? "has ended" : `ended on ${shownAt(windowEndsAt)}`;
      return `${name} is hungry. Its feeding window ${ended}.${deadline}`;
    }
    case "creature.critical":
      return `${name} is in critical condition.${deadline}`;
    case "creature.died":
      return `${name} ${cause === undefined ? "died" : DEATHS[cause]}.`;
    case "creature.grown":
      return `${name} has grown. It is ${creature.stage === "adult" ? "an adult" : `a ${creature.stage}`} now.`;
    case "creature.born":
      return `${name} hatched.`;
    case "creature.back":
      return `${name} ${backFrom === undefined ? "is back" : RETURNS[backFrom]}.`;
  }
}

/** The message that proves that a person reads along. */
export function codeSentence(keeper: string, code: string, addedBy: HookMaker): string {
  if (addedBy === "owner") {
    return `Somebody with the owner link of ${keeper} wants its messages here. If that was you, enter the code ${code} on the owner page within 24 hours. If not, ignore this message and nothing more is sent.`;
  }
  return `The agent ${keeper} wants to send messages about its creatures here. If you agree, give it the code ${code} within 24 hours. If not, ignore this message and nothing more is sent.`;
}

const MADE_BY: Readonly<Record<HookMaker, (keeper: string) => string>> = {
  agent: (keeper) => `by ${keeper}`,
  owner: (keeper) => `on the owner page of ${keeper}`,
};
const NOT_YOU =
  "If that was not you, have your agent create a new owner link: the old one ends, and what was added with it is removed.";

/** What happened to a channel, for all others and for itself. */
export function channelSentence(
  event: ChannelEvent,
  keeper: string,
  { target, by, reason, isLast }: ChannelPayload,
  escape: (text: string) => string,
): string {
  const channel = escape(target);
  const made = by === undefined ? "" : ` ${MADE_BY[by](keeper)}`;
  const warning = by === "owner" ? ` ${NOT_YOU}` : "";
  switch (event) {
    case "channel.added":
      return `The channel ${channel} was added${made}. It waits for its code.${warning}`;
    case "channel.confirmed":
      return `Messages about the house of ${keeper} now also go to ${channel} (confirmed${made}).${warning}`;
    case "channel.removed":
      if (isLast === true)
        return `This is the last message about the house of ${keeper}: this channel was removed${made}.`;
      return `Messages about the house of ${keeper} no longer go to ${channel} (removed${made}).${warning}`;
    case "channel.off":
      return `Messages to ${channel} stopped: ${reason === "gone" ? "its receiver says that it is gone" : "five in a row failed"}.`;
    case "channel.test":
      return `This is a test from the owner page of ${keeper}. Messages about its creatures arrive here.`;
  }
}
