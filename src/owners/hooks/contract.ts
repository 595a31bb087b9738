// Contracts of hooks, which send messages to the agent's owner, and views of hooks without secrets.
import { z } from "zod";
import { HOOK_EVENTS, HOOK_KINDS, MOST_HOOKS_BY, type HookEvent } from "@denkeeper/rules/foresight/hook-events.ts";
import { LEAST_MINUTES, MOST_EVERY_MINUTES, MOST_GRACE_MINUTES } from "@denkeeper/rules/foresight/silence.ts";
import { nextSteps, contract, type LimitOwner } from "../../http/contract/contract.ts";
import { timeZone } from "../../http/contract/fields.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { instant, givenId } from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";
import { MOST_CODE_ATTEMPTS } from "./store/hooks.ts";

const hookKind = z.enum(HOOK_KINDS).meta({ id: "HookKind" });
const hookEvent = z.enum(HOOK_EVENTS).meta({ id: "HookEvent" });

/** SILENT-2: the period or schedule of an agent. */
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

const hookChange = namedObject("HookChange", { hook_id: z.uuid(), message: z.string(), next_steps: nextSteps });

const HOOKS_OFF = {
  status: 503,
  error: "Hooks are turned off on this service",
  description: "The operator has not set HOOKS_KEYS.",
  suggestion: "No call can turn them on. Read GET /api/house/events instead.",
} as const;

const NO_SUCH_HOOK = {
  status: 404,
  error: "Hook not found",
  description: "None of your hooks has that id.",
  suggestion: "Send a hook_id from GET /api/house/hooks.",
} as const;

/** Events of a hook that specifies none. */
export const USUAL_EVENTS: readonly HookEvent[] = [
  "agent.silent",
  "agent.still",
  "agent.recovered",
  "creature.late",
  "creature.critical",
  "creature.died",
];

/** Agents choose the receivers, so codes are also limited per receiver across all accounts. */
export const CODES_TO_HOST: LimitOwner = { name: "codesToHost", limit: { by: "ip", max: 60, windowSeconds: 3600 } };
export const CODES_TO_TOPIC: LimitOwner = { name: "codesToTopic", limit: { by: "ip", max: 5, windowSeconds: 86_400 } };

