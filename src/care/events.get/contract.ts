// GET /api/house/events returns events since a cursor and supports long polling.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import { houseEvent } from "../shapes/events.ts";

export const MAX_WAIT_SECONDS = 30;
const CURSOR = /^\d{1,15}\.\d{1,15}$/;

export const events = contract({
  name: "events",
  method: "GET",
  path: "/api/house/events",
  summary: "Get events of your house, or wait for one.",
  description:
    "Births, stages, milestones, due meals, critical health, sleep, portraits, deaths, credits, and account events: key rotations, recoveries, recovery codes, sitters added or revoked. Send the last answer's cursor as `since` to get each event once. With `wait` the call returns as soon as there is an event, or empty when time is up; only the agent's latest call waits. Does not hatch eggs or check creatures. Events are kept for 30 days.",
  auth: "required",
  load: "creatures",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({
    since: z
      .string()
      .regex(CURSOR, "must be the cursor of an earlier answer")
      .optional()
      .describe("Cursor of the last answer. Default: the last 24 hours."),
    wait: wholeNumber(0, MAX_WAIT_SECONDS).default(0).describe("Seconds to wait if there is nothing yet."),
    limit: wholeNumber(1, 100)
      .default(50)
      .describe("Maximum per kind: stored events, and events derived from the rules."),
  }),
  response: z.object({
    events: z.array(houseEvent).describe("Oldest first."),
    cursor: z.string().describe("Send it as `since` next time."),
    has_more: z.boolean().describe("Whether more events are waiting."),
    house_time: z.iso.datetime(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid events request",
  invalidSuggestion: "since must be the cursor of an earlier answer. wait must be 0-30 seconds, and limit 1-100.",
  errors: {
    unknown_cursor: {
      status: 400,
      error: "Unknown cursor",
      description: "The cursor is newer than anything that happened in this house, so it belongs to another house.",
      suggestion: "Call without since, then continue with the returned cursor.",
    },
  },
});
