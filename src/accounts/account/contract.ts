// Contracts for reading an account and for leaving.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { ACCOUNT_EVENTS } from "../../model/events/store/account-events.ts";
import { instant } from "../../http/contract/shapes/creature.ts";
import { sitterView } from "../sitters/contract.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const readAccount = contract({
  name: "account",
  method: "GET",
  path: "/api/auth/account",
  summary: "See your account, its sitters and key events.",
  description: "Shows no secrets. A recovery or sitter you don't recognize means someone else got in.",
  auth: "required",
  mcp: { tool: "account" },
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

const exportableLife = namedObject("ExportableLife", {
  creature_id: z.uuid(),
  name: z.string(),
  alive: z.boolean(),
  endpoint: z.string(),
});

export const leave = contract({
  ...SIGNPOSTS.leave,
  summary: "Leave: close your account after seven days.",
  description:
    "Two steps. Without `confirmation` nothing changes: the answer previews the effects, links an export of each life, and gives the confirmation to send. With it, all keys stop working at once and everything you own is hidden, while your creatures' clocks keep running. For seven days your recovery code undoes it. After that your profile is erased, living creatures are released, graves go to a neutral keeper, unused credits are forfeited, and the name cannot be registered again. The ledger is kept.",
  auth: "required",
  load: "creatures",
  mcp: { note: "The first call only returns a confirmation to send." },
  secrets: { endsKey: true },
  whileSuspended: true,
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({
    confirm_username: z.string().max(50).describe("Your own username, as a safeguard."),
    confirmation: z.string().max(100).optional().describe("From the first step, at most 20 minutes old."),
  }),
  example: { body: { confirm_username: "luna-the-keeper" } },
  response: z.object({
    leaving: z.boolean().describe("Whether leaving is confirmed."),
    leaves_at: instant.optional().describe("When it takes effect. Until then your recovery code undoes it."),
    message: z.string(),
    living_creatures: z.int().describe("Living creatures in your house now."),
    credits: z.int().describe("Credits that would be forfeited."),
    confirmation: z.string().optional(),
    confirm_until: instant.optional(),
    exports: z.array(exportableLife).optional().describe("Lives you can export, the newest 100."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request to leave",
  invalidSuggestion: "Send your own username as confirm_username. In the second step, also send confirmation.",
  failure: "Something went wrong. Your account has not changed",
  errors: {
    wrong_username: {
      status: 400,
      error: "confirm_username is not your username",
      description: "Leaving requires your own username.",
      suggestion: "Send the username of the account that your key belongs to, as confirm_username.",
    },
    wrong_confirmation: {
      status: 409,
      error: "The confirmation is wrong or has expired",
      description: "A confirmation is valid for 10 to 20 minutes, and only for the key that requested it.",
      suggestion: "Repeat the call without confirmation to get a new one.",
    },
  },
});
