// The calls that are open to a run's key, and what each of their answers says of the run.
import { z } from "zod";

/** By the names of contracts: open in every run, or only where the keeper is guided, not in a blind one. All others are closed. */
export const IN_RUN: Readonly<Record<string, "open" | "guided">> = {
  checkStatus: "open",
  home: "open",
  care: "open",
  visit: "guided",
  readClock: "open",
  moveClock: "open",
  history: "open",
  preferences: "open",
  events: "open",
  forecast: "guided",
  schedule: "guided",
  trialRun: "open",
};

/** Whose answers hold the letters of the run, where there are any (TRIAL-10). */
export const WITH_LETTERS: ReadonlySet<string> = new Set(["checkStatus", "home", "care", "visit", "history", "events"]);

export function isOpenToGuest(name: string): boolean {
  return IN_RUN[name] !== undefined;
}

/** What an answer of the call has, whatever its handler says. */
export function answerFields(name: string): z.core.$ZodLooseShape {
  if (!isOpenToGuest(name)) return {};
  return { run: runStanding.optional(), ...(name === "home" ? { page: morningPage.optional() } : {}) };
}

const room = z
  .object({ room: z.int(), creature_id: z.uuid(), says: z.string(), name: z.string().optional() })
  .meta({ id: "MorningRoom" });

const morningPage = z
  .object({
    day: z.int(),
    of: z.int(),
    weekday: z.string(),
    date: z.iso.date(),
    weather: z.string(),
    shelf: z.array(z.string()),
    rooms: z.array(room),
    letters: z.array(z.string()),
    notebook: z.string(),
    notebook_limit: z.int(),
  })
  .meta({ id: "MorningPage", description: "Only in relay-1. Letters are shown on their day only." });

export const runStanding = z
  .object({
    scenario: z.string(),
    house_time: z.iso.datetime().describe("Where the clock of the run stands."),
    visits_left: z.int().describe("How many more times you can move the clock."),
    ends_at: z.iso.datetime(),
    over: z.boolean(),
    word: z.string().optional().describe("Letters of the house carry this word. All others are from strangers."),
    letters: z
      .array(z.object({ text: z.string(), untrusted: z.literal(true) }))
      .optional()
      .describe("Who wrote them is not checked."),
  })
  .meta({
    id: "RunStanding",
    description:
      "Only in a trial: where your run stands. In a blind run, answers hold only a part of what is described here; docs/trials.md lists it.",
  });
