// Describes house events for answers.
import type { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { markMessage } from "@denkeeper/rules/extras/marks.ts";
import { dateWords } from "@denkeeper/rules/time/spoken.ts";
import { eventSentence } from "@denkeeper/rules/words/report.ts";
import type { HouseEvent } from "../../model/events/events.ts";
import type { EventsSinceVisit } from "./visit.ts";
import type { AccountEvent } from "../../model/events/store/account-events.ts";
import { storedPathOf } from "../../views/picture-addresses.ts";
import { twoDecimals } from "../../views/views.ts";
import { countOf } from "../../platform/counted.ts";
import type { houseEvent, whileAway } from "../shapes/events.ts";

export function awayView(away: EventsSinceVisit, now: number): { while_you_were_away: z.input<typeof whileAway> } {
  const { since, events, omitted } = away;
  const happened = events.map((event) => ({
    at: iso(event.at),
    type: event.details.type,
    message: eventText("", event).message,
  }));
  return {
    while_you_were_away: { since: iso(since), hours: twoDecimals((now - since) / HOUR_MS), happened, untold: omitted },
  };
}

/** Omits due meals, since the steps of a compact answer show them. */
export function compactAwayView(away: EventsSinceVisit, now: number): Partial<ReturnType<typeof awayView>> {
  const events = away.events.filter(({ details }) => details.type !== "feeding_due");
  return events.length === 0 ? {} : awayView({ ...away, events }, now);
}

type EventView = z.input<typeof houseEvent>;

const NOT_YOU = "If this wasn't you, someone else has your key or code. Rotate the key and create a new code.";

const NOT_YOUR_HUMAN =
  "If this wasn't your human, create a new owner link: it removes what was added with the old one.";

export function eventView(baseUrl: string, event: HouseEvent): EventView {
  const { id, at, creature, details } = event;
  return { id, at: iso(at), type: details.type, creature, ...eventText(baseUrl, event) };
}

type EventText = Omit<EventView, "id" | "at" | "type" | "creature">;

/** During an upgrade, a newer process may have stored an event that this version does not know. */
const UNKNOWN: EventText = { message: "This event cannot be shown yet. Ask again later." };

function eventText(baseUrl: string, { at, creature, details }: HouseEvent): EventText {
  const name = creature?.name ?? "It";
  if ("about" in details) return accountText(details.type, details.about ?? "");
  switch (details.type) {
    case "born":
      return { message: `${name} hatched.` };
    case "stage_changed": {
      const { stage, path } = details;
      const article = stage === "adult" ? "an" : "a";
      return { message: `${name} became ${article} ${stage}.`, stage, path: path ?? undefined };
    }
    case "milestone": {
      const { milestone, threshold } = details;
      return { message: `${name} reached a ${milestone.replace("_", " ")} of ${threshold}.`, milestone, threshold };
    }
    case "mark":
      return { message: markMessage(name, details.mark), mark: details.mark };
    case "died":
      return { message: eventSentence(name, details), cause: details.cause };
    case "fed_late":
    case "missed":
    case "harmed":
      return { message: eventSentence(name, details) };
    case "returned":
      return { message: `${name} was called back to life.` };
    case "released":
      return { message: `${name} was released.` };
    case "taken_back":
      return { message: `${name} was taken back after its release.` };
    case "portrait_ready": {
      const image_url = baseUrl + storedPathOf(details.sha256);
      return { message: `A portrait of ${name} is ready.`, stage: details.stage, image_url };
    }
    case "credits": {
      const { credits, balance, kind } = details;
      const moved = `${countOf(Math.abs(credits), "credit")} ${credits < 0 ? "deducted" : "added"}`;
      return { message: `${moved} (${kind.replace("_", " ")}). Balance afterward: ${balance}.`, credits, balance };
    }
    case "feeding_due":
      return { message: `${name}'s feeding window opened on ${dateWords(at)}.` };
    case "feeding_late":
      return { message: `${name}'s feeding window ended without a meal.` };
    case "window_missed":
      return { message: `${name} missed ${details.meals === 1 ? "a meal" : `${details.meals} meals in a row`}.` };
    case "critical":
      return { message: `${name}'s health fell below 20.` };
    case "asleep":
      return { message: `${name} fell asleep.` };
    case "awake":
      return { message: `${name} woke up.` };
    default:
      return UNKNOWN;
  }
}

function accountText(type: AccountEvent["kind"], about: string): EventText {
  switch (type) {
    case "key_rotated":
      return { message: `Your key was replaced. The old one no longer works. ${NOT_YOU}` };
    case "old_key":
      return { message: eventSentence("", { type, about }) };
    case "keys_ended":
      return { message: `The operator ended all keys to your house. Reason: "${about}"` };
    case "recovered":
      return { message: `Your account was recovered. Earlier keys no longer work. ${NOT_YOU}` };
    case "recovery_code_made":
      return { message: `A new recovery code was created. Earlier codes no longer work. ${NOT_YOU}` };
    case "sitter_added":
      return { message: `${about} got a key to your house. ${NOT_YOU}`, sitter: about };
    case "sitter_revoked":
      return { message: `${about} no longer has a key to your house.`, sitter: about };
    case "owner_link_made":
      return { message: `A private link to your house was created. ${NOT_YOU}` };
    case "owner_link_revoked":
      return { message: "The private link to your house was revoked." };
    case "leaving_confirmed":
      return { message: `Leaving was confirmed with your key. All keys have been revoked. ${NOT_YOU}` };
    case "hook_added":
      return { message: `Messages about your creatures are now sent to ${about}. ${NOT_YOU}` };
    case "channel_added":
    case "channel_removed":
      return { message: `${eventSentence("", { type, about })} ${NOT_YOUR_HUMAN}` };
    case "period_changed":
      return { message: `After a change on the owner page, you are expected ${about}. ${NOT_YOUR_HUMAN}` };
    case "hook_off":
      return {
        message: `The hook to ${about} was turned off because its messages kept failing. Add it again once the receiver works.`,
      };
    default:
      return UNKNOWN;
  }
}
