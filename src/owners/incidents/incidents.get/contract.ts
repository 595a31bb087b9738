// GET /api/house/incidents: why visits were late or missed.
import { z } from "zod";
import { INCIDENT_KINDS, INCIDENT_OUTCOMES } from "@denkeeper/rules/incidents/incident.ts";
import { contract, nextStep, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { wholeNumber } from "../../../http/contract/paging.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";

const incidentCall = namedObject("IncidentCall", {
  operation: z.string(),
  status: z.int(),
  code: z.string().optional().describe("The error, or why the creature refused."),
  count: z.int(),
  first_at: instant,
  last_at: instant,
  first_request_id: z.string(),
  last_request_id: z.string(),
  by_sitter: z.boolean(),
});

const incident = namedObject("Incident", {
  kind: z.enum(INCIDENT_KINDS),
  creature: z.object({ id: z.uuid(), name: z.string(), alive: z.boolean() }),
  window: z.object({ opens_at: instant, ends_at: instant }).describe("When food was on time."),
  outcome: z.enum(INCIDENT_OUTCOMES),
  missed_windows: z.int(),
  fed_at: instant.nullable(),
  died_at: instant.nullable(),
  message: z.string().describe("What happened, and what was seen."),
  fix: z.string(),
  calls: z.array(incidentCall),
  next_step: nextStep,
});

export const incidents = contract({
  name: "incidents",
  method: "GET",
  path: "/api/house/incidents",
  summary: "See why visits were late or missed.",
  description:
    "For each late or missed feeding of the last 14 days, and each death by a harmful item, newest first: what your key called while food was due, with errors and request ids, and what to fix. Calls without a valid key are not recorded, except with one that was replaced (`old_key`). Times are house time.",
  auth: "required",
  load: "creatures",
  // The answer names calls by their path, which callers of tools do not know.
  mcp: { tool: "none" },
  limit: { by: "agent", max: 20, windowSeconds: 60 },
  query: z.object({
    limit: wholeNumber(1, 50).default(20),
    before: instant.optional().describe("Only windows that opened before this."),
    since: instant.optional().describe("Only windows that opened at or after this."),
  }),
  response: z.object({
    incidents: z.array(incident).describe("Windows that opened at the same time are never split between pages."),
    next_before: instant.nullable().describe("Send it as `before` for older ones. Null at the end."),
    house_time: instant,
    next_steps: nextSteps,
  }),
  invalid: "Invalid incidents request",
  invalidSuggestion: "limit must be 1-50. before and since must be instants, such as 2026-01-31T12:00:00Z.",
  errors: {},
});
