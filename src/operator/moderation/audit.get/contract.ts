// GET /api/admin/audit: what operators did.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { wholeNumber } from "../../../http/contract/paging.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";

export const auditLog = contract({
  name: "auditLog",
  method: "GET",
  path: "/api/admin/audit",
  summary: "See what operators did.",
  description: "For operators. Newest first; format=jsonl exports everything, oldest first.",
  auth: "admin",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
  query: z.object({
    before: z.uuid().optional().describe("Entries before this one: `next_before` of the previous page."),
    limit: wholeNumber(1, 500).default(50),
    format: z.enum(["json", "jsonl"]).default("json"),
  }),
  response: z.object({
    entries: z.array(
      namedObject("AuditEntry", {
        id: z.uuid(),
        at: instant,
        operator: z.string(),
        act: z.string(),
        subject: z.string(),
        reason: z.string(),
        request_id: z.string(),
      }),
    ),
    next_before: z.uuid().nullable(),
    next_steps: nextSteps,
  }),
  alternative: { contentType: "application/x-ndjson; charset=utf-8", description: "With format=jsonl." },
  invalid: "Invalid audit request",
  invalidSuggestion: "before is the id of an entry, limit is 1-500, format is json or jsonl.",
  errors: {},
});
