// Contracts of the ping link, through which a job reports the start and end of its runs.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { instant } from "../../http/contract/shapes/creature.ts";
import { periodFields } from "../hooks/contract.ts";
import { revokeOwnerLink } from "../page/contract.ts";

export const createPingLink = contract({
  name: "createPingLink",
  method: "POST",
  path: "/api/house/ping-link",
  summary: "Get a link with which your job says how its runs end.",
  description: "GET `ping_url`/start, then `ping_url`/ and the exit code. A new link replaces the old one. See RUN-1.",
  auth: "required",
  effect: "takes_away",
  mcp: { tool: "none" },
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object(periodFields).optional(),
  status: 201,
  response: z.object({
    ping_url: z.url().describe("Shown only once."),
    created_at: instant,
    message: z.string(),
    fit: namedObject("Fit", {
      species: z.string().nullable().describe("null: none can wait that long. The link watches the job without one."),
      timezone: z.string().nullable().describe("By which it sleeps: the `timezone` of adopt."),
      leave: z.boolean().describe("Whether it is on leave between runs (LEAVE-1)."),
    })
      .optional()
      .describe("With cron: which creature can live with that."),
    next_steps: nextSteps,
  }),
  secrets: { answer: true },
  invalid: "Invalid ping link request",
  errors: {},
});

export const readPingLink = contract({
  name: "readPingLink",
  method: "GET",
  path: "/api/house/ping-link",
  summary: "See what your last run said, and what it did.",
  description: "Calls are counted within 5 seconds.",
  auth: "required",
  mcp: { tool: "none" },
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  response: z.object({
    created_at: instant.nullable().describe("null: there is no link."),
    last_run: namedObject("LastRun", {
      started_at: instant,
      ended_at: instant.nullable(),
      exit_code: z.int().nullable(),
      check_code: z.int().optional().describe("Of the check after it, when it did not agree."),
      calls: z.int().nullable().describe("null: it did not say when it began."),
      fed: z.array(z.string()),
    }).nullable(),
    next_steps: nextSteps,
  }),
  errors: {},
});

export const revokePingLink = contract({
  name: "revokePingLink",
  method: "DELETE",
  path: "/api/house/ping-link",
  summary: "Revoke your ping link.",
  description: "Its runs are forgotten.",
  auth: "required",
  mcp: { tool: "none" },
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  response: revokeOwnerLink.response,
  errors: {
    no_ping_link: {
      status: 404,
      error: "There is no ping link",
      description: "The account has no ping link.",
      suggestion: "There is nothing to revoke. The next step creates a link.",
    },
  },
});
