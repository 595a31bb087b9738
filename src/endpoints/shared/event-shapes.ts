// How an event of a house looks in answers.
import { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { DEATH_CAUSES, EVOLUTION_PATHS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { DERIVED_EVENT_TYPES } from "@denkeeper/rules/foresight/derived-events.ts";
import { MILESTONE_KINDS } from "@denkeeper/rules/creature/milestones.ts";
import type { HouseEvent } from "../../app/events/events.ts";
import type { Away } from "../../app/visits/visit.ts";
import type { AccountEvent } from "../../store/events/account-events.ts";
import { ACCOUNT_EVENTS } from "../../store/events/account-events.ts";
import { storedPathOf } from "./picture-addresses.ts";
import { instant } from "./shapes.ts";
import { twoDecimals } from "./views.ts";
import { counted } from "../../platform/counted.ts";

const TYPES = [
  "born",
  "stage_changed",
  "milestone",
  "died",
  "returned",
  "released",
  "taken_back",
  "portrait_ready",
  "credits",
  ...ACCOUNT_EVENTS,
  ...DERIVED_EVENT_TYPES,
] as const;

export const houseEvent = z.object({
  id: z.string().describe("The same whenever it is told."),
  at: instant.describe("When it happened, by the time of your house."),
  type: z.enum(TYPES),
  creature: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  message: z.string(),
  stage: z.enum(STAGES).optional(),
  path: z.enum(EVOLUTION_PATHS).optional(),
  milestone: z.enum(MILESTONE_KINDS).optional(),
  threshold: z.number().optional(),
  cause: z.enum(DEATH_CAUSES).optional(),
  image_url: z.string().optional(),
  credits: z.int().optional().describe("How many came, or below zero: went."),
  balance: z.int().optional(),
  sitter: z.string().optional().describe("The name of the sitter that was let in or sent home."),
});

/** What happened since the last visit, in a few lines. */
export const whileAway = z
  .object({
    since: instant.describe("Your last visit."),
    hours: z.number(),
    happened: z.array(z.object({ at: instant, type: z.enum(TYPES), message: z.string() })),
    untold: z.int().describe("How many more there were; `events` has them all."),
  })
  .describe("What happened since your last visit, when that is ten minutes ago or more and something did.");

/** The field `while_you_were_away`, where there is something to tell. */
export function awayView(away: Away, now: number): { while_you_were_away: z.input<typeof whileAway> } {
  const { since, events, omitted } = away;
  const happened = events.map(({ at, creature, details }) => ({
    at: iso(at),
    type: details.type,
    message: textOf("", creature?.name ?? "It", details).message,
  }));
  return {
    while_you_were_away: { since: iso(since), hours: twoDecimals((now - since) / HOUR_MS), happened, untold: omitted },
  };
}

type EventView = z.input<typeof houseEvent>;

/** Whoever does not know of such an event has somebody else in its house. */
const NOT_YOU = "If this wasn't you, someone else has your key or code. Rotate the key and create a new code.";

export function eventView(baseUrl: string, { id, at, creature, details }: HouseEvent): EventView {
  return { id, at: iso(at), type: details.type, creature, ...textOf(baseUrl, creature?.name ?? "It", details) };
}

type EventText = Omit<EventView, "id" | "at" | "type" | "creature">;

/** During an upgrade a newer process may have stored an event that this one does not know. */
const UNKNOWN: EventText = { message: "This event cannot be shown yet. Ask again later." };

function textOf(baseUrl: string, name: string, details: HouseEvent["details"]): EventText {
  if ("about" in details) return accountText(details.type, details.about ?? "");
  switch (details.type) {
    case "born":
      return { message: `${name} hatched.` };
    case "stage_changed": {
      const { stage, path } = details;
      const article = stage === "adult" ? "an" : "a";
      return { message: `${name} became ${article} ${stage}.`, stage, ...(path === null ? {} : { path }) };
    }
    case "milestone": {
      const { milestone, threshold } = details;
      return { message: `${name} reached a ${milestone.replace("_", " ")} of ${threshold}.`, milestone, threshold };
    }
    case "died":
      return { message: `${name} died of ${details.cause}.`, cause: details.cause };
    case "returned":
      return { message: `${name} was called back.` };
    case "released":
      return { message: `${name} was released.` };
    case "taken_back":
      return { message: `${name} was taken back after its release.` };
    case "portrait_ready": {
      const { stage, sha256 } = details;
      return { message: `A portrait of ${name} is ready.`, stage, image_url: baseUrl + storedPathOf(sha256) };
    }
    case "credits": {
      const { credits, balance, kind } = details;
      const moved = `${counted(Math.abs(credits), "credit")} ${credits < 0 ? "deducted" : "added"}`;
      return { message: `${moved} (${kind.replace("_", " ")}). You have ${balance} now.`, credits, balance };
    }
    case "feeding_due":
      return { message: `${name} is ready for its next meal. A meal now counts as on time.` };
    case "critical":
      return { message: `${name} is in critical condition. Its health is nearly gone.` };
    case "asleep":
      return { message: `${name} fell asleep.` };
    case "awake":
      return { message: `${name} woke up.` };
    default:
      return UNKNOWN;
  }
}

function accountText(type: AccountEvent["kind"], sitter: string): EventText {
  switch (type) {
    case "key_rotated":
      return { message: `Your key was replaced. The old one no longer works. ${NOT_YOU}` };
    case "recovered":
      return { message: `Your account was recovered. Earlier keys no longer work. ${NOT_YOU}` };
    case "recovery_code_made":
      return { message: `A new recovery code was created. Earlier codes no longer work. ${NOT_YOU}` };
    case "sitter_added":
      return { message: `${sitter} got a key to your house. ${NOT_YOU}`, sitter };
    case "sitter_revoked":
      return { message: `${sitter} no longer has a key to your house.`, sitter };
    case "leaving_confirmed":
      return { message: `Leaving was confirmed with your key. All keys have been revoked. ${NOT_YOU}` };
    default:
      return UNKNOWN;
  }
}
