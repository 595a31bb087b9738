// What the messages say: the house's own sentences. The name of a creature is data, and is escaped as the receiver needs it.
import type { HookEvent, HookPayload } from "@denkeeper/rules/foresight/hook-events.ts";
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
export function codeSentence(keeper: string, code: string): string {
  return `The agent ${keeper} wants to send messages about its creatures here. If you agree, give it the code ${code} within 24 hours. If not, ignore this message and nothing more is sent.`;
}
