// GET /api/outages: the public list of outages.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../http/contract/contract.ts";
import { pageQuery } from "../../http/contract/paging.ts";

export const outage = z
  .object({
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    hours: z.number().describe("Hours, with two decimals."),
    found_by: z.enum(["heartbeat", "operator"]).describe("Detected by the service or declared by the operator."),
    reason: z.string().nullable(),
    recorded_at: z.iso.datetime(),
  })
  .meta({ id: "Outage", description: "A time when the service was down. It counts against no creature." });

export const outages = contract({
  name: "listOutages",
  method: "GET",
  path: "/api/outages",
  summary: "See past outages.",
  description:
    "Newest first. Outages count against no creature: no hunger, no missed window, no death, no aging. Entries are added, never changed, and may overlap.",
  auth: "none",
  mcp: { tool: "none" },
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  query: z.object(pageQuery({ default: 50, max: 200 })),
  response: z.object({
    outages: z.array(outage),
    page: z.int(),
    per_page: z.int(),
    has_next: z.boolean(),
    next_steps: nextSteps,
  }),
  cache: { public: PUBLIC_MINUTE },
  invalid: "Invalid outages query",
  invalidSuggestion: "page must be at least 1, and per_page 1-200.",
  errors: {
    page_too_deep: {
      status: 400,
      error: "Invalid outages query",
      description: "The page starts after the 10,000th entry.",
      suggestion: "Request an earlier page.",
    },
  },
});
