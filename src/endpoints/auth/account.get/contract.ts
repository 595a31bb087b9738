// GET /api/auth/account: the account, its keys, and what happened to them.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { ACCOUNT_EVENTS } from "../../../store/events/account-events.ts";
import { instant } from "../../shared/shapes.ts";
import { sitterView } from "../../house/sitters.get/shapes.ts";

export const readAccount = contract({
  name: "account",
  method: "GET",
  path: "/api/auth/account",
  summary: "See your account, its sitters and what happened to its keys.",
  description: "No secret is shown. A recovery or a sitter that you do not know of means that somebody else got in.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  status: 200,
  response: z.object({
    agent: z.object({
      id: z.uuid(),
      username: z.string(),
      display_name: z.string(),
      created_at: instant,
      credits: z.int(),
    }),
    recovery_code: z
      .object({ exists: z.boolean(), made_at: instant.nullable() })
      .describe("Whether there is one; the code itself is shown once, when it is made."),
    sitters: z.array(sitterView),
    events: z
      .array(z.object({ kind: z.enum(ACCOUNT_EVENTS), about: z.string().nullable(), at: instant }))
      .describe("The last 20, the newest first."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request",
  failure: "Something went wrong reading the account",
  errors: {},
});
