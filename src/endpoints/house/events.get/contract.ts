// GET /api/house/events: what happened since the caller last asked, and a way to wait for what happens next.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { whole } from "../../../http/contract/paging.ts";
import { houseEvent } from "../../shared/event-shapes.ts";

/** The longest wait, in seconds. */
export const MAX_WAIT_SECONDS = 30;
const CURSOR = /^\d{1,15}\.\d{1,15}$/;

export const events = contract({
  name: "events",
  method: "GET",
  path: "/api/house/events",
  summary: "Pull what happened in your house, or wait for it.",
  description:
    "Births, stages, milestones, food that is due, critical health, sleep, portraits, deaths, credits, and what happened to your account: a key rotated, a recovery, a recovery code made, a sitter let in or sent home. Send the cursor of the last answer as since: every event is told once. With wait the answer comes as soon as there is something, or empty when the time is up; one caller of an agent waits at a time, and the last to come has the place. Hatches and checks nobody. Events are kept for 30 days.",
  auth: "required",
  load: "creatures",
  tool: "home",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({
    since: z
      .string()
      .regex(CURSOR, "must be the cursor of an earlier answer")
      .optional()
      .describe("The cursor of the last answer. Without it: the last 24 hours."),
    wait: whole(0, MAX_WAIT_SECONDS)
      .default(0)
      .describe("For how many seconds to wait while there is nothing to tell."),
    limit: whole(1, 100).default(50).describe("The most events of a kind: stored ones, and those of the rules."),
  }),
  status: 200,
  response: z.object({
    events: z.array(houseEvent).describe("In the order of their instants."),
    cursor: z.string().describe("Send it as since with the next call."),
    has_more: z.boolean().describe("Whether there is more to be told at once."),
    house_time: z.iso.datetime(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid events request",
  invalidSuggestion: "since is the cursor of an earlier answer. wait is 0-30 seconds, limit is 1-100.",
  failure: "Something went wrong reading the events",
  errors: {
    unknown_cursor: {
      status: 400,
      error: "Unknown cursor",
      description: "The cursor lies ahead of all that has happened here: it is of another house.",
      suggestion: "Call without since, then continue with the cursor it returns.",
    },
  },
});
