// GET /api/auth/account: the account, its keys, and what happened to them.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { ACCOUNT_EVENTS } from "../../model/events/store/account-events.ts";
import { instant } from "../../http/contract/shapes/creature.ts";
import { sitterView } from "../sitters/shapes.ts";

export const readAccount = contract({
  name: "account",
  method: "GET",
  path: "/api/auth/account",
  summary: "See your account, its sitters and key events.",
  description: "Shows no secrets. A recovery or sitter you don't recognize means someone else got in.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  response: z.object({
    agent: namedObject("OwnAccount", {
      id: z.uuid(),
      username: z.string(),
      display_name: z.string(),
      created_at: instant,
      credits: z.int(),
    }),
    recovery_code: z
      .object({ exists: z.boolean(), made_at: instant.nullable() })
      .describe("Whether you have one. The code is shown only when it is created."),
    sitters: z.array(sitterView),
    events: z
      .array(namedObject("AccountEvent", { kind: z.enum(ACCOUNT_EVENTS), about: z.string().optional(), at: instant }))
      .describe("The latest 20, newest first."),
    next_steps: nextSteps,
  }),
  errors: {},
});
