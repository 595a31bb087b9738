// How a hook and its messages look in answers, without secrets.
import { z } from "zod";
import { HOOK_EVENTS, HOOK_KINDS } from "@denkeeper/rules/foresight/hook-events.ts";
import { LEAST_MINUTES, MOST_EVERY_MINUTES, MOST_GRACE_MINUTES } from "@denkeeper/rules/foresight/silence.ts";
import { nextSteps } from "../../http/contract/contract.ts";
import { timeZone } from "../../http/contract/fields.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { instant } from "../../http/contract/shapes/creature.ts";

export const hookKind = z.enum(HOOK_KINDS).meta({ id: "HookKind" });
export const hookEvent = z.enum(HOOK_EVENTS).meta({ id: "HookEvent" });

/** SILENT-2: when an agent is expected. */
export const periodFields = {
  cron: z
    .string()
    .max(200)
    .optional()
    .describe("When you come: five fields, such as `0 9 * * 1-5`. Not with every_minutes."),
  zone: timeZone().optional().describe("Of cron. Default: your own."),
  every_minutes: z.int().min(LEAST_MINUTES).max(MOST_EVERY_MINUTES).optional().describe("How often you come."),
  grace_minutes: z
    .int()
    .min(LEAST_MINUTES)
    .max(MOST_GRACE_MINUTES)
    .optional()
    .describe("Default: every_minutes + 15, or 60 with cron."),
};

export const hookView = namedObject("Hook", {
  hook_id: z.uuid(),
  kind: hookKind,
  url: z.string(),
  events: z.array(hookEvent),
  creature_id: z.uuid().nullable(),
  state: z.enum(["unconfirmed", "on", "off"]),
  added_by: z.enum(["agent", "owner"]).optional().describe("`owner`: on the owner page."),
  off_reason: z.enum(["gone", "failing"]).optional(),
  created_at: instant,
});

export const hookMessage = namedObject("HookMessage", {
  id: z.string(),
  event: z.string(),
  creature_id: z.uuid().nullable(),
  at: instant,
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
});

/** What a changed hook is answered with. */
export const hookChange = namedObject("HookChange", { hook_id: z.uuid(), message: z.string(), next_steps: nextSteps });

/** For calls that need a house with hooks. */
export const HOOKS_OFF = {
  status: 503,
  error: "This house has no hooks",
  description: "Its operator has not set HOOKS_KEYS.",
  suggestion: "Nothing you send will change this. Read your events instead.",
} as const;

export const NO_SUCH_HOOK = {
  status: 404,
  error: "No such hook",
  description: "None of your hooks has that id.",
  suggestion: "Send the hook_id of one that you have.",
} as const;
