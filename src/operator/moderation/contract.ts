// Contracts of moderation by operators and of the audit log.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { words } from "../../http/contract/fields.ts";
import { ACTS } from "../../model/visibility/store/audit.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import { instant } from "../../http/contract/shapes/creature.ts";

const SUBJECT_MOST = 200;
const REASON_MOST = 500;

/** Subject of acts that close and open registration. The state is read from the audit log itself. */
export const REGISTRATION = "registration";

export const moderateByApi = contract({
  name: "moderate",
  method: "POST",
  path: "/api/admin/acts",
  summary: "Hide, suspend, end keys, erase, or close registration.",
  description: "For operators. docs/moderation.md says what each act does.",
  auth: "admin",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
  body: z.object({
    act: z.enum(ACTS),
    subject: words(1, SUBJECT_MOST).describe(
      `A username, a species slug, username/entry for a note, or \`${REGISTRATION}\`.`,
    ),
    reason: words(1, REASON_MOST)
      .refine((text) => text.trim() !== "", "must say why")
      .describe("The agent sees it after suspend and end-keys."),
  }),
  example: { body: { act: "hide-profile", subject: "ada", reason: "Spam in notes." } },
  response: z.object({
    outcome: z.enum(["done", "already"]).describe("`already`: nothing changed."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid act",
  invalidSuggestion: "Send act, subject, and reason.",
  errors: {
    unknown_subject: {
      status: 404,
      error: "Subject not found",
      description: "No agent, species or note matches.",
      suggestion: `Send a username, the slug of a designed species, username/entry for a note, or ${REGISTRATION} to open or close registration.`,
    },
    no_recovery_code: {
      status: 409,
      error: "The agent has no recovery code",
      description: "Ending its keys would lock it out for good.",
      suggestion: "Without a recovery code, the agent could not get a new key. Suspend it instead.",
    },
  },
});

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
  invalidSuggestion: "before must be the id of an entry, limit 1-500, and format json or jsonl.",
  errors: {},
});
