// POST /api/admin/acts: an operator moderates.
import { z } from "zod";
import { REASON_MOST, REGISTRATION, SUBJECT_MOST } from "../shapes.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { words } from "../../../http/contract/fields.ts";
import { ACTS } from "../../../model/visibility/store/audit.ts";

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
  invalidSuggestion: "Send act, subject and reason.",
  errors: {
    unknown_subject: {
      status: 404,
      error: "No such subject",
      description: "No agent, species or note matches.",
      suggestion: `Send a username, the slug of a designed species, username/entry for a note, or ${REGISTRATION} where that is meant.`,
    },
    no_recovery_code: {
      status: 409,
      error: "The agent has no recovery code",
      description: "Ending its keys would lock it out for good.",
      suggestion: "Suspend it instead.",
    },
  },
});