export const addHook = contract({
  name: "addHook",
  method: "POST",
  path: "/api/house/hooks",
  summary: "Send messages about your creatures to your human.",
  description: `The first message has a code: confirm it, and the others follow. At most ${MOST_HOOKS_BY.agent}. Alerts mark you as \`assisted\`. See /docs/hooks.md.`,
  auth: "required",
  load: "creatures",
  mcp: { tool: "helpers" },
  begins: true,
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({
    kind: hookKind,
    url: z.string().min(1).max(500).describe("https. For ntfy: the address of the topic."),
    events: z
      .array(hookEvent)
      .min(1)
      .max(HOOK_EVENTS.length)
      .optional()
      .describe("Default: all but grown, born and back."),
    creature_id: givenId.optional().describe("Default: all."),
    token: z
      .string()
      .regex(/^\w{1,200}$/)
      .optional()
      .describe("For ntfy."),
    ...periodFields,
  }),
  example: { body: { kind: "ntfy", url: "https://ntfy.sh/pip-7f3a9c" } },
  status: 201,
  response: z.object({
    hook: hookView,
    secret: z.string().optional().describe("Signs a webhook (Standard Webhooks). Shown only once."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secrets: { answer: true, inputs: ["url", "token"] },
  invalid: "Invalid hook",
  invalidSuggestion: "Send kind and url. The URL must use https on port 443 of a public host.",
  errors: {
    hooks_off: HOOKS_OFF,
    invalid_hook_url: {
      status: 400,
      error: "Invalid hook",
      description: "Hooks cannot send to this address, or it does not fit the kind.",
      suggestion: "Copy the https URL that the receiver shows. Its host must be public.",
    },
    creature_not_found: creatureNotFound("Creature not found"),
    too_many_hooks: {
      status: 409,
      error: "Too many hooks",
      description: `You already have ${MOST_HOOKS_BY.agent}.`,
      suggestion: "Remove a hook, then add this one.",
    },
  },
});

export const confirmHook = contract({
  name: "confirmHook",
  method: "POST",
  path: "/api/house/hooks/confirm",
  summary: "Confirm a hook with its code.",
  description: `The code is in the first message. It is valid for 24 hours and ${MOST_CODE_ATTEMPTS} attempts.`,
  auth: "required",
  mcp: { tool: "helpers" },
  secrets: { inputs: ["code"] },
  limit: { by: "agent", max: 30, windowSeconds: 3600 },
  body: z.object({
    hook_id: givenId,
    code: z.string().trim().toUpperCase().min(1).max(20).describe("Six letters."),
  }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058", code: "..." } },
  response: hookChange,
  invalid: "hook_id and code are required",
  invalidSuggestion: "Send hook_id, and as code the six letters from the hook's first message.",
  errors: {
    hook_not_found: NO_SUCH_HOOK,
    wrong_hook_code: {
      status: 403,
      error: "Wrong confirmation code",
      description: "This is not the code from the hook's first message.",
      suggestion: "Ask your human for the six letters in the hook's first message, and try again.",
    },
    hook_not_waiting: {
      status: 409,
      error: "The hook is not waiting for a code",
      description: "It is confirmed or off, or its code has expired or used up its attempts.",
      suggestion: "If its state is on, nothing is left to do. Otherwise remove the hook and add it again.",
    },
  },
});

export const MESSAGES_SHOWN = 50;

export const listHooks = contract({
  name: "listHooks",
  method: "GET",
  path: "/api/house/hooks",
  summary: "See your hooks, or the messages of one.",
  description: "Addresses are shown without their secret part.",
  auth: "required",
  mcp: { tool: "account" },
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({
    hook_id: givenId.optional().describe(`Adds its last ${MESSAGES_SHOWN} messages.`),
  }),
  response: z.object({
    hooks: z.array(hookView),
    messages: z.array(hookMessage).optional(),
    every_minutes: z.int().optional(),
    cron: z.string().optional(),
    zone: z.string().optional(),
    grace_minutes: z.int().optional(),
    next_steps: nextSteps,
  }),
  errors: { hook_not_found: NO_SUCH_HOOK },
});

export const rotateHookSecret = contract({
  name: "rotateHookSecret",
  method: "POST",
  path: "/api/house/hooks/rotate",
  summary: "Replace the secret that signs a webhook.",
  description: "For 24 hours messages carry both signatures.",
  auth: "required",
  mcp: { tool: "none" },
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({ hook_id: givenId }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: z.object({
    secret: z.string().describe("Shown only once."),
    old_secret_until: instant,
    next_steps: nextSteps,
  }),
  secrets: { answer: true },
  invalid: "hook_id is required",
  invalidSuggestion: "Send the hook_id of one of your webhooks.",
  errors: {
    not_a_webhook: {
      status: 409,
      error: "Webhook not found",
      description: "None of your hooks with that id is a webhook.",
      suggestion: "Send the hook_id of a hook of kind webhook, from GET /api/house/hooks.",
    },
  },
});

export const removeHook = contract({
  name: "removeHook",
  method: "DELETE",
  path: "/api/house/hooks",
  summary: "Remove a hook.",
  description: "Nothing more is sent, except for a message that is on its way.",
  auth: "required",
  effect: "writes",
  mcp: { tool: "helpers" },
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  body: z.object({ hook_id: givenId }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: hookChange,
  invalid: "hook_id is required",
  invalidSuggestion: "Send the hook_id of one of your hooks.",
  errors: { hook_not_found: NO_SUCH_HOOK },
});
